import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

const AT_END = 48 // px from the end within which the list follows what is added

export interface StickyEnd {
  list: RefObject<HTMLDivElement | null>
  /** Whether what comes is out of sight. */
  isAway: boolean
  toEnd: (behavior?: ScrollBehavior) => void
}

/** A list that stays at its end when it was there, whatever is added or takes its room. `sent`: goes there when it changes. */
export function useStickyEnd(sent: string | undefined): StickyEnd {
  const list = useRef<HTMLDivElement>(null)
  const [isAway, setAway] = useState(false)
  const toEnd = useCallback((behavior: ScrollBehavior = 'instant') => {
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches
    list.current?.scrollTo({ top: list.current.scrollHeight, behavior: still ? 'instant' : behavior })
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: at first, and for each message that the person sends
  useLayoutEffect(() => toEnd(), [sent, toEnd])
  useEffect(() => {
    const element = list.current
    if (!element) return
    let follows = true
    let last = 0
    const note = () => {
      const { scrollTop, scrollHeight, clientHeight } = element
      const isNear = scrollHeight - scrollTop - clientHeight <= AT_END
      // What is added takes the end away; only a person who scrolls up leaves it.
      if (isNear) follows = true
      else if (scrollTop < last) follows = false
      last = scrollTop
      setAway(!isNear && !follows)
    }
    const observer = new ResizeObserver(() => {
      if (follows) toEnd()
      note()
    })
    observer.observe(element)
    if (element.firstElementChild) observer.observe(element.firstElementChild)
    element.addEventListener('scroll', note, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', note)
    }
  }, [toEnd])
  return { list, isAway, toEnd }
}
