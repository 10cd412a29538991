import { ChevronLeft, ChevronRight, Download } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { download } from '../../platform/download.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { formatSize } from '../../ui/formats.ts'
import { FilePreview } from './file-preview.tsx'

export interface PreviewedFile {
  id: string
  name: string
  mime: string
  /** bytes */
  size: number
  /** Where the browser is shown it, and where it is downloaded. */
  url: string
  downloadUrl: string
  /** What is said of it besides its size. */
  note?: string
}

interface PreviewDialogProps {
  files: readonly PreviewedFile[]
  /** The id of the file that is looked at; empty for none. */
  open: string
  onOpen: (id: string) => void
  /** Buttons before Download. */
  extra?: ReactNode
}

/** One file, and with the arrow keys the one before or behind it. */
export function PreviewDialog({ files, open, onOpen, extra }: PreviewDialogProps) {
  const { t, i18n } = useTranslation('kit')
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
    // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps keys of the dialog from the form that it was opened in
    <div
      className="contents"
      onKeyDown={(event) => {
        if (event.key === 'Escape' || event.key === 'Enter') event.stopPropagation()
      }}
    >
      <Dialog
        open={file !== undefined}
        onOpenChange={(isOpen) => !isOpen && onOpen('')}
        title={file?.name ?? ''}
        description={file && [formatSize(file.size, i18n.language), file.note].filter(Boolean).join(' · ')}
        size="lg"
        footer={
          file && (
            <>
              {files.length > 1 && (
                <div className="flex justify-center gap-2">
                  <IconButton
                    label={t('files.before')}
                    icon={<ChevronLeft className="rtl:-scale-x-100" />}
                    disabled={!before}
                    onClick={() => before && onOpen(before.id)}
                  />
                  <IconButton
                    label={t('files.next')}
                    icon={<ChevronRight className="rtl:-scale-x-100" />}
                    disabled={!next}
                    onClick={() => next && onOpen(next.id)}
                  />
                </div>
              )}
              {extra}
              <Button
                variant="primary"
                icon={<Download aria-hidden className="size-4" />}
                onClick={() => download(file.downloadUrl)}
              >
                {t('files.download')}
              </Button>
            </>
          )
        }
      >
        {file && <FilePreview key={file.url} {...file} />}
      </Dialog>
    </div>
  )
}
