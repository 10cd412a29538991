import type { Approval } from '@atrium/contract/approvals'
import { Clock, Pencil, Send } from 'lucide-react'
import { useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ApprovalRequest, type ApprovalRequestProps } from '../../approvals/approval-request.tsx'
import { ReadableValue } from '../../approvals/readable-value.tsx'
import { WordShown } from '../../approvals/word-shown.tsx'
import { said } from '../../i18n/said.ts'
import { api } from '../../platform/api.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { formatDate } from '../../ui/formats.ts'
import { useHeirFocus } from './heir-focus.ts'
import { taskPage } from './task-line.tsx'
import { useDoing } from './use-doing.ts'

const tones: Readonly<Record<Approval['state'], Tone>> = {
  pending: 'warning',
  approved: 'success',
  edited: 'success',
  rejected: 'danger',
  revision: 'info',
  expired: 'neutral',
  withdrawn: 'neutral',
}

interface ApprovalCardProps {
  approval: Approval
  /** On the task's own page it is not named again. */
  withoutTask?: boolean
}

/** What a seat wants to do, why, and the person's word on it. */
export function ApprovalCard({ approval, withoutTask = false }: ApprovalCardProps) {
  const { t, i18n } = useTranslation('seats')
  const id = useId()
  const card = useRef<HTMLElement>(null)
  useHeirFocus(card)
  const { seat, task, effect, state } = approval
  const isPending = state === 'pending'
  const date = (iso: string) => formatDate(iso, i18n.language)
  const decide = useDoing({
    act: (word: Parameters<ApprovalRequestProps['decide']>[0]) =>
      api.post(`/api/approvals/${encodeURIComponent(approval.id)}/decide`, word),
    done: (_, { decision }) => t(`approval.done.${decision}`),
    // What is wrong is said where it was written.
    tellFailure: false,
  })
  const clock = (
    <p className="flex items-center gap-1.5 text-xs text-muted">
      <Clock aria-hidden className="size-3.5" />
      {!isPending && approval.decidedAt
        ? t('approval.decided', { date: date(approval.decidedAt) })
        : approval.expiresAt && t('approval.expires', { date: date(approval.expiresAt) })}
    </p>
  )
  return (
    <article
      ref={card}
      data-work-card={isPending || undefined}
      tabIndex={-1}
      aria-labelledby={id}
      className="min-w-0 rounded-lg border border-line bg-popover text-sm"
    >
      <header className="flex flex-wrap items-start gap-x-3 gap-y-2 px-4 pt-3.5">
        <Avatar name={seat?.name ?? ''} className="mt-0.5 size-8" />
        <div className="min-w-0 flex-1 basis-48">
          <h3 id={id} className="text-base wrap-anywhere">
            <bdi>{said(approval.summary)}</bdi>
          </h3>
          <p className="text-muted">
            {seat && (
              <Link
                to={`/workforce/seats/${encodeURIComponent(seat.id)}`}
                className="underline-offset-2 hover:text-ink hover:underline"
              >
                <bdi>{seat.name}</bdi>
              </Link>
            )}
            {task && !withoutTask && (
              <>
                {' · '}
                <Link to={taskPage(task.id)} className="underline-offset-2 hover:text-ink hover:underline">
                  <bdi>{task.title}</bdi>
                </Link>
              </>
            )}
          </p>
        </div>
        {isPending ? (
          <Badge
            tone={effect === 'send' ? 'warning' : 'info'}
            icon={effect === 'send' ? <Send aria-hidden /> : <Pencil aria-hidden />}
          >
            {t(`approval.${effect}`)}
          </Badge>
        ) : (
          <Badge tone={tones[state]}>{t(`approval.states.${state}`)}</Badge>
        )}
      </header>
      <div className="flex flex-col gap-3 px-4 pt-3 pb-3.5">
        {approval.why && (
          <div>
            <h4 className="text-xs font-medium text-muted">{t('approval.why')}</h4>
            <p className="text-pretty wrap-anywhere" dir="auto">
              {approval.why}
            </p>
          </div>
        )}
        {isPending ? (
          <ApprovalRequest
            request={approval}
            decide={decide.mutateAsync}
            failed={t('task.failed')}
            always={t('approval.always', { name: seat?.name ?? '' })}
            canRevise
            names={{
              approve: t(effect === 'send' ? 'approval.approveSend' : 'approval.approve'),
              reject: t('approval.reject'),
            }}
          >
            {clock}
          </ApprovalRequest>
        ) : (
          <>
            <div className="min-w-0">
              <h4 className="mb-1 text-xs font-medium text-muted">{t('approval.what')}</h4>
              {Object.keys(approval.input).length === 0 ? (
                <p className="text-muted">{t('approval.nothing')}</p>
              ) : (
                <ReadableValue value={approval.input} />
              )}
            </div>
            <WordShown input={approval.input} asked={approval.asked} note={approval.note} />
            {clock}
          </>
        )}
      </div>
    </article>
  )
}
