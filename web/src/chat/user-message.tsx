import type { Message } from '@atrium/contract/chat'
import { Check, Copy, Pencil } from 'lucide-react'
import { type KeyboardEvent, memo } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, IconButton } from '../ui/button.tsx'
import { AttachmentView } from './attachment-view.tsx'
import { BranchSwitch } from './branch-switch.tsx'
import type { Editing } from './thread-context.ts'
import { useThreadActions } from './thread-context.ts'
import { useCopy } from './use-copy.ts'

export interface UserMessageProps {
  message: Message
  editing: Editing | null
  /** With its buttons; without, the place they take is kept. */
  whole: boolean
}

/** What the person wrote, in a soft box. */
export const UserMessage = memo(function UserMessage({ message, editing, whole }: UserMessageProps) {
  const { t } = useTranslation()
  return (
    <article className="group flex flex-col items-end">
      <h2 className="sr-only">{t('chat.you')}</h2>
      <AttachmentView attachments={message.attachments} />
      {editing ? (
        <EditForm message={message} text={editing.text} />
      ) : (
        message.content !== '' && (
          <div
            data-message-text
            dir="auto"
            className="max-w-[85%] whitespace-pre-wrap rounded-xl rounded-ee-sm bg-surface px-4 py-2.5 text-base text-ink [overflow-wrap:anywhere] dark:bg-hover"
          >
            {message.content}
          </div>
        )
      )}
      {!editing && (
        <div className="mt-1 flex h-7 items-center gap-0.5 touch:h-9">{whole && <Actions message={message} />}</div>
      )}
    </article>
  )
})

function Actions({ message }: { message: Message }) {
  const { t } = useTranslation()
  const { busy, startEdit } = useThreadActions()
  const { copied, copy } = useCopy()
  const sent = !message.id.startsWith('local-')
  return (
    <>
      <span className="contents opacity-0 group-hover:opacity-100 group-focus-within:opacity-100 *:opacity-[inherit] touch:*:opacity-100">
        <span className="flex items-center gap-0.5 transition-opacity duration-120">
          <IconButton
            size="sm"
            label={copied ? t('chat.copied') : t('chat.copy')}
            icon={copied ? <Check /> : <Copy />}
            onClick={() => copy(message.content)}
          />
          {sent && (
            <IconButton
              size="sm"
              label={t('chat.edit')}
              icon={<Pencil />}
              disabled={busy}
              onClick={() => startEdit(message)}
            />
          )}
        </span>
      </span>
      <BranchSwitch message={message} />
    </>
  )
}

function EditForm({ message, text }: { message: Message; text: string }) {
  const { t } = useTranslation()
  const { busy, changeEdit, cancelEdit, saveEdit } = useThreadActions()
  const ready = (text.trim() !== '' || message.attachments.length > 0) && !busy
  const save = () => ready && saveEdit(message, text)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') {
      event.stopPropagation()
      cancelEdit()
    }
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      save()
    }
  }
  return (
    <form
      className="w-full rounded-xl border border-line-strong bg-popover p-2"
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <textarea
        // biome-ignore lint/a11y/noAutofocus: the person has just asked to edit this
        autoFocus
        aria-label={t('chat.editLabel')}
        dir="auto"
        value={text}
        onChange={(event) => changeEdit(event.target.value)}
        onKeyDown={onKeyDown}
        onFocus={(event) => event.target.setSelectionRange(text.length, text.length)}
        className="field-sizing-content max-h-80 min-h-12 w-full resize-none bg-transparent px-2 py-1.5 text-base outline-none"
      />
      <div className="flex flex-wrap items-center justify-end gap-2">
        <p className="me-auto px-2 text-xs text-muted">{t('chat.editHint')}</p>
        <Button size="sm" variant="ghost" onClick={cancelEdit}>
          {t('common.cancel')}
        </Button>
        <Button size="sm" variant="primary" type="submit" disabled={!ready}>
          {t('chat.editSend')}
        </Button>
      </div>
    </form>
  )
}
