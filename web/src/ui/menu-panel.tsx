import { clsx } from 'clsx'
import { Direction, DropdownMenu } from 'radix-ui'
import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { type MenuContentProps, type MenuParts, MenuPartsContext, type MenuState, menuSurface } from './menu.tsx'

const { Item, Separator, Label, RadioGroup, RadioItem, CheckboxItem, ItemIndicator, Sub, SubTrigger, Portal } =
  DropdownMenu

const parts: MenuParts = {
  Item,
  Separator,
  Label,
  RadioGroup,
  RadioItem,
  CheckboxItem,
  ItemIndicator,
  Sub,
  SubTrigger,
  SubContent: (props) => (
    <Portal>
      <DropdownMenu.SubContent sideOffset={4} collisionPadding={8} {...props} />
    </Portal>
  ),
}

/** The open menu: Radix's DropdownMenu, hung on an invisible anchor that lies over our own trigger. */
export function MenuPanel({
  children,
  side = 'bottom',
  align = 'start',
  className,
  label,
  menu,
}: MenuContentProps & { menu: MenuState }) {
  const content = useRef<HTMLDivElement>(null)
  const [rect] = useState(() => menu.trigger.current?.getBoundingClientRect())
  const [path] = useState(() => location.pathname)
  const rtl = getComputedStyle(menu.trigger.current ?? document.documentElement).direction === 'rtl'
  const { setOpen, byKey } = menu

  useEffect(() => {
    const close = () => setOpen(false)
    // The anchor lies where the trigger was when the menu opened.
    addEventListener('resize', close)
    return () => removeEventListener('resize', close)
  }, [setOpen])

  const receive = (element: HTMLDivElement | null) => {
    content.current = element
    if (!element || !byKey.current) return
    byKey.current = false
    // After Radix has focused the menu itself.
    requestAnimationFrame(() => element.querySelector<HTMLElement>('[role^="menuitem"]:not([data-disabled])')?.focus())
  }

  return (
    <MenuPartsContext value={parts}>
      <Direction.Provider dir={rtl ? 'rtl' : 'ltr'}>
        <DropdownMenu.Root open onOpenChange={setOpen}>
          {/* Beside the page: in a row that is transformed, `fixed` would mean the row. */}
          {createPortal(
            <DropdownMenu.Trigger asChild>
              <span
                aria-hidden
                className="pointer-events-none fixed"
                style={rect && { left: rect.left, top: rect.top, width: rect.width, height: rect.height }}
              />
            </DropdownMenu.Trigger>,
            document.body,
          )}
          <Portal>
            <DropdownMenu.Content
              ref={receive}
              id={menu.contentId}
              aria-labelledby={undefined}
              aria-label={label ?? nameOf(menu.trigger.current)}
              side={side}
              align={align}
              sideOffset={4}
              collisionPadding={8}
              className={clsx(
                menuSurface,
                'max-h-(--radix-dropdown-menu-content-available-height) overflow-y-auto',
                className,
              )}
              onCloseAutoFocus={(event) => {
                event.preventDefault()
                // Unless the chosen item has sent the focus elsewhere already (a dialog, a rename field).
                if (document.activeElement !== document.body && !content.current?.contains(document.activeElement))
                  return
                // The item led to another page: that has the focus then.
                if (location.pathname === path) menu.trigger.current?.focus()
                // Or the trigger went with what was done (a row that was deleted), or can no longer be used.
                if (document.activeElement === document.body) document.querySelector<HTMLElement>('main')?.focus()
              }}
            >
              {children}
            </DropdownMenu.Content>
          </Portal>
        </DropdownMenu.Root>
      </Direction.Provider>
    </MenuPartsContext>
  )
}

function nameOf(trigger: HTMLElement | null): string | undefined {
  return trigger?.getAttribute('aria-label') ?? trigger?.textContent ?? undefined
}
