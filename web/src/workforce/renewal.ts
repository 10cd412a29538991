import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiError } from '../platform/api.ts'
import { useNews, useNewsGap } from '../platform/live.ts'

/** ms between the end of a round and the next. */
const PAUSE = 1_000
/** ms of it for each call of the round: several tabs together stay below a person's reads in a minute. */
const PAUSE_PER_CALL = 200
/** Lines that a call for a whole list has at most. */
const PER_CALL = 500
/** ms until what could not be fetched is asked for once more. */
const SECOND_TRY = 15_000

type Which = (query: Query) => boolean

/** How many calls fetched it. */
function callsOf(data: unknown): number {
  const { pages, tasks } = (data ?? {}) as { pages?: unknown; tasks?: unknown }
  if (Array.isArray(pages)) return pages.length
  return Array.isArray(tasks) ? Math.max(1, Math.ceil(tasks.length / PER_CALL)) : 1
}

/** ms after which the server takes calls again; 0 where it refused none. */
const waitOf = (error: unknown): number => {
  if (!(error instanceof ApiError) || error.status !== 429) return 0
  const seconds = error.details?.retryAfter
  return typeof seconds === 'number' ? seconds * 1_000 : SECOND_TRY
}

/** The server was away or has failed: what it refuses for good is not asked for again. */
const isPassing = (error: unknown): boolean => error instanceof ApiError && (error.status === 0 || error.status >= 500)

/**
 * Fetches anew what is shown: at once with the first news, then in rounds with a pause between them that collects the
 * news. A round is fetched to its end: a long list would else be begun anew forever.
 */
export function createRenewal(client: QueryClient, which: Which) {
  let heard = 0
  let isRenewing = false
  let isOver = true
  /** Not before this. */
  let free = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const plan = (wait: number, isSecond = false) => {
    clearTimeout(timer)
    timer = setTimeout(() => void round(isSecond), wait)
  }
  async function round(isSecond: boolean): Promise<void> {
    const told = heard
    isRenewing = true
    await client.invalidateQueries({ predicate: which })
    isRenewing = false
    if (isOver) return
    const shown = client.getQueryCache().findAll({ type: 'active', predicate: which })
    const refused = Math.max(0, ...shown.map(({ state }) => waitOf(state.error)))
    const calls = shown.reduce((sum, { state }) => sum + callsOf(state.data), 0)
    const pause = Math.max(PAUSE, PAUSE_PER_CALL * calls, refused)
    free = Date.now() + pause
    if (told !== heard || refused > 0) plan(pause)
    else if (!isSecond && shown.some(({ state }) => isPassing(state.error))) plan(SECOND_TRY, true)
  }
  return {
    hear(): void {
      heard += 1
      if (!isRenewing) plan(Math.max(0, free - Date.now()))
    },
    /** Until what it answers is called. */
    begin(): () => void {
      isOver = false
      return () => {
        isOver = true
        clearTimeout(timer)
      }
    },
  }
}

/** `createRenewal` for the life of a component, with the news of some topics. */
export function useRenewal(which: Which, topics: readonly string[]): void {
  const client = useQueryClient()
  const [renewal] = useState(() => createRenewal(client, which))
  useEffect(() => renewal.begin(), [renewal])
  useNews(({ topic }) => {
    if (topics.includes(topic)) renewal.hear()
  })
  useNewsGap(() => renewal.hear())
}
