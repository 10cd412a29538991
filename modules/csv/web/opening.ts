import { useSyncExternalStore } from 'react'

/** A file that is on its way into a dataset. It goes on when another page of the workspace is opened. */
export interface Opening {
  name: string
  /** Sent to the server, or read there. */
  step: 'sending' | 'reading'
  /** Its reading in Activity, where that takes longer than a moment. */
  job: string | null
  /** To be told how that has ended. */
  ended?: (status: string) => void
  /** 0–100; null as long as nobody knows. */
  percent: number | null
  /** Files behind it. */
  waiting: number
  stop(): void
}

let opening: Opening | null = null
const listeners = new Set<() => void>()

export const openingNow = (): Opening | null => opening

export function setOpening(next: Opening | null): void {
  opening = next
  for (const listener of listeners) listener()
}

/** The file that is being opened; null while none is. */
export const useOpening = (): Opening | null =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    () => opening,
  )
