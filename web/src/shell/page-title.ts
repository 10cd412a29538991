import { brand } from '@atrium/contract/brand'
import { useEffect, useSyncExternalStore } from 'react'
import { pageIsIn } from '../ui/load-overlays.ts'

const listeners = new Set<() => void>()
let title = ''

function show(next: string): void {
  title = next
  document.title = next ? `${next} · ${brand.name}` : brand.name
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Names the page: in the window's title and in the phone's top bar. */
export function usePageTitle(next: string): void {
  // Every page has a title: when this runs, the page is there.
  useEffect(pageIsIn, [])
  useEffect(() => {
    show(next)
    return () => {
      if (title === next) show('')
    }
  }, [next])
}

export const useShownTitle = (): string => useSyncExternalStore(subscribe, () => title)
