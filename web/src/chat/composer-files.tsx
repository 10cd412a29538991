import { FileText, RotateCw, X } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { Progress } from '../ui/progress.tsx'
import { onDrafts, readDraft } from './draft-store.ts'
import { formatSize } from './format-size.ts'
import {
  FILE_MAX,
  FILES_MAX,
  onUploads,
  previewOf,
  readUploads,
  removeAttachment,
  removeUpload,
  retryUpload,
} from './upload-store.ts'

const named = new Set(['tooMany', 'tooLarge', 'empty', 'signIn'])

/** The files of a message that is being written: their pictures, how far they are, and a way to take them out. */
export function ComposerFiles({ draftKey }: { draftKey: string }) {
  const { t, i18n } = useTranslation()
  const { attachments } = useSyncExternalStore(onDrafts, () => readDraft(draftKey))
  const uploads = useSyncExternalStore(onUploads, () => readUploads(draftKey))
  if (attachments.length === 0 && uploads.length === 0) return null
  const sentence = (error: string) =>
    named.has(error)
      ? t(`chat.upload.${error}`, { size: formatSize(FILE_MAX, i18n.language), count: FILES_MAX })
      : error
  return (
    <ul aria-label={t('chat.upload.list')} className="flex max-h-44 flex-wrap gap-2 overflow-y-auto px-3 pt-3">
      {attachments.map((file) => (
        <Tile
          key={file.id}
          name={file.name}
          note={formatSize(file.size, i18n.language)}
          preview={previewOf(file)}
          onRemove={() => removeAttachment(draftKey, file.id)}
        />
      ))}
      {uploads.map((upload) => (
        <Tile
          key={upload.id}
          name={upload.file.name}
          note={upload.error ? sentence(upload.error) : formatSize(upload.file.size, i18n.language)}
          preview={upload.preview}
          progress={upload.error ? undefined : upload.progress}
          failed={upload.error !== null}
          onRetry={upload.error && upload.retry ? () => retryUpload(upload.id) : undefined}
          onRemove={() => removeUpload(draftKey, upload.id)}
        />
      ))}
    </ul>
  )
}

interface TileProps {
  name: string
  note: string
  preview: string | null
  progress?: number
  failed?: boolean
  onRetry?: () => void
  onRemove: () => void
}

function Tile({ name, note, preview, progress, failed, onRetry, onRemove }: TileProps) {
  const { t } = useTranslation()
  return (
    <li
      className={`relative flex w-56 shrink-0 items-center gap-2.5 rounded-lg border bg-surface p-2 text-sm ${failed ? 'border-danger' : 'border-line'}`}
    >
      {preview ? (
        <img src={preview} alt="" className="size-10 shrink-0 rounded-md object-cover" />
      ) : (
        <span className="flex size-10 shrink-0 items-center justify-center rounded-md bg-active">
          <FileText aria-hidden className="size-4.5 text-muted" />
        </span>
      )}
      <span className="min-w-0 flex-1">
        <span
          dir="auto"
          className="block truncate [text-align:-webkit-match-parent] [text-align:match-parent]"
          title={name}
        >
          {name}
        </span>
        <span
          role={failed ? 'alert' : undefined}
          className={`block text-xs ${failed ? 'text-danger-ink' : 'truncate text-muted'}`}
        >
          {note}
        </span>
        {progress !== undefined && (
          <Progress value={progress} label={t('chat.upload.progress', { name })} className="mt-1" />
        )}
      </span>
      <span className="flex shrink-0 flex-col self-start">
        <TileButton
          label={t('chat.upload.remove', { name })}
          onClick={onRemove}
          icon={<X aria-hidden className="size-3.5" />}
        />
        {onRetry && (
          <TileButton
            label={t('chat.upload.retry', { name })}
            onClick={onRetry}
            icon={<RotateCw aria-hidden className="size-3.5" />}
          />
        )}
      </span>
    </li>
  )
}

function TileButton({ label, icon, onClick }: { label: string; icon: React.ReactNode; onClick: () => void }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={onClick}
      className="flex size-6 items-center justify-center rounded-sm text-muted hover:bg-hover hover:text-ink touch:size-8"
    >
      {icon}
    </button>
  )
}
