import { Button, Dialog, download, formatDate, formatSize, IconButton } from '@atrium/web/kit'
import { ChevronLeft, ChevronRight, Download } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import type { EntryRow } from '../module.ts'
import { contentUrl, downloadUrl } from './addresses.ts'
import { FilePreview } from './file-preview.tsx'
import { useTexts } from './texts.ts'

interface PreviewDialogProps {
  entries: readonly EntryRow[]
  /** The id of the file that is looked at; empty for none. */
  open: string
  onOpen: (id: string) => void
}

/** One file, and with the arrow keys the one before or behind it. */
export function PreviewDialog({ entries, open, onOpen }: PreviewDialogProps) {
  const { t, language } = useTexts()
  const files = entries.filter(({ kind }) => kind === 'file')
  const at = files.findIndex(({ id }) => id === open)
  const file = files[at]
  const [before, next] = [files[at - 1], files[at + 1]]
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isControl = (event.target as Element).closest?.('audio, video, textarea')
    if (!file || isControl || event.altKey || event.ctrlKey || event.metaKey) return
    const isForward = (event.key === 'ArrowRight') === (document.documentElement.dir !== 'rtl')
    const to = event.key === 'ArrowRight' || event.key === 'ArrowLeft' ? (isForward ? next : before) : undefined
    if (to) onOpen(to.id)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
  return (
    <Dialog
      open={file !== undefined}
      onOpenChange={(isOpen) => !isOpen && onOpen('')}
      title={file?.name ?? ''}
      description={file && `${formatSize(file.size, language)} · ${formatDate(file.modifiedAt, language)}`}
      size="lg"
      footer={
        file && (
          <>
            <IconButton
              label={t('preview.before')}
              icon={<ChevronLeft className="rtl:-scale-x-100" />}
              disabled={!before}
              onClick={() => before && onOpen(before.id)}
            />
            <IconButton
              label={t('preview.next')}
              icon={<ChevronRight className="rtl:-scale-x-100" />}
              disabled={!next}
              onClick={() => next && onOpen(next.id)}
            />
            <Button
              variant="primary"
              icon={<Download aria-hidden className="size-4" />}
              onClick={() => download(downloadUrl([file]))}
            >
              {t('download')}
            </Button>
          </>
        )
      }
    >
      {file && <FilePreview key={file.content} {...file} url={contentUrl(file.content)} />}
    </Dialog>
  )
}
