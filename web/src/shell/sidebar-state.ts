import { useCallback, useSyncExternalStore } from 'react'

const COOKIE = 'sidebar_state'
const KEPT = 60 * 60 * 24 * 7 // seconds: 7 days (spec 9)

const listeners = new Set<() => void>()
let open = !document.cookie.split('; ').includes(`${COOKIE}=false`)

function keep(next: boolean): void {
  open = next
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser that we serve.
  document.cookie = `${COOKIE}=${next}; path=/; max-age=${KEPT}; samesite=lax`
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether the sidebar is wide (16rem) or a rail of icons (3rem); remembered in a cookie for 7 days. */
export function useSidebar(): { open: boolean; toggle: () => void } {
  const current = useSyncExternalStore(subscribe, () => open)
  return { open: current, toggle: useCallback(() => keep(!open), []) }
}
