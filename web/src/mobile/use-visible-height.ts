import { type RefObject, useEffect } from 'react'

const ZOOMED = 1.01 // A page that is pinched larger is looked at, not typed into: it stays as it is.

/** Keeps a page that fills the screen above the on-screen keyboard, where the browser itself does not (Safari). */
export function useVisibleHeight(page: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const view = window.visualViewport
    const element = page.current
    if (!view || !element) return
    const fit = () => {
      const covered = view.scale <= ZOOMED && innerHeight - view.height > 1
      element.style.height = covered ? `${view.height}px` : ''
      element.style.translate = covered ? `0 ${view.offsetTop}px` : ''
      element.toggleAttribute('data-keyboard', covered)
    }
    fit()
    view.addEventListener('resize', fit)
    view.addEventListener('scroll', fit)
    return () => {
      view.removeEventListener('resize', fit)
      view.removeEventListener('scroll', fit)
    }
  }, [page])
}
