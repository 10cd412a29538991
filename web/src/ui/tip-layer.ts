import { keysOf } from './shortcut.ts'

export type TooltipSide = 'top' | 'bottom' | 'start' | 'end'

export interface Tip {
  label: string
  shortcut?: string
  side: TooltipSide
  /** Waits before the first tip; moving on to a neighbour shows the next at once. */
  delay: boolean
}

const OPEN_DELAY = 500 // ms of rest before a hovered control explains itself
const WARM = 300 // ms during which the next tip needs no delay
const GAP = 6 // px between control and bubble

let bubble: HTMLElement | undefined
let timer: ReturnType<typeof setTimeout> | undefined
let hiddenAt = Number.NEGATIVE_INFINITY
/** A control that is taken away tells nobody: no pointer leaves it. */
const removal = new MutationObserver(() => {
  if (!shownFor?.isConnected) hideTip()
})
let shownFor: HTMLElement | undefined

export function showTip(control: HTMLElement, tip: Tip): void {
  clearTimeout(timer)
  const cold = tip.delay && performance.now() - hiddenAt > WARM
  timer = setTimeout(() => open(control, tip), cold ? OPEN_DELAY : 0)
}

export function hideTip(): void {
  clearTimeout(timer)
  removal.disconnect()
  if (!bubble?.matches(':popover-open')) return
  bubble.hidePopover()
  hiddenAt = performance.now()
  removeEventListener('keydown', onKey, true)
  removeEventListener('scroll', hideTip, true)
}

function onKey(event: KeyboardEvent): void {
  if (event.key === 'Escape') hideTip()
}

function open(control: HTMLElement, tip: Tip): void {
  // An open menu's trigger needs no name: its menu is there.
  if (!control.isConnected || control.getAttribute('aria-expanded') === 'true') return
  bubble ??= createBubble()
  bubble.replaceChildren(tip.label)
  if (tip.shortcut) bubble.append(shortcutOf(tip.shortcut))
  bubble.showPopover()
  place(bubble, control.getBoundingClientRect(), tip.side, getComputedStyle(control).direction === 'rtl')
  addEventListener('keydown', onKey, true)
  addEventListener('scroll', hideTip, true)
  shownFor = control
  removal.observe(document.body, { childList: true, subtree: true })
}

function createBubble(): HTMLElement {
  const element = document.createElement('div')
  // In the top layer, so that it lies above dialogs. Hidden from assistive technology: it repeats the control's name.
  element.popover = 'manual'
  element.ariaHidden = 'true'
  element.className =
    'pointer-events-none fixed inset-auto m-0 max-w-72 animate-fade rounded-sm bg-ink px-2 py-1 text-xs font-medium text-canvas'
  document.body.append(element)
  return element
}

function shortcutOf(shortcut: string): HTMLElement {
  const element = document.createElement('kbd')
  element.className = 'ms-2 font-sans opacity-70'
  element.dir = 'ltr'
  element.textContent = keysOf(shortcut).join(' ')
  return element
}

function place(element: HTMLElement, control: DOMRect, side: TooltipSide, rtl: boolean): void {
  const { offsetWidth: width, offsetHeight: height } = element
  const onRight = side === (rtl ? 'start' : 'end')
  const beside = side === 'start' || side === 'end'
  let left = beside
    ? onRight
      ? control.right + GAP
      : control.left - width - GAP
    : control.left + (control.width - width) / 2
  let top = beside
    ? control.top + (control.height - height) / 2
    : side === 'top'
      ? control.top - height - GAP
      : control.bottom + GAP
  if (side === 'top' && top < GAP) top = control.bottom + GAP
  if (side === 'bottom' && top + height > innerHeight - GAP) top = control.top - height - GAP
  left = Math.max(GAP, Math.min(left, innerWidth - width - GAP))
  top = Math.max(GAP, Math.min(top, innerHeight - height - GAP))
  element.style.left = `${left}px`
  element.style.top = `${top}px`
}
