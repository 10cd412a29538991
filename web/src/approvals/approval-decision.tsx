import type { Approval, Decide } from '@atrium/contract/approvals'
import { MessageSquarePlus, Pencil } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { Button } from '../ui/button.tsx'
import { TextArea } from '../ui/field.tsx'

/** A person's word, without the hash of what it is about. */
export type Word = Omit<z.input<typeof Decide>, 'argsHash' | 'input'>

/** What is written before it is sent: kept while the card is out of sight. */
export interface WordDraft {
  /** The note to go with an approval; null while none is wanted. */
  note: string | null
  /** The form that is open in place of the buttons, and what is written in it. */
  asking: 'reject' | 'revise' | null
  reason: string
  always: boolean
}
export const noWord: WordDraft = { note: null, asking: null, reason: '', always: false }

interface ApprovalDecisionProps {
  request: Pick<Approval, 'effect' | 'input'>
  draft: WordDraft
  onDraft: (change: Partial<WordDraft>) => void
  /** Whether its word is on its way. */
  isBusy: boolean
  isEditing: boolean
  isChanged: boolean
  onEdit: (isOn: boolean) => void
  onWord: (word: Word) => void
  /** How a write is allowed for always; absent where it is not. */
  always?: string | undefined
  /** Whether it can be asked to be done anew. */
  canRevise?: boolean
  /** What the two words are called here. */
  names: { approve: string; reject: string }
}

/** Approve, edit, tell something with it, ask for a revision, decline. */
export function ApprovalDecision({ onDraft, onWord, ...props }: ApprovalDecisionProps) {
  const { draft, isBusy } = props
  const { t } = useTranslation('approvals')
  /** Whose form was closed again: its button has the focus then. */
  const [closed, setClosed] = useState<'reject' | 'revise' | 'note' | null>(null)
  /** What the person has just opened, which takes the focus; what comes back as the list scrolls does not. */
  const [opened, setOpened] = useState<'asking' | 'note' | null>(null)
  const [isMissing, setIsMissing] = useState(false)
  const { asking, reason } = draft
  const answer = (event: FormEvent) => {
    event.preventDefault()
    if (asking === null || isBusy) return
    if (asking === 'revise' && reason.trim() === '') setIsMissing(true)
    else onWord({ decision: asking, note: reason.trim() })
  }
  const close = () => {
    setClosed(asking)
    setIsMissing(false)
    onDraft({ asking: null })
  }
  if (asking === null)
    return (
      <Buttons
        {...props}
        {...{ onDraft, onWord, closed, setClosed }}
        isNoteOpened={opened === 'note'}
        onNote={() => {
          setOpened('note')
          onDraft({ note: '' })
        }}
        onAsk={(next) => {
          setOpened('asking')
          onDraft({ asking: next })
        }}
      />
    )
  return (
    <form onSubmit={answer} className="flex flex-col gap-3">
      <TextArea
        autoFocus={opened === 'asking'}
        label={t(asking === 'reject' ? 'rejectNote' : 'reviseNote')}
        error={isMissing ? t('reviseNeeded') : undefined}
        maxLength={2_000}
        dir="auto"
        value={reason}
        onChange={({ target }) => {
          onDraft({ reason: target.value })
          setIsMissing(false)
        }}
        onKeyDown={(event) => {
          if (isSending(event)) answer(event)
          if (event.key === 'Escape') {
            event.stopPropagation()
            close()
          }
        }}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="sm" variant={asking === 'reject' ? 'danger' : 'primary'} loading={isBusy}>
          {asking === 'reject' ? props.names.reject : t('revise')}
        </Button>
        <Button size="sm" variant="ghost" onClick={close}>
          {t('common.cancel')}
        </Button>
      </div>
    </form>
  )
}

const isSending = ({ key, ctrlKey, metaKey }: KeyboardEvent) => key === 'Enter' && (ctrlKey || metaKey)

interface ButtonsProps extends ApprovalDecisionProps {
  closed: 'reject' | 'revise' | 'note' | null
  isNoteOpened: boolean
  onNote: () => void
  setClosed: (closed: 'note') => void
  onAsk: (asking: 'reject' | 'revise') => void
}

function Buttons(props: ButtonsProps) {
  const {
    request,
    draft,
    onDraft,
    isBusy,
    isEditing,
    isChanged,
    onEdit,
    onWord,
    onAsk,
    closed,
    setClosed,
    isNoteOpened,
    onNote,
  } = props
  const { always, canRevise, names } = props
  const { t } = useTranslation('approvals')
  const isWrite = request.effect === 'write'
  const approve = () => {
    const note = draft.note?.trim() ?? ''
    onWord({ decision: 'approve', ...(note && { note }), ...(draft.always && isWrite && { always: true }) })
  }
  const closeNote = () => {
    setClosed('note')
    onDraft({ note: null })
  }
  return (
    <div className="flex flex-col gap-3">
      {draft.note !== null && (
        <TextArea
          autoFocus={isNoteOpened}
          label={t('note')}
          maxLength={2_000}
          dir="auto"
          value={draft.note}
          onChange={({ target }) => onDraft({ note: target.value })}
          onKeyDown={(event) => {
            if (isSending(event)) approve()
            if (event.key !== 'Escape' || draft.note?.trim()) return
            event.stopPropagation()
            closeNote()
          }}
        />
      )}
      {isWrite && always && (
        <label className="flex items-start gap-2 text-muted touch:min-h-11 touch:items-center">
          <input
            type="checkbox"
            checked={draft.always}
            onChange={({ target }) => onDraft({ always: target.checked })}
            className="mt-0.5 size-4 shrink-0 accent-(--accent) touch:mt-0"
          />
          <span className="min-w-0 wrap-anywhere">{always}</span>
        </label>
      )}
      <div className="flex flex-wrap gap-2">
        <div className="flex flex-wrap gap-2">
          <Button size="sm" variant="primary" loading={isBusy} onClick={approve}>
            {isChanged ? t('approveEdited') : names.approve}
          </Button>
          <Button size="sm" onClick={() => onAsk('reject')} autoFocus={closed === 'reject'}>
            {names.reject}
          </Button>
        </div>
        <div className="flex flex-wrap gap-2 max-sm:-ms-3">
          {canRevise && (
            <Button size="sm" variant="ghost" autoFocus={closed === 'revise'} onClick={() => onAsk('revise')}>
              {t('revise')}
            </Button>
          )}
          {Object.keys(request.input).length > 0 && (
            <Button
              size="sm"
              variant="ghost"
              icon={<Pencil className="size-4" />}
              aria-pressed={isEditing}
              onClick={() => onEdit(!isEditing)}
            >
              {t(isEditing ? 'keep' : 'edit')}
            </Button>
          )}
          {draft.note === null && (
            <Button
              size="sm"
              variant="ghost"
              icon={<MessageSquarePlus className="size-4" />}
              autoFocus={closed === 'note'}
              onClick={onNote}
            >
              {t('addNote')}
            </Button>
          )}
        </div>
      </div>
    </div>
  )
}
