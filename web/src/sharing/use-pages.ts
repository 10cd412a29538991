import type { NewPage, PageChange, PublicPage } from '@atrium/contract/public-pages'
import { hashKey, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../platform/api.ts'
import { queryClient } from '../platform/query.ts'
import { readScope, useScope } from '../platform/scope.ts'

const PAGES = '/api/pages'
// A team's pages are others than the person's own.
queryClient.setQueryDefaults([PAGES], { queryKeyHashFn: (key) => hashKey([readScope(), ...key]) })

/** The public pages of the person, or of the team that they are working in, and what is done with them. */
export function usePages() {
  useScope()
  const client = useQueryClient()
  const query = useQuery<{ pages: PublicPage[] }>({ queryKey: [PAGES] })
  const renewed = async <T>(doing: Promise<T>): Promise<T> => {
    const answer = await doing
    await client.invalidateQueries({ queryKey: [PAGES] })
    return answer
  }
  return {
    query,
    publish: (page: NewPage) => renewed(api.post<PublicPage>(PAGES, page)),
    change: (id: string, page: PageChange) => renewed(api.patch<PublicPage>(`${PAGES}/${id}`, page)),
    takeBack: (id: string) => renewed(api.delete(`${PAGES}/${id}`)),
  }
}

/** A title as an address: letters without their marks, dashes for what is between. Empty where nothing of it is left. */
export const slugOf = (title: string): string =>
  title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 50)
    .replace(/^-+|-+$/g, '')
