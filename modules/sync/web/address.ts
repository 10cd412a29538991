import { useSearchParams } from 'react-router'

export interface Address {
  folder: string
  words: string
  /** The file that is looked at. */
  open: string
  view: 'list' | 'grid'
  /** Favourites alone, wherever they lie. */
  favourites: boolean
  /** By what a folder stands in order; by name, folders first, when empty. */
  sort: ListOrder | ''
}

const ORDERS = ['name', '-name', 'changed', '-changed', 'size', '-size'] as const
export type ListOrder = (typeof ORDERS)[number]

/** What the page shows stands in its address, so that back, reload and sharing work. */
export function useAddress() {
  const [params, setParams] = useSearchParams()
  const address: Address = {
    folder: params.get('folder') ?? '',
    words: params.get('q') ?? '',
    open: params.get('open') ?? '',
    view: params.get('view') === 'grid' ? 'grid' : 'list',
    favourites: params.has('favourites'),
    sort: ORDERS.find((one) => one === params.get('sort')) ?? '',
  }
  const go = (change: Partial<Address>, options?: { replace?: boolean }) => {
    const { words, view, favourites, ...same } = { ...address, ...change }
    const entries = { ...same, q: words, view: view === 'grid' ? view : '', favourites: favourites ? 'yes' : '' }
    setParams(Object.fromEntries(Object.entries(entries).filter(([, value]) => value)), options)
  }
  return { address, go }
}
