import type { WorkforceCatalogue } from '@atrium/contract/workforce-orders'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api, referenceFor, sentenceFor } from '../platform/api.ts'
import { toast } from '../ui/toast.tsx'
import { CATALOGUE } from './use-catalogue.ts'

interface Mark {
  key: string
  kind: 'star' | 'interest'
  on: boolean
}

/** Which agents the person starred or waits for. A change is shown at once, and taken back when it is refused. */
export function useMarks() {
  const { t } = useTranslation('workforce')
  const client = useQueryClient()
  const { data, isPending, error, refetch } = useQuery<WorkforceCatalogue>({ queryKey: CATALOGUE })
  const mark = useMutation({
    mutationFn: ({ key, kind, on }: Mark) => api.put(`/api/workforce/agents/${key}/${kind}`, { on }),
    onMutate: async ({ key, kind, on }) => {
      await client.cancelQueries({ queryKey: CATALOGUE })
      const before = client.getQueryData<WorkforceCatalogue>(CATALOGUE)
      const field = kind === 'star' ? 'starred' : 'interested'
      if (before)
        client.setQueryData<WorkforceCatalogue>(CATALOGUE, {
          ...before,
          agents: before.agents.map((agent) => (agent.key === key ? { ...agent, [field]: on } : agent)),
        })
      return before
    },
    onError: (failure, _, before) => {
      client.setQueryData(CATALOGUE, before)
      toast({
        variant: 'destructive',
        title: t('favorites.failed'),
        description: sentenceFor(failure),
        reference: referenceFor(failure),
      })
    },
  })
  const agents = data?.agents ?? []
  return {
    isPending,
    /** Marks that are there stay when they cannot be fetched anew. */
    error: data ? null : error,
    refetch,
    isStarred: (key: string) => agents.some((agent) => agent.key === key && agent.starred),
    isAwaited: (key: string) => agents.some((agent) => agent.key === key && agent.interested),
    star: (key: string, on: boolean) => mark.mutate({ key, kind: 'star', on }),
    wait: (key: string, on: boolean) => mark.mutate({ key, kind: 'interest', on }),
  }
}
export type Marks = ReturnType<typeof useMarks>
