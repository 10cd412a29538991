import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

export const ZOOM = { min: 0.25, max: 1.5, step: 1.25 } as const
/** Below this a card cannot be read: a phone scrolls instead. */
const READABLE = 0.75
/** px that the frame keeps around the drawing. */
const MARGIN = 32

const bounded = (zoom: number, least: number = ZOOM.min) => Math.min(ZOOM.max, Math.max(least, zoom))

interface Size {
  width: number
  height: number
}

/** px that the middle of the frame is away from the side where reading begins, and back. Right to left it scrolls below nought. */
const middleOf = ({ scrollLeft, clientWidth }: Element) => Math.abs(scrollLeft) + clientWidth / 2
const putInMiddle = (frame: Element, at: number, isRtl: boolean) => {
  const scrolled = Math.max(0, at - frame.clientWidth / 2)
  frame.scrollLeft = isRtl ? -scrolled : scrolled
}

/**
 * How large a drawing is shown in its frame. At first as much of it as can be read, with `first` in the middle; then what
 * is in the middle stays there while the size changes.
 */
export function useZoom(box: RefObject<HTMLElement | null>, { width, height }: Size, first: number, isRtl: boolean) {
  const [zoom, setZoom] = useState(1)
  /** What stands in the middle, in px of the drawing's own size. */
  const held = useRef(isRtl ? width - first : first)
  const change = (next: number) => {
    const frame = box.current
    if (frame && frame.scrollWidth > frame.clientWidth) held.current = (middleOf(frame) - MARGIN / 2) / zoom
    setZoom(next)
  }
  const fitting = (least: number) => {
    const { clientWidth = 0, clientHeight = 0 } = box.current ?? {}
    return Math.min(1, bounded(Math.min((clientWidth - MARGIN) / width, (clientHeight - MARGIN) / height), least))
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: as it is first seen
  useLayoutEffect(() => setZoom(fitting(READABLE)), [])
  useLayoutEffect(() => {
    if (box.current) putInMiddle(box.current, held.current * zoom + MARGIN / 2, isRtl)
  }, [box, zoom, isRtl])
  return {
    zoom,
    fit: () => change(fitting(ZOOM.min)),
    larger: () => change(bounded(zoom * ZOOM.step)),
    smaller: () => change(bounded(zoom / ZOOM.step)),
  }
}
