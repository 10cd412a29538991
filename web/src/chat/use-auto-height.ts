import { type RefObject, useLayoutEffect } from 'react'

/** Lets a textarea be as tall as its text, up to `max` px; beyond that it scrolls. */
export function useAutoHeight(area: RefObject<HTMLTextAreaElement | null>, text: string, max: number): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text is what the height follows
  useLayoutEffect(() => {
    const element = area.current
    if (!element) return
    element.style.height = 'auto'
    element.style.height = `${Math.min(element.scrollHeight, max)}px`
    element.style.overflowY = element.scrollHeight > max ? 'auto' : 'hidden'
  }, [area, text, max])
}
