import { Manager, type Org, type SeatAtWork } from '@atrium/contract/workforce-seats'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { api, referenceFor, sentenceFor } from '../../platform/api.ts'
import { toast } from '../../ui/toast.tsx'
import { renewWorkforce } from '../use-workforce-news.ts'
import { everyNode, managerKeyOf, type OrgNode, personKey, seatKey, withReports } from './org-tree.ts'

const ORG = '/api/workforce/org'

export const useOrg = () => useQuery<Org>({ queryKey: [ORG], staleTime: 0 })

type Move = { seat: SeatAtWork; to: string | null }

const managerOf = (key: string | null): z.infer<typeof Manager> =>
  Manager.parse(key?.startsWith('person:') ? { userId: key.slice(7) } : key ? { seatId: key.slice(5) } : {})

/** Whom a seat could report to: not itself, and nobody below it. */
export function managersFor(tops: readonly OrgNode[], seatId: string): OrgNode[] {
  const every = everyNode(tops)
  const own = every.find(({ key }) => key === seatKey(seatId))
  const below = new Set(own ? withReports(own) : [])
  return every.filter((node) => !below.has(node))
}

/**
 * Gives a seat another manager. What the server refuses (a ring, somebody else's seat) is said, and the chart stays as it
 * was: it is drawn anew only with the server's answer.
 */
export function useMove() {
  const { t } = useTranslation('seats')
  const client = useQueryClient()
  const put = ({ seat, to }: Move) => api.put(`/api/workforce/seats/${seat.id}/manager`, managerOf(to))
  const failed = (error: unknown) =>
    toast({
      variant: 'destructive',
      title: t('org.refused'),
      description: sentenceFor(error),
      reference: referenceFor(error),
    })
  const move = useMutation({
    mutationFn: put,
    onSuccess: (_, { seat, to }) => {
      const name = nameIn(client.getQueryData<Org>([ORG]), to)
      toast({
        title: name ? t('org.moved', { seat: seat.name, manager: name }) : t('org.freed', { seat: seat.name }),
        action: {
          label: t('common.undo'),
          altText: t('org.undoAlt'),
          onClick: () =>
            void put({ seat, to: managerKeyOf(seat) })
              .catch(failed)
              .finally(() => renewWorkforce(client)),
        },
      })
    },
    onError: failed,
    onSettled: () => renewWorkforce(client),
  })
  return {
    ...move,
    move: (seat: SeatAtWork, to: string | null) => managerKeyOf(seat) !== to && move.mutate({ seat, to }),
  }
}

const nameIn = (org: Org | undefined, key: string | null): string =>
  org?.people.find(({ id }) => personKey(id) === key)?.name ??
  org?.seats.find(({ id }) => seatKey(id) === key)?.name ??
  ''
