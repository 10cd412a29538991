import type { ReactNode } from 'react'
import { Slot } from './slot.tsx'
import { hideTip, showTip } from './tip.ts'
import type { TooltipSide } from './tip-layer.ts'

export interface TooltipProps {
  label: string
  shortcut?: string
  side?: TooltipSide
  /** Exactly one element that takes a ref and handlers. It keeps its own accessible name: the tooltip only shows it. */
  children: ReactNode
}

/**
 * Shows the name of a control while it is hovered or focused. One bubble serves the whole page (tip-layer.ts):
 * a long thread has hundreds of icon buttons and should not pay for a popper in each.
 */
export function Tooltip({ label, shortcut, side = 'top', children }: TooltipProps) {
  return (
    <Slot
      onPointerEnter={(event) =>
        event.pointerType === 'mouse' && showTip(event.currentTarget, { label, shortcut, side, delay: true })
      }
      onPointerLeave={hideTip}
      onPointerDown={hideTip}
      onFocus={(event) =>
        event.currentTarget.matches(':focus-visible') &&
        showTip(event.currentTarget, { label, shortcut, side, delay: false })
      }
      onBlur={hideTip}
    >
      {children}
    </Slot>
  )
}
