import { type ReactNode, useEffect } from 'react'
import { part } from '../platform/part.tsx'
import { useUsed } from './dialog.tsx'
import { whenIdle } from './load-overlays.ts'
import { OverlayBoundary, OverlayComing } from './overlay-boundary.tsx'

const SheetPanel = part(() => import('./sheet-panel.tsx').then((module) => module.SheetPanel))

export interface SheetProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Names the sheet; shown unless `hideTitle`. */
  title: string
  hideTitle?: boolean
  /** `left` and `right` are those of a left-to-right page; they mirror in right-to-left. */
  side?: 'left' | 'right' | 'top' | 'bottom'
  children: ReactNode
  className?: string
}

/** A panel that slides in from an edge. */
export function Sheet(props: SheetProps) {
  const used = useUsed(props.open)
  useEffect(() => whenIdle(SheetPanel.load), [])
  if (!used) return null
  const close = () => props.onOpenChange(false)
  return (
    <OverlayBoundary open={props.open} onClose={close}>
      <SheetPanel {...props} placeholder={props.open && <OverlayComing onClose={close} />} />
    </OverlayBoundary>
  )
}
