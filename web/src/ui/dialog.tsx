import { lazy, type ReactNode, Suspense, useState } from 'react'

const DialogPanel = lazy(() => import('./dialog-panel.tsx').then((module) => ({ default: module.DialogPanel })))

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
  return (
    <Suspense fallback={null}>
      <DialogPanel {...props} />
    </Suspense>
  )
}

/** True from the first time that `open` was true. */
export function useUsed(open: boolean): boolean {
  const [used, setUsed] = useState(open)
  if (open && !used) setUsed(true)
  return used || open
}
