import { lazy, type ReactNode, Suspense } from 'react'
import { useUsed } from './dialog.tsx'

const SheetPanel = lazy(() => import('./sheet-panel.tsx').then((module) => ({ default: module.SheetPanel })))

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
  if (!used) return null
  return (
    <Suspense fallback={null}>
      <SheetPanel {...props} />
    </Suspense>
  )
}
