import { prefixed } from '@atrium/contract/brand'
import type { SeatsAtWork } from '@atrium/contract/workforce-seats'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { z } from 'zod'
import { api } from '../../platform/api.ts'
import { readOwner } from '../../platform/owner.ts'
import { useSession } from '../../platform/session.ts'
import { storage } from '../../platform/storage.ts'

const keyOf = (owner: string) => prefixed(`has_seats_${owner}`)

const SEATS = '/api/workforce/seats'

/** A member's seats. Guests have none, and are not asked to sign in for it. */
export function useSeats() {
  const { isMember } = useSession()
  return useQuery<z.infer<typeof SeatsAtWork>>({
    queryKey: [SEATS],
    queryFn: isMember ? ({ signal }) => api.get(SEATS, { signal }) : skipToken,
    staleTime: 0,
  })
}

/** Whether the person has hired anybody. What it was last time stands until the server has answered, so that nothing jumps. */
export function useHasSeats(): boolean {
  const { data } = useSeats()
  const owner = readOwner()
  const has = data && data.seats.length > 0
  useEffect(() => {
    if (has === undefined) return
    if (has) storage.write(keyOf(owner), 'yes')
    else storage.remove(keyOf(owner))
  }, [has, owner])
  return has ?? storage.read(keyOf(owner)) !== null
}
