import { clsx } from 'clsx'
import { type DragEvent, type ReactNode, useState } from 'react'
import { useTexts } from './texts.ts'

interface DropZoneProps {
  /** Files are held over the page: they may be dropped. */
  onOver: () => void
  onFiles: (files: File[]) => void
  children: ReactNode
}

/** Files that are dropped anywhere on the page are opened. */
export function DropZone({ onOver, onFiles, children }: DropZoneProps) {
  const { t } = useTexts()
  const [isOver, setIsOver] = useState(false)
  const holdsFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files')
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the button opens files too
    <div
      className={clsx(
        'relative flex min-w-0 flex-1 flex-col',
        isOver && 'rounded-lg outline-2 outline-offset-8 outline-accent outline-dashed',
      )}
      onDragOver={(event) => {
        if (!holdsFiles(event)) return
        event.preventDefault()
        if (!isOver) onOver()
        setIsOver(true)
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setIsOver(false)
      }}
      onDrop={(event) => {
        if (!holdsFiles(event)) return
        event.preventDefault()
        setIsOver(false)
        onFiles([...event.dataTransfer.files])
      }}
    >
      {isOver && (
        <p className="pointer-events-none absolute inset-x-0 -top-4 z-20 text-center text-sm font-medium text-accent-ink">
          {t('open.drop')}
        </p>
      )}
      {children}
    </div>
  )
}
