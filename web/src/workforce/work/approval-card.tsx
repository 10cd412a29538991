import type { Approval } from '@atrium/contract/approvals'
import { Clock, Pencil, Send } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { said } from '../../i18n/said.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { formatDate } from '../../ui/formats.ts'
import { ApprovalDecision } from './approval-decision.tsx'
import { useHeirFocus } from './heir-focus.ts'
import { InputEditor } from './input-editor.tsx'
import { ReadableValue } from './readable-value.tsx'
import { taskPage } from './task-line.tsx'

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

interface Edits {
  /** The hash of the input that is edited. */
  of: string
  input: Record<string, unknown>
  /** What was refused of them, by the input's names. */
  refused: Readonly<Record<string, string>>
}

/** What a seat wants to do, why, and the person's word on it. */
export function ApprovalCard({ approval, withoutTask = false }: ApprovalCardProps) {
  const { t, i18n } = useTranslation('seats')
  const id = useId()
  const card = useRef<HTMLElement>(null)
  useHeirFocus(card)
  const { seat, task, effect, state } = approval
  // The edits belong to this very input: another one begins anew.
  const [edited, setEdited] = useState<Edits | null>(null)
  const isEditing = edited !== null && edited.of === approval.argsHash
  const isPending = state === 'pending'
  const toWrong = () => card.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  const date = (iso: string) => formatDate(iso, i18n.language)
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
        <div className="min-w-0">
          <h4 className="mb-1 text-xs font-medium text-muted">{t('approval.what')}</h4>
          {isEditing ? (
            <InputEditor
              value={edited.input}
              errors={edited.refused}
              onChange={(input) => setEdited({ ...edited, input, refused: stillRefused(edited, input) })}
            />
          ) : Object.keys(approval.input).length === 0 ? (
            <p className="text-muted">{t('approval.nothing')}</p>
          ) : (
            <ReadableValue value={approval.input} />
          )}
        </div>
        {approval.note && !isPending && (
          <p className="border-s-2 border-line ps-3 text-muted wrap-anywhere" dir="auto">
            {approval.note}
          </p>
        )}
        <p className="flex items-center gap-1.5 text-xs text-muted">
          <Clock aria-hidden className="size-3.5" />
          {!isPending && approval.decidedAt
            ? t('approval.decided', { date: date(approval.decidedAt) })
            : approval.expiresAt && t('approval.expires', { date: date(approval.expiresAt) })}
        </p>
      </div>
      {isPending && (
        <ApprovalDecision
          approval={approval}
          edited={isEditing ? edited.input : null}
          onEdit={(isOn) => setEdited(isOn ? { of: approval.argsHash, input: approval.input, refused: {} } : null)}
          onUnready={toWrong}
          onRefused={(refused) => {
            setEdited((now) => now && { ...now, refused })
            requestAnimationFrame(toWrong)
          }}
        />
      )}
    </article>
  )
}

/** What is being changed is no longer what was refused. */
const stillRefused = ({ input: before, refused }: Edits, now: Edits['input']) =>
  Object.fromEntries(Object.entries(refused).filter(([name]) => now[name] === before[name]))
