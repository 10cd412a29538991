import { type RefObject, useLayoutEffect } from 'react'

/**
 * A card that goes when it is done with hands the focus on: to the next `[data-work-card]` of the page, else the one before,
 * else the page's title.
 */
export function useHeirFocus(element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const here = element.current
    return () => {
      if (!here?.contains(document.activeElement)) return
      const cards = [...document.querySelectorAll<HTMLElement>('[data-work-card]')]
      const at = cards.indexOf(here)
      const heirs = [cards[at + 1], cards[at - 1], document.querySelector<HTMLElement>('main h1, h1')]
      requestAnimationFrame(() => {
        if (document.activeElement !== document.body) return
        const heir = heirs.find((one) => one?.isConnected)
        if (!heir) return
        if (!heir.hasAttribute('tabindex')) heir.tabIndex = -1
        heir.focus()
      })
    }
  }, [element])
}
