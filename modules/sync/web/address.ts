import { useSearchParams } from 'react-router'

export interface Address {
  folder: string
  words: string
  /** The file that is looked at. */
  open: string
  view: 'list' | 'grid'
  /** Favourites alone, wherever they lie. */
  favourites: boolean
}

/** What the page shows stands in its address, so that back, reload and sharing work. */
export function useAddress() {
  const [params, setParams] = useSearchParams()
  const address: Address = {
    folder: params.get('folder') ?? '',
    words: params.get('q') ?? '',
    open: params.get('open') ?? '',
    view: params.get('view') === 'grid' ? 'grid' : 'list',
    favourites: params.has('favourites'),
  }
  const go = (change: Partial<Address>, options?: { replace?: boolean }) => {
    const { folder, words, open, view, favourites } = { ...address, ...change }
    const entries = { folder, q: words, open, view: view === 'grid' ? view : '', favourites: favourites ? 'yes' : '' }
    setParams(Object.fromEntries(Object.entries(entries).filter(([, value]) => value)), options)
  }
  return { address, go }
}
