import { useEffect } from 'react'
import { useLocation } from 'react-router'

/** What the address names behind `#`; empty for nothing. */
export function useHash(): string {
  const { hash } = useLocation()
  try {
    return decodeURIComponent(hash.slice(1))
  } catch (error) {
    if (error instanceof URIError) return ''
    throw error
  }
}

/** Brings what the address names behind `#` into view, and the focus to it, once it is on the page. */
export function useHashTarget(isThere = true): void {
  const hash = useHash()
  useEffect(() => {
    const target = isThere && hash && document.getElementById(hash)
    if (!target) return
    target.scrollIntoView({ block: 'start' })
    target.focus({ preventScroll: true })
  }, [hash, isThere])
}
