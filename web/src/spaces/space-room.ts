import type { SpaceRoom, SpaceUse } from '@atrium/contract/spaces'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { referenceFor, sentenceFor } from '../platform/api.ts'
import { useNews, useNewsGap } from '../platform/live.ts'
import { asSomebody } from '../platform/somebody.ts'
import { toast } from '../ui/toast.tsx'

export const roomQuery = (key: string) => queryOptions<SpaceRoom>({ queryKey: ['/api/spaces', key] })

export const usesQuery = queryOptions<{ spaces: SpaceUse[] }>({
  queryKey: ['/api/spaces'],
  // Every conversation moves it.
  staleTime: 0,
})

/** What the person has in this Space; asked for anew when something of theirs has changed. */
export function useRoom(key: string) {
  const client = useQueryClient()
  const renew = () => void client.invalidateQueries({ queryKey: ['/api/spaces', key] })
  useNews(({ topic }) => ['spaces', 'threads', 'thread', 'records'].includes(topic) && renew())
  useNewsGap(renew)
  return useQuery({ ...roomQuery(key), staleTime: 0 })
}

/** Keeps something in the Space, for a visitor as a guest; what the server answers is shown at once. True when it is kept. */
export function useKeep(key: string) {
  const client = useQueryClient()
  const { t } = useTranslation('spaces')
  return async (act: () => Promise<Partial<SpaceRoom>>): Promise<boolean> => {
    try {
      const answer = await asSomebody(client, act)
      // What was asked for before it was kept would put the old back.
      if (client.getQueryData(roomQuery(key).queryKey)) await client.cancelQueries({ queryKey: ['/api/spaces', key] })
      client.setQueryData(roomQuery(key).queryKey, (room) => room && { ...room, ...answer })
      return true
    } catch (error) {
      toast({
        variant: 'destructive',
        title: t('keepFailed'),
        description: sentenceFor(error),
        reference: referenceFor(error),
      })
      return false
    }
  }
}
