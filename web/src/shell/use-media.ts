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

/**
 * The frame of a phone: top bar, sheet, one column. By width alone: a laptop with a touchscreen is no phone, and neither
 * is a tablet with room for the sidebar. Classes for it are chosen by this, not by Tailwind's `md:`, which at exactly
 * 768 px means the opposite.
 */
export const PHONE = '(max-width: 768px)'

/**
 * Spec 9, "Mobile detection": 768 px or less, or touch. For what the spec calls mobile (the offer of the chat /m and how
 * it behaves), never for the frame. Touch is where a finger is the first pointer.
 */
export const MOBILE = `${PHONE}, (pointer: coarse)`
