import { clsx } from 'clsx'
import { Check, ChevronRight } from 'lucide-react'
import {
  type ComponentType,
  createContext,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  use,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react'
import { part } from '../platform/part.tsx'
import { Kbd } from './kbd.tsx'
import { OverlayBoundary, OverlayComing } from './overlay-boundary.tsx'
import { Slot } from './slot.tsx'
import { hideTip } from './tip.ts'

/*
 * A menu button costs nothing until it is pressed: these are thin wrappers, and Radix's DropdownMenu (menu-panel.tsx)
 * is loaded with the first menu that opens. A thread of messages has a menu in each.
 */
const MenuPanel = part(() => import('./menu-panel.tsx').then((module) => module.MenuPanel))

interface MenuState {
  open: boolean
  setOpen: (open: boolean) => void
  trigger: React.RefObject<HTMLElement | null>
  /** Opened by a key: the first item takes the focus. */
  byKey: React.RefObject<boolean>
  contentId: string
}

const MenuContext = createContext<MenuState | null>(null)

function useMenu(part: string): MenuState {
  const menu = use(MenuContext)
  if (!menu) throw new Error(`${part} must stand inside a Menu.`)
  return menu
}

export interface MenuProps {
  children: ReactNode
  open?: boolean
  onOpenChange?: (open: boolean) => void
}

export function Menu({ children, open: given, onOpenChange }: MenuProps) {
  const [own, setOwn] = useState(false)
  const trigger = useRef<HTMLElement>(null)
  const byKey = useRef(false)
  const contentId = useId()
  const open = given ?? own
  const menu = useMemo(
    () => ({
      open,
      setOpen: (next: boolean) => {
        setOwn(next)
        onOpenChange?.(next)
      },
      trigger,
      byKey,
      contentId,
    }),
    [open, onOpenChange, contentId],
  )
  return <MenuContext value={menu}>{children}</MenuContext>
}

/** Give it one button as its child: it becomes the menu's trigger. */
export function MenuTrigger({ children }: { children: ReactNode }) {
  const menu = useMenu('MenuTrigger')
  const start = (keyboard: boolean) => {
    hideTip()
    menu.byKey.current = keyboard
    menu.setOpen(true)
  }
  return (
    <Slot
      ref={menu.trigger}
      aria-haspopup="menu"
      aria-expanded={menu.open}
      aria-controls={menu.open ? menu.contentId : undefined}
      data-state={menu.open ? 'open' : 'closed'}
      onPointerEnter={MenuPanel.load}
      onFocus={MenuPanel.load}
      onClick={(event: MouseEvent) => start(event.detail === 0)}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key !== 'ArrowDown') return
        event.preventDefault()
        start(true)
      }}
    >
      {children}
    </Slot>
  )
}

export interface MenuContentProps {
  children: ReactNode
  side?: 'top' | 'bottom' | 'left' | 'right'
  align?: 'start' | 'center' | 'end'
  className?: string
  /** The menu's name; the trigger's own when absent. */
  label?: string
}

export function MenuContent(props: MenuContentProps) {
  const menu = useMenu('MenuContent')
  if (!menu.open) return null
  const close = () => menu.setOpen(false)
  return (
    <OverlayBoundary open onClose={close}>
      <MenuPanel {...props} menu={menu} placeholder={<OverlayComing onClose={close} />} />
    </OverlayBoundary>
  )
}

export type { MenuState }

type Part<P> = ComponentType<P & { className?: string; children?: ReactNode }>

/** Radix's parts, given by the panel to the items inside it. */
export interface MenuParts {
  Item: Part<{ disabled?: boolean; textValue?: string; onSelect?: (event: Event) => void }>
  Separator: Part<object>
  Label: Part<object>
  RadioGroup: Part<{ value?: string; onValueChange?: (value: string) => void; 'aria-label'?: string }>
  RadioItem: Part<{ value: string; disabled?: boolean; onSelect?: (event: Event) => void }>
  CheckboxItem: Part<{
    checked?: boolean
    onCheckedChange?: (checked: boolean) => void
    disabled?: boolean
    onSelect?: (event: Event) => void
  }>
  ItemIndicator: Part<object>
  Sub: ComponentType<{ children?: ReactNode }>
  SubTrigger: Part<{ disabled?: boolean }>
  SubContent: Part<object>
}

