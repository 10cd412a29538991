import { type RefObject, useEffect } from 'react'

const CONTROL = 'button, a[href]'

/**
 * What is deleted, saved or cancelled in a panel takes its control away, and the focus with it. The row that stands in
 * its place gets the focus then, or the panel's heading when none is left, or where it has none its first button, or
 * the heading of what it shows instead: the keyboard goes on from where it was. The panel must outlive its last row.
 */
export function useKeptFocus(panel: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = panel.current
    if (!element) return
    let last: Element | null = null
    let at = -1
    const rows = () => [...element.querySelectorAll('li')].filter((row) => row.querySelector(CONTROL))
    const onFocus = ({ target }: FocusEvent) => {
      last = target instanceof Element ? target : null
      at = rows().findIndex((row) => row.contains(last))
    }
    const watch = new MutationObserver(() => {
      if (!last || last.isConnected || (document.activeElement ?? document.body) !== document.body) return
      const row = at < 0 ? undefined : rows().at(Math.min(at, rows().length - 1))
      const next =
        row?.querySelector<HTMLElement>(CONTROL) ??
        element.querySelector<HTMLElement>('h3') ??
        element.querySelector('button') ??
        element.querySelector<HTMLElement>('h2[tabindex]')
      last = null
      next?.focus()
    })
    element.addEventListener('focusin', onFocus)
    watch.observe(element, { childList: true, subtree: true })
    return () => {
      element.removeEventListener('focusin', onFocus)
      watch.disconnect()
    }
  }, [panel])
}
