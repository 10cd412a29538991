/** One answered request. Times in ms since 1970. */
export interface Answered {
  method: string
  /** The route's pattern: `/api/runs/:id`. */
  route: string
  status: number
  startedAt: number
  endedAt: number
  requestId: string
  /** W3C trace context of the caller. */
  traceparent: string | null
}

/** One run that has ended for good. Times in ms since 1970. */
export interface EndedRun {
  id: string
  kind: string
  status: string
  startedAt: number
  endedAt: number
  /** Used at models by this attempt. */
  tokens: number
  costMicros: number
}

/** Who is told what the server has done. It must not throw. */
export interface Observer {
  answered(request: Answered): void
  runEnded(run: EndedRun): void
}

export const observers = (several: readonly Observer[]): Observer => ({
  answered(request) {
    for (const one of several) one.answered(request)
  },
  runEnded(run) {
    for (const one of several) one.runEnded(run)
  },
})