export const MenuPartsContext = createContext<MenuParts | null>(null)

function useParts(part: string): MenuParts {
  const parts = use(MenuPartsContext)
  if (!parts) throw new Error(`${part} must stand inside a MenuContent.`)
  return parts
}

const itemClass =
  'relative flex min-h-8 touch:min-h-11 cursor-default select-none items-center gap-2.5 rounded-sm px-2 py-1 text-sm outline-none data-disabled:opacity-50 data-highlighted:bg-hover data-[state=open]:bg-hover [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-muted'

export interface MenuItemProps {
  children: ReactNode
  icon?: ReactNode
  shortcut?: string
  danger?: boolean
  disabled?: boolean
  /** The menu closes afterwards unless the event's default is prevented. */
  onSelect?: (event: Event) => void
  /** What typing finds it by, when the children are not plain text. */
  textValue?: string
}

export function MenuItem({ children, icon, shortcut, danger, ...item }: MenuItemProps) {
  const { Item } = useParts('MenuItem')
  return (
    <Item
      className={clsx(itemClass, danger && 'text-danger-ink data-highlighted:bg-danger-soft [&_svg]:text-danger-ink')}
      {...item}
    >
      {icon}
      <span className="min-w-0 flex-1 truncate">{children}</span>
      {shortcut && <Kbd keys={shortcut} className="ms-6" />}
    </Item>
  )
}

export function MenuSeparator() {
  const { Separator } = useParts('MenuSeparator')
  return <Separator className="-mx-1 my-1 h-px bg-line" />
}

export function MenuLabel({ children }: { children: ReactNode }) {
  const { Label } = useParts('MenuLabel')
  return <Label className="px-2 pt-1.5 pb-1 text-xs font-medium text-muted">{children}</Label>
}

export interface MenuRadioGroupProps {
  value: string
  onValueChange: (value: string) => void
  children: ReactNode
  'aria-label'?: string
}

export function MenuRadioGroup(props: MenuRadioGroupProps) {
  const { RadioGroup } = useParts('MenuRadioGroup')
  return <RadioGroup {...props} />
}

export interface MenuRadioItemProps {
  value: string
  children: ReactNode
  icon?: ReactNode
  disabled?: boolean
  onSelect?: (event: Event) => void
}

export function MenuRadioItem({ children, icon, ...item }: MenuRadioItemProps) {
  const { RadioItem, ItemIndicator } = useParts('MenuRadioItem')
  return (
    <RadioItem className={itemClass} {...item}>
      {icon}
      <span className="min-w-0 flex-1">{children}</span>
      <span className="ms-4 inline-flex size-4">
        <ItemIndicator>
          <Check aria-hidden />
        </ItemIndicator>
      </span>
    </RadioItem>
  )
}

export interface MenuCheckboxItemProps {
  checked: boolean
  onCheckedChange: (checked: boolean) => void
  children: ReactNode
  icon?: ReactNode
  disabled?: boolean
}

export function MenuCheckboxItem({ children, icon, ...item }: MenuCheckboxItemProps) {
  const { CheckboxItem, ItemIndicator } = useParts('MenuCheckboxItem')
  return (
    <CheckboxItem className={itemClass} {...item} onSelect={(event) => event.preventDefault()}>
      {icon}
      <span className="min-w-0 flex-1">{children}</span>
      <span className="ms-4 inline-flex size-4">
        <ItemIndicator>
          <Check aria-hidden />
        </ItemIndicator>
      </span>
    </CheckboxItem>
  )
}

export interface MenuSubProps {
  label: ReactNode
  icon?: ReactNode
  children: ReactNode
}

/** A menu in a menu. */
export function MenuSub({ label, icon, children }: MenuSubProps) {
  const { Sub, SubTrigger, SubContent } = useParts('MenuSub')
  return (
    <Sub>
      <SubTrigger className={itemClass}>
        {icon}
        <span className="min-w-0 flex-1">{label}</span>
        <ChevronRight aria-hidden className="ms-4 rtl:-scale-x-100" />
      </SubTrigger>
      <SubContent className={menuSurface}>{children}</SubContent>
    </Sub>
  )
}

export const menuSurface =
  'z-50 min-w-48 max-w-[min(22rem,calc(100vw-1rem))] animate-fade rounded-lg bg-popover p-1 text-ink shadow-float outline-none'
