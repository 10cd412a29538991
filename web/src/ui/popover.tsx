import { Slot } from 'radix-ui'
import { lazy, type ReactNode, Suspense, useId, useRef, useState } from 'react'
import { hideTip } from './tip-layer.ts'

const loadPanel = () => import('./popover-panel.tsx')
const PopoverPanel = lazy(() => loadPanel().then((module) => ({ default: module.PopoverPanel })))

export interface PopoverProps {
  /** One button: it opens and closes the popover. */
  trigger: ReactNode
  /** Names the popover for screen readers. */
  label: string
  children: ReactNode | ((close: () => void) => ReactNode)
  side?: 'top' | 'bottom' | 'left' | 'right'
  align?: 'start' | 'center' | 'end'
  className?: string
  open?: boolean
  onOpenChange?: (open: boolean) => void
}

/** Content that hangs on a button: details, a small form, a picker. */
export function Popover({ trigger, open: given, onOpenChange, ...panel }: PopoverProps) {
  const [own, setOwn] = useState(false)
  const anchor = useRef<HTMLElement>(null)
  const id = useId()
  const open = given ?? own
  const setOpen = (next: boolean) => {
    setOwn(next)
    onOpenChange?.(next)
  }
  return (
    <>
      <Slot.Root
        ref={anchor}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onPointerEnter={loadPanel}
        onFocus={loadPanel}
        onClick={() => {
          hideTip()
          setOpen(!open)
        }}
      >
        {trigger}
      </Slot.Root>
      {open && (
        <Suspense fallback={null}>
          <PopoverPanel {...panel} id={id} anchor={anchor} setOpen={setOpen} />
        </Suspense>
      )}
    </>
  )
}
