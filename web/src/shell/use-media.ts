import { useSyncExternalStore } from 'react'

/** Whether a media query matches, live. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    () => matchMedia(query).matches,
  )
}

/** Spec 9: mobile is 768 px or less. */
export const PHONE = '(max-width: 768px)'
