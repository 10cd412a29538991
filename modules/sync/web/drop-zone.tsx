import { toast } from '@atrium/web/kit'
import { type ReactNode, useState } from 'react'
import { dropped, type Picked } from './dropped.ts'
import { useTexts } from './texts.ts'

interface DropZoneProps {
  onFiles: (files: Picked[]) => void
  /** It takes nothing: whoever looks at it may not change what is here. */
  isClosed?: boolean
  children: ReactNode
}

/** Takes files and folders that are dropped anywhere on it. */
export function DropZone({ onFiles, isClosed = false, children }: DropZoneProps) {
  const { t } = useTexts()
  const [isOver, setIsOver] = useState(false)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button Upload does the same
    <div
      className="relative flex min-h-64 flex-1 flex-col"
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault() // else the browser would leave the page for the file
        if (isClosed) event.dataTransfer.dropEffect = 'none'
        else setIsOver(true)
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setIsOver(false)
      }}
      onDrop={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        event.stopPropagation()
        setIsOver(false)
        if (isClosed) return
        dropped(event.dataTransfer).then(onFiles, (error: Error) =>
          toast({ variant: 'destructive', title: error.message }),
        )
      }}
    >
      {children}
      {isOver && (
        <div className="pointer-events-none absolute -inset-2 z-10 grid place-items-center rounded-lg border-2 border-dashed border-accent bg-accent-soft/80 text-lg font-medium">
          {t('drop')}
        </div>
      )}
    </div>
  )
}
