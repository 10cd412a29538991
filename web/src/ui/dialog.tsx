import { type ReactNode, useState } from 'react'
import { part } from '../platform/part.tsx'
import { OverlayBoundary, OverlayComing } from './overlay-boundary.tsx'

const DialogPanel = part(() => import('./dialog-panel.tsx').then((module) => module.DialogPanel))

export interface DialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description?: ReactNode
  children?: ReactNode
  /** Buttons; the primary one last. On a phone they stand below each other, the primary one first. */
  footer?: ReactNode
  /** `lg` for content that is read or compared. */
  size?: 'sm' | 'md' | 'lg'
  /** A question that must be answered: no closing by a click outside, role alertdialog. */
  alert?: boolean
}

/** A dialog; on phones a sheet from the bottom. Focus is trapped and goes back to where it was. Loaded with the first one that opens. */
export function Dialog(props: DialogProps) {
  const used = useUsed(props.open)
  if (!used) return null
  const close = () => props.onOpenChange(false)
  return (
    <OverlayBoundary open={props.open} onClose={close}>
      <DialogPanel {...props} placeholder={props.open && <OverlayComing onClose={close} />} />
    </OverlayBoundary>
  )
}

/** True from the first time that `open` was true. */
export function useUsed(open: boolean): boolean {
  const [used, setUsed] = useState(open)
  if (open && !used) setUsed(true)
  return used || open
}
