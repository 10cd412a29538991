import { COMMENT_MAX, type Comment } from '@atrium/contract/comments'
import { Pencil, Trash2 } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Avatar } from '../ui/avatar.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { useConfirm } from '../ui/confirm.tsx'
import { TextArea } from '../ui/field.tsx'
import { formatDate } from '../ui/formats.ts'
import { keepCommentDraft, readCommentDraft } from './comment-drafts.ts'

const done = () => true

interface CommentLineProps {
  comment: Comment
  /** What its draft is kept by. */
  draftAt: string
  mayEdit: boolean
  mayRemove: boolean
  /** null takes it away */
  onChange: (text: string | null) => Promise<unknown>
  /** Told the line beside it, which takes the focus. */
  onRemoved: (next: HTMLElement | null) => void
}

/** One comment: who said it, when and what, to be said differently or taken away. */
export function CommentLine({ comment, draftAt, mayEdit, mayRemove, onChange, onRemoved }: CommentLineProps) {
  const { t, i18n } = useTranslation('kit')
  const [draft, setDraft] = useState(() => (mayEdit ? readCommentDraft(draftAt) : null))
  const write = (text: string | null) => {
    setDraft(text)
    keepCommentDraft(draftAt, text?.trim() === comment.text ? null : text)
  }
  const confirm = useConfirm()
  const [isSaving, setIsSaving] = useState(false)
  /** The field was opened, or closed again: it, or the button that opens it, has the focus then. */
  const [isSwitched, setIsSwitched] = useState(false)
  const line = useRef<HTMLLIElement>(null)
  const name = comment.by ?? t('comments.gone')
  const close = () => {
    write(null)
    setIsSwitched(true)
  }
  const save = async () => {
    const text = draft?.trim() ?? ''
    if (text === '' || isSaving) return
    setIsSaving(true)
    const isKept = text === comment.text || (await onChange(text).then(done, () => false)) // a toast tells why not
    setIsSaving(false)
    if (isKept) close()
  }
  const remove = async () => {
    const title = t('comments.remove')
    const isSure = await confirm({ title, text: t('comments.removeText'), confirm: title, danger: true })
    if (!isSure) return
    const next = line.current?.nextElementSibling ?? line.current?.previousElementSibling
    if (await onChange(null).then(done, () => false)) onRemoved(next instanceof HTMLElement ? next : null)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const isSend = event.key === 'Enter' && (event.ctrlKey || event.metaKey)
    if (!isSend && event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    if (isSend) void save()
    else close()
  }
  return (
    <li ref={line} tabIndex={-1} className="flex items-start gap-2.5 rounded-sm outline-offset-4">
      <Avatar name={name} />
      <div className="min-w-0 flex-1">
        <p className="flex min-h-7 flex-wrap items-center gap-x-2">
          <bdi className="font-medium [overflow-wrap:anywhere]">{name}</bdi>
          <time dateTime={comment.at} className="text-xs text-muted">
            {formatDate(comment.at, i18n.language)}
          </time>
          {comment.editedAt && <span className="text-xs text-muted">{t('comments.edited')}</span>}
        </p>
        {draft === null ? (
          <p dir="auto" className="whitespace-pre-wrap [overflow-wrap:anywhere]">
            {comment.text}
          </p>
        ) : (
          <div data-own-escape className="flex flex-col gap-2 pt-1">
            <TextArea
              label={t('comments.edit')}
              value={draft}
              rows={2}
              maxLength={COMMENT_MAX}
              autoFocus={isSwitched}
              onChange={(event) => write(event.currentTarget.value)}
              onKeyDown={onKeyDown}
            />
            <div className="flex gap-2">
              <Button size="sm" disabled={draft.trim() === ''} loading={isSaving} onClick={() => void save()}>
                {t('common.save')}
              </Button>
              <Button size="sm" variant="ghost" onClick={close}>
                {t('common.cancel')}
              </Button>
            </div>
          </div>
        )}
      </div>
      {draft === null && (
        <span className="flex shrink-0">
          {mayEdit && (
            <IconButton
              size="sm"
              label={t('comments.edit')}
              icon={<Pencil />}
              autoFocus={isSwitched}
              onClick={() => {
                setIsSwitched(true)
                setDraft(comment.text)
              }}
            />
          )}
          {mayRemove && (
            <IconButton size="sm" label={t('comments.remove')} icon={<Trash2 />} onClick={() => void remove()} />
          )}
        </span>
      )}
    </li>
  )
}
