import type { QueryClient } from '@tanstack/react-query'
import { useRenewal } from './renewal.ts'

const ofWorkforce = ({ queryKey }: { queryKey: readonly unknown[] }) =>
  /^\/api\/(workforce|approvals|admin\/(orders|support))/.test(String(queryKey[0]))

/** Who has left a team does no tasks of its members any more. */
const TOPICS = ['workforce', 'teams']

/** Fetches anew what is shown of orders, seats, stars and the cart. */
export const renewWorkforce = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ predicate: ofWorkforce })

/** What another tab, another device or an administrator changed is shown without a reload. */
export const useWorkforceNews = (): void => useRenewal(ofWorkforce, TOPICS)
