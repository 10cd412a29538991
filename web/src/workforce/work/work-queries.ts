import type { PublishedAgent, SeatsAtWork } from '@atrium/contract/workforce-seats'
import type { TaskDetails, TaskList } from '@atrium/contract/workforce-work'
import { type QueryClient, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import { api } from '../../platform/api.ts'

// The keys begin with the calls' addresses: news of the workforce fetch them anew.

type Tasks = z.infer<typeof TaskList>
type Page = { nextCursor: string | null }

/** A list's address with what it is asked for; what is empty is not asked for. */
export function listPath(name: string, asked: Record<string, string | number | undefined>): string {
  const params = Object.entries(asked).filter((one): one is [string, string | number] => Boolean(one[1]))
  return `/api/${name === 'approvals' ? '' : 'workforce/'}${name}?${new URLSearchParams(params.map(([key, value]) => [key, String(value)]))}`
}

const pageOf = <P extends Page>(path: string, cursor: string | null, signal: AbortSignal) =>
  api.get<P>(cursor ? `${path}&${new URLSearchParams({ cursor })}` : path, { signal })

/** A list that is looked at page by page. */
export const usePages = <P extends Page>(path: string) =>
  useInfiniteQuery({
    queryKey: [path, 'pages'],
    queryFn: ({ pageParam, signal }) => pageOf<P>(path, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    staleTime: 0,
  })

/** Open tasks that are fetched without being asked for. */
const OPEN_MAX = 10_000

/**
 * Open tasks by rank, of one seat or of all: every page of them up to ten thousand, then ten thousand more with each `more`.
 * `nextCursor` says that there are others; while it fetches, that they are on their way.
 */
export function useOpenTasks(seatId = '') {
  const path = listPath('tasks', { status: 'open', limit: 500, seat: seatId })
  const [most, setMost] = useState(OPEN_MAX)
  const query = useQuery<Tasks>({
    queryKey: [path, 'whole', most],
    queryFn: ({ client, queryKey, signal }) => whole(path, most, { client, queryKey, signal }),
    placeholderData: (before, { queryKey = [] } = {} as never) => (queryKey[0] === path ? before : undefined),
    staleTime: 0,
  })
  return { path, query, more: () => (query.error ? void query.refetch() : setMost(most + OPEN_MAX)) }
}

interface Asked {
  client: QueryClient
  queryKey: readonly unknown[]
  signal: AbortSignal
}

/** All pages after each other. The first time they are shown as they come. */
async function whole(path: string, most: number, { client, queryKey, signal }: Asked): Promise<Tasks> {
  const isFirst = most === OPEN_MAX && client.getQueryData(queryKey) === undefined
  const tasks: Tasks['tasks'] = []
  let nextCursor: string | null = null
  do {
    const page: Tasks = await pageOf<Tasks>(path, nextCursor, signal)
    tasks.push(...page.tasks)
    nextCursor = page.nextCursor
    if (isFirst && nextCursor && !signal.aborted) client.setQueryData(queryKey, { tasks: [...tasks], nextCursor })
  } while (nextCursor && tasks.length < most)
  return { tasks, nextCursor }
}

/** The first open tasks by rank: enough to choose from. */
export const useFirstTasks = () =>
  useQuery<Tasks>({ queryKey: [listPath('tasks', { status: 'open', limit: 500 })], staleTime: 0 })

/** What was done last, the newest first. */
export function useDoneTasks(seatId = '') {
  const path = listPath('tasks', { status: 'done', limit: 50, seat: seatId })
  return { path, query: useQuery<Tasks>({ queryKey: [path], staleTime: 0 }) }
}

export const useSeats = () =>
  useQuery<z.infer<typeof SeatsAtWork>>({ queryKey: ['/api/workforce/seats'], staleTime: 0 })

/** What an agent that can be hired does; asked for only with a key. */
export const useAgent = (key: string | undefined) =>
  useQuery<PublishedAgent>({
    queryKey: ['/api/workforce/agents', encodeURIComponent(key ?? '')],
    enabled: key !== undefined,
  })

export const taskKey = (id: string) => ['/api/workforce/tasks', encodeURIComponent(id)]

export const useTask = (id: string, enabled = true) =>
  useQuery<TaskDetails>({ queryKey: taskKey(id), staleTime: 0, enabled })
