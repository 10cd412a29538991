import { api } from '@atrium/web/kit'
import { skipToken, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { View } from '../readings.ts'
import type { TaskRow } from '../records.ts'

/** Rows before "Show more"; subtasks come with the task they are a part of. */
const PAGE = 200

interface Listed {
  tasks: TaskRow[]
  total: number
}

/** A row that moved while pages were read may stand on two. */
const rowsOf = (pages: readonly Listed[]): TaskRow[] => [
  ...new Map(pages.flatMap((page) => page.tasks).map((task) => [task.id, task])).values(),
]

interface Asked {
  view: View
  projectId?: string
  context?: string
  assignee?: string
  tree?: boolean
}

/** A list by pages. Its key begins as every query of the module does, so that a write renews all pages that are shown. */
export function useTaskPages(asked: Asked | undefined) {
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ['module', 'tasks', 'list', 'pages', asked],
    initialPageParam: 0,
    queryFn:
      asked === undefined
        ? skipToken
        : async ({ pageParam, signal }): Promise<Listed> => {
            const input = { ...asked, limit: PAGE, offset: pageParam }
            return (await api.post<{ output: Listed }>('/api/m/tasks/list', input, { signal })).output
          },
    getNextPageParam: (last, _, offset) =>
      last.tasks.length < PAGE || offset + PAGE >= last.total ? null : offset + PAGE,
  })
  const tasks = useMemo(() => data && rowsOf(data.pages), [data])
  return {
    tasks,
    error,
    hasMore: hasNextPage,
    isLoadingMore: isFetchingNextPage,
    /** Answers whether rows came. */
    showMore: async (): Promise<boolean> => {
      const shown = data?.pages.length ?? 0
      return ((await fetchNextPage()).data?.pages.length ?? 0) > shown
    },
  }
}
