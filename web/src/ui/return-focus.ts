import { useLayoutEffect, useRef } from 'react'

/** What the overlays that are open go back to. */
const opened: HTMLElement[][] = []

/**
 * Remembers what had the focus when an overlay opened and gives it back when the overlay has closed. Radix gives it to
 * its own trigger, which overlays opened by state do not have. When that control is gone, what the overlay below goes back
 * to is next: a dialog that took the place of its own placeholder opened from within that. When all are gone (the deleted
 * row's menu), the main region takes the focus, so that the keyboard goes on from the page and not from the top of the
 * document.
 */
export function useReturnFocus(open: boolean): (event: Event) => void {
  const before = useRef<HTMLElement[]>([])
  const was = useRef(false)
  if (open !== was.current) {
    was.current = open
    const control = controlInFocus()
    if (open) before.current = [...(control ? [control] : []), ...(opened.at(-1) ?? [])]
  }
  useLayoutEffect(() => {
    if (!open) return
    const own = before.current
    opened.push(own)
    return () => void opened.splice(opened.indexOf(own), 1)
  }, [open])
  return (event) => {
    event.preventDefault()
    const target = before.current.find((one) => one.isConnected && one !== document.body)
    if (target) target.focus()
    else document.querySelector<HTMLElement>('main')?.focus()
  }
}

/** What has the focus; of an item in a menu, which is about to go, the button that opened the menu. */
function controlInFocus(): HTMLElement | null {
  const active = document.activeElement
  if (active?.closest('[role="menu"]')) {
    return document.querySelector<HTMLElement>('[aria-haspopup="menu"][aria-expanded="true"]:not([role="menuitem"])')
  }
  return active instanceof HTMLElement ? active : null
}
