import { previewOf, TEXT_SHOWN } from '@atrium/contract/file-kinds'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { sentenceFor } from '../../platform/api.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { FileIcon } from './file-icon.tsx'

interface FilePreviewProps {
  name: string
  mime: string
  size: number
  /** Where the bytes are. */
  url: string
  /** What has to be sent to get a text: the password of a link. */
  headers?: Record<string, string>
}

/** A file as the browser itself shows it. */
export function FilePreview({ name, mime, size, url, headers = {} }: FilePreviewProps) {
  const { t } = useTranslation('kit')
  switch (size === 0 ? 'none' : previewOf(mime)) {
    case 'image':
      return <img src={url} alt={name} className="mx-auto max-h-[70dvh] max-w-full object-contain" />
    case 'video':
      return (
        // biome-ignore lint/a11y/useMediaCaption: a person's own file; its captions, if any, are in it
        <video src={url} controls className="mx-auto max-h-[70dvh] max-w-full" />
      )
    case 'audio':
      return (
        // biome-ignore lint/a11y/useMediaCaption: a person's own recording
        <audio src={url} controls className="w-full" />
      )
    case 'pdf':
      return (
        <iframe src={url} title={t('files.document', { name })} className="h-[70dvh] w-full rounded-md bg-surface" />
      )
    case 'text':
      return <TextPreview url={url} size={size} name={name} headers={headers} />
    default:
      return (
        <div className="flex flex-col items-center gap-3 py-10 text-center text-muted">
          <FileIcon mime={mime} className="size-12 stroke-[1.25]" />
          {t('files.noPreview')}
        </div>
      )
  }
}

/** The beginning of a text, as letters alone: what is in it never runs. */
async function beginningOf(url: string, more: Record<string, string>, signal: AbortSignal): Promise<string> {
  const answer = await fetch(url, { signal, headers: { ...more, Range: `bytes=0-${TEXT_SHOWN - 1}` } })
  if (!answer.ok) throw new Error(`${answer.status} ${answer.statusText}`)
  const bytes = new Uint8Array(await answer.arrayBuffer())
  const isWide = bytes[0] === 0xff && bytes[1] === 0xfe
  return new TextDecoder(isWide ? 'utf-16le' : 'utf-8').decode(bytes)
}

function TextPreview({ url, size, name, headers }: Required<Omit<FilePreviewProps, 'mime'>>) {
  const { t } = useTranslation('kit')
  const { data, error } = useQuery({
    queryKey: ['file-text', url],
    queryFn: ({ signal }) => beginningOf(url, headers, signal),
    gcTime: 0,
  })
  if (error) return <p className="text-danger-ink">{sentenceFor(error)}</p>
  if (data === undefined) return <Skeleton className="h-64 w-full" />
  return (
    <>
      <textarea
        readOnly
        value={data}
        aria-label={name}
        dir="auto"
        spellCheck={false}
        className="block h-[60dvh] w-full resize-none rounded-md border border-line bg-surface p-3 font-mono text-sm"
      />
      {size > TEXT_SHOWN && <p className="mt-2 text-xs text-muted">{t('files.cut')}</p>}
    </>
  )
}
