import type { PublishedAgent, SeatsAtWork } from '@atrium/contract/workforce-seats'
import type { TaskDetails, TaskList } from '@atrium/contract/workforce-work'
import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'

// The keys are the calls' addresses: news of the workforce fetch them anew.

const OPEN_MAX = 500 // tasks of a board

/** Open tasks by rank, of one seat or of all. */
export function useOpenTasks(seatId = '') {
  const of = seatId && `&seat=${encodeURIComponent(seatId)}`
  const path = `/api/workforce/tasks?status=open&limit=${OPEN_MAX}${of}`
  return { path, query: useQuery<z.infer<typeof TaskList>>({ queryKey: [path], staleTime: 0 }) }
}

const DONE_SHOWN = 50

/** What was done, the newest first. */
export function useDoneTasks(seatId = '') {
  const of = seatId && `&seat=${encodeURIComponent(seatId)}`
  const path = `/api/workforce/tasks?status=done&limit=${DONE_SHOWN}${of}`
  return { path, query: useQuery<z.infer<typeof TaskList>>({ queryKey: [path], staleTime: 0 }) }
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
