import type { Approval, Decide } from '@atrium/contract/approvals'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { api } from '../../platform/api.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/field.tsx'
import { refusalsOf } from './field-refusals.ts'
import { lacksNumber } from './input-editor.tsx'
import { useDoing } from './use-doing.ts'

type Decision = z.input<typeof Decide>

interface ApprovalDecisionProps {
  approval: Approval
  /** What it is to do instead; null while nothing is edited. */
  edited: Record<string, unknown> | null
  onEdit: (isOn: boolean) => void
  /** The edits cannot be sent yet: what is wrong is said at its field. */
  onUnready: () => void
  /** What is refused of the edits, by the input's names. */
  onRefused: (refusals: Readonly<Record<string, string>>) => void
}

/** Approve, edit, ask for a revision, reject. It is about the input that was shown and no other: its hash goes along. */
export function ApprovalDecision({ approval, edited, onEdit, onUnready, onRefused }: ApprovalDecisionProps) {
  const { t } = useTranslation('seats')
  const { id, argsHash, effect, seat, input } = approval
  const [asking, setAsking] = useState<'reject' | 'revise' | null>(null)
  /** Whose form was closed again: its button has the focus then. */
  const [closed, setClosed] = useState<'reject' | 'revise' | null>(null)
  const [note, setNote] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const [always, setAlways] = useState(false)
  const decide = useDoing({
    act: (decision: Omit<Decision, 'argsHash'>) =>
      api.post(`/api/approvals/${encodeURIComponent(id)}/decide`, { ...decision, argsHash }),
    done: (_, { decision }) => t(`approval.done.${decision}`),
    // What is wrong with a field is said beside it.
    tellFailure: (error) => Object.keys(refusedOf(error)).length === 0,
  })
  const refusedOf = (error: unknown) => {
    const { root: _, ...refused } = edited === null ? {} : refusalsOf(error, {}, Object.keys(edited))
    return Object.fromEntries(
      Object.entries(refused).map(([name, sentence]) => [name.slice('input.'.length), sentence]),
    )
  }
  const isChanged = edited !== null && JSON.stringify(edited) !== JSON.stringify(input)
  const approve = () => {
    if (lacksNumber(edited)) return onUnready()
    decide.mutate(
      {
        decision: 'approve',
        ...(isChanged && { input: edited }),
        ...(always && effect === 'write' && { always }),
      },
      { onError: (error) => onRefused(refusedOf(error)) },
    )
  }
  const answer = (event: FormEvent) => {
    event.preventDefault()
    if (asking === null || decide.isPending) return
    if (asking === 'revise' && note.trim() === '') setIsMissing(true)
    else decide.mutate({ decision: asking, note: note.trim() })
  }
  if (asking)
    return (
      <form onSubmit={answer} className="flex flex-col gap-3 border-t border-line px-4 py-3">
        <TextArea
          autoFocus
          label={t(asking === 'reject' ? 'approval.rejectNote' : 'approval.reviseNote')}
          error={isMissing ? t('approval.reviseNeeded') : undefined}
          maxLength={2_000}
          value={note}
          onChange={({ target }) => {
            setNote(target.value)
            setIsMissing(false)
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) answer(event)
          }}
        />
        <div className="flex flex-wrap gap-2">
          <Button
            type="submit"
            size="sm"
            variant={asking === 'reject' ? 'danger' : 'primary'}
            loading={decide.isPending}
          >
            {t(`approval.${asking}`)}
          </Button>
          <Button
            size="sm"
            variant="ghost"
            onClick={() => {
              setClosed(asking)
              setAsking(null)
            }}
          >
            {t('common.cancel')}
          </Button>
        </div>
      </form>
    )
  return (
    <footer className="flex flex-col gap-3 border-t border-line px-4 py-3">
      {effect === 'write' && (
        <label className="flex items-start gap-2 text-muted touch:min-h-11 touch:items-center">
          <input
            type="checkbox"
            checked={always}
            onChange={({ target }) => setAlways(target.checked)}
            className="mt-0.5 size-4 shrink-0 accent-(--accent) touch:mt-0"
          />
          <span className="min-w-0 wrap-anywhere">{t('approval.always', { name: seat?.name ?? '' })}</span>
        </label>
      )}
      <div className="flex flex-wrap gap-2">
        <Button size="sm" variant="primary" loading={decide.isPending} onClick={approve}>
          {t(isChanged ? 'approval.approveEdited' : effect === 'send' ? 'approval.approveSend' : 'approval.approve')}
        </Button>
        {Object.keys(input).length > 0 && (
          <Button size="sm" aria-pressed={edited !== null} onClick={() => onEdit(edited === null)}>
            {t(edited === null ? 'approval.edit' : 'approval.keep')}
          </Button>
        )}
        <Button size="sm" variant="ghost" autoFocus={closed === 'revise'} onClick={() => setAsking('revise')}>
          {t('approval.revise')}
        </Button>
        <Button size="sm" variant="ghost" autoFocus={closed === 'reject'} onClick={() => setAsking('reject')}>
          {t('approval.reject')}
        </Button>
      </div>
    </footer>
  )
}
