import { previewOf } from '@atrium/contract/file-kinds'
import type { HeldFile } from '@atrium/contract/files'
import { clsx } from 'clsx'
import { Paperclip } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FileIcon } from './file-icon.tsx'
import { PreviewDialog, type PreviewedFile } from './preview-dialog.tsx'

export const heldUrl = ({ id }: Pick<HeldFile, 'id'>): string => `/api/files/${encodeURIComponent(id)}`

export const previewed = (file: HeldFile): PreviewedFile => ({
  ...file,
  url: previewOf(file.mime) === 'pdf' ? `${heldUrl(file)}?show=1` : heldUrl(file),
  downloadUrl: heldUrl(file),
})

/** Kinds of which the server makes small pictures; of other pictures the whole one is shown, where it is no more than this. */
const SMALL = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])
/** bytes */
const WHOLE_MAX = 1024 * 1024

/** Where a picture of a file is, as small as it is shown among many; empty where there is none. `url`: where its bytes are. */
export function smallUrl({ mime, size }: Pick<HeldFile, 'mime' | 'size'>, url: string, how = 'small'): string {
  if (url === '' || previewOf(mime) !== 'image') return ''
  if (SMALL.has(mime) && url.startsWith('/')) return `${url}${url.includes('?') ? '&' : '?'}thumbnail=${how}`
  return size <= WHOLE_MAX || url.startsWith('blob:') ? url : ''
}

/** A picture of the file, or the sign of its kind. `url`: where its picture is, when the server has none yet. */
export function FileThumbnail({
  file,
  url,
  className,
}: {
  file: Omit<HeldFile, 'id'>
  url: string
  className?: string
}) {
  const shown = smallUrl(file, url)
  const [failed, setFailed] = useState('')
  return (
    <span className={clsx('grid shrink-0 place-items-center overflow-hidden rounded-sm bg-surface', className)}>
      {shown !== '' && failed !== shown ? (
        <img
          src={shown}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setFailed(shown)}
          className="size-full object-cover"
        />
      ) : (
        <FileIcon mime={file.mime} className="size-5" />
      )}
    </span>
  )
}

/** How many files a row of a table holds; nothing where it holds none. */
export function FileCount({ files, label }: { files: readonly HeldFile[]; label?: string }) {
  const { t } = useTranslation('kit')
  if (files.length === 0) return null
  const said = `${label ? `${label}: ` : ''}${t('files.count', { count: files.length })}`
  return (
    <span
      role="img"
      aria-label={said}
      title={files.map(({ name }) => name).join('\n')}
      className="inline-flex items-center gap-0.5 text-muted"
    >
      <Paperclip aria-hidden className="size-3.5" />
      {files.length > 1 && <span className="text-xs tabular">{files.length}</span>}
    </span>
  )
}

/** Files of a record as thumbnails that open, for where nothing is changed. */
export function FileStrip({ files, label }: { files: readonly HeldFile[]; label: string }) {
  const [open, setOpen] = useState('')
  if (files.length === 0) return null
  return (
    <>
      <ul aria-label={label} className="flex flex-wrap gap-2">
        {files.map((file) => (
          <li key={file.id}>
            <button
              type="button"
              aria-label={file.name}
              title={file.name}
              onClick={() => setOpen(file.id)}
              className="block rounded-md border border-line hover:border-line-strong"
            >
              <FileThumbnail file={file} url={heldUrl(file)} className="size-14" />
            </button>
          </li>
        ))}
      </ul>
      <PreviewDialog files={files.map(previewed)} open={open} onOpen={setOpen} />
    </>
  )
}
