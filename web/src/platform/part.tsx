import { type ComponentType, createElement, type ReactNode, Suspense, useSyncExternalStore } from 'react'
import { patiently } from './patiently.ts'

interface PartProps {
  /** What stands there until the file has come. */
  placeholder?: ReactNode
  /** What stands there when it cannot be had. Absent, the failure is thrown to the nearest boundary. */
  failed?: ReactNode
}

export interface Part<P extends object> {
  (props: P & PartProps): ReactNode
  /** Loads it ahead of its first drawing, and again what could not be had. Never rejects: who needs it is told when it is drawn. */
  load: () => Promise<void>
}

interface State<P> {
  component?: ComponentType<P>
  failure?: { cause: unknown }
}

/**
 * A component with a file of its own, loaded patiently: ahead, or when it is first drawn. Two things are other than with
 * React's `lazy`. A file that could not be had is tried again when it is wanted again; `lazy` remembers the failure for
 * the life of the page. And its loading does not suspend: React holds back what leaves a Suspense boundary until 300 ms
 * after the last fallback appeared (FALLBACK_THROTTLE_MS), even when the file came at once. A component that itself waits
 * for something (its words, say) waits behind its own placeholder: the nearest boundary outside is the whole page's, and
 * a page that is hidden for a moment takes the caret from whoever writes in it.
 */
export function part<P extends object>(load: () => Promise<ComponentType<P>>): Part<P> {
  let state: State<P> = {}
  let loading: Promise<void> | undefined
  const listeners = new Set<() => void>()
  const settle = (next: State<P>) => {
    state = next
    loading = undefined
    for (const listener of listeners) listener()
  }
  const begin = (): Promise<void> => {
    if (state.component) return Promise.resolve()
    loading ??= patiently(load).then(
      (component) => settle({ component }),
      (cause: unknown) => {
        console.error('A part of the page could not be loaded.', cause)
        // Nobody waits for it: whoever draws it next tries again.
        settle(listeners.size > 0 ? { failure: { cause } } : {})
      },
    )
    return loading
  }
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    if (!state.failure) void begin()
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0 && state.failure) state = {}
    }
  }
  const read = () => state

  function LoadedPart({ placeholder = null, failed, ...props }: P & PartProps): ReactNode {
    const { component, failure } = useSyncExternalStore(subscribe, read)
    if (component)
      return createElement(Suspense, { fallback: placeholder }, createElement(component, props as unknown as P))
    if (!failure) void begin()
    else if (failed === undefined) throw failure.cause
    return failure ? failed : placeholder
  }
  return Object.assign(LoadedPart, { load: begin })
}
