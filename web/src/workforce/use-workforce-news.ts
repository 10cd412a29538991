import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useNews, useNewsGap } from '../platform/live.ts'

const ofWorkforce = ({ queryKey }: { queryKey: readonly unknown[] }) =>
  /^\/api\/(workforce|admin\/(orders|support))/.test(String(queryKey[0]))

/** Fetches anew what is shown of orders, seats, stars and the cart. */
export const renewWorkforce = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ predicate: ofWorkforce })

/** What another tab, another device or an administrator changed is shown without a reload. */
export function useWorkforceNews(): void {
  const client = useQueryClient()
  useNews(({ topic }) => {
    if (topic === 'workforce') void renewWorkforce(client)
  })
  useNewsGap(() => void renewWorkforce(client))
}
