import { type ComponentType, useLayoutEffect, useSyncExternalStore } from 'react'

type OwnSidebar = ComponentType<{ inSheet: boolean }>

let own: OwnSidebar | undefined
const listeners = new Set<() => void>()

function put(next: OwnSidebar | undefined): void {
  own = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** A part of the workspace that has a sidebar of its own shows it in place of the usual one, as long as it is on the page. */
export function useOwnSidebar(sidebar: OwnSidebar): void {
  useLayoutEffect(() => {
    put(sidebar)
    return () => put(undefined)
  }, [sidebar])
}

export const useShownSidebar = (): OwnSidebar | undefined => useSyncExternalStore(subscribe, () => own)
