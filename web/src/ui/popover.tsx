import { type ReactNode, useId, useRef, useState } from 'react'
import { part } from '../platform/part.tsx'
import { whenIdle } from './load-overlays.ts'
import { OverlayBoundary, OverlayComing } from './overlay-boundary.tsx'
import { Slot } from './slot.tsx'
import { hideTip } from './tip.ts'

const PopoverPanel = part(() => import('./popover-panel.tsx').then((module) => module.PopoverPanel))
whenIdle(PopoverPanel.load)

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
  const close = () => setOpen(false)
  return (
    <>
      <Slot
        ref={anchor}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onPointerEnter={PopoverPanel.load}
        onFocus={PopoverPanel.load}
        onClick={() => {
          hideTip()
          setOpen(!open)
        }}
      >
        {trigger}
      </Slot>
      {open && (
        <OverlayBoundary open onClose={close}>
          <PopoverPanel
            {...panel}
            id={id}
            anchor={anchor}
            setOpen={setOpen}
            placeholder={<OverlayComing onClose={close} />}
          />
        </OverlayBoundary>
      )}
    </>
  )
}
