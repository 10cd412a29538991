import { clsx } from 'clsx'
import { Popover as Radix } from 'radix-ui'
import type { RefObject } from 'react'
import type { PopoverProps } from './popover.tsx'

interface PanelProps extends Pick<PopoverProps, 'children' | 'label' | 'side' | 'align' | 'className'> {
  id: string
  anchor: RefObject<HTMLElement | null>
  setOpen: (open: boolean) => void
}

export function PopoverPanel({
  id,
  anchor,
  setOpen,
  label,
  side = 'bottom',
  align = 'start',
  className,
  children,
}: PanelProps) {
  return (
    <Radix.Root open onOpenChange={setOpen}>
      <Radix.Anchor virtualRef={anchor as RefObject<HTMLElement>} />
      <Radix.Portal>
        <Radix.Content
          id={id}
          aria-label={label}
          side={side}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          onInteractOutside={(event) => {
            // The trigger's own click closes it.
            if (anchor.current?.contains(event.target as Node)) event.preventDefault()
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            anchor.current?.focus()
          }}
          className={clsx(
            'z-50 max-h-(--radix-popover-content-available-height) w-80 max-w-[calc(100vw-1rem)] animate-fade overflow-y-auto rounded-lg bg-popover p-3 shadow-float outline-none',
            className,
          )}
        >
          {typeof children === 'function' ? children(() => setOpen(false)) : children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
