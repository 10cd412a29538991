import { useSearchParams } from 'react-router'

export type View = 'decks' | 'browse' | 'stats' | 'review' | 'types'
export const tabs = ['decks', 'browse', 'stats'] as const satisfies readonly View[]

/** How Browse finds cards. */
export type By = 'words' | 'meaning'

export interface Address {
  view: View
  /** A deck's id, or its name as it was said. */
  deck: string | null
  /** What is searched for; without a view, the name of the deck to open. */
  words: string
  by: By
  /** The note that is edited. */
  note: string | null
  /** Whether cards are being added: by hand, or from a text. */
  add: 'card' | 'text' | null
  /** Whose parameters are found from reviews: a deck's id, or `all`. */
  fit: string | null
  /** The key of the note type that is edited. */
  type: string | null
}

/** What the page shows stands in its address, so that back, reload and sharing work. */
export function useAddress() {
  const [params, setParams] = useSearchParams()
  const view = params.get('view')
  const add = params.get('add')
  const address: Address = {
    view: view === 'browse' || view === 'stats' || view === 'review' || view === 'types' ? view : 'decks',
    deck: params.get('deck'),
    words: params.get('q') ?? '',
    by: params.get('by') === 'meaning' ? 'meaning' : 'words',
    note: params.get('note'),
    add: add === 'card' || add === 'text' ? add : null,
    fit: params.get('fit'),
    type: params.get('type'),
  }
  const go = (change: Partial<Address>, options?: { replace?: boolean }) => {
    const { view: nextView, words, by, ...rest } = { ...address, ...change }
    const isMeant = nextView === 'browse' && by === 'meaning'
    const entries = { view: nextView === 'decks' ? null : nextView, q: words, by: isMeant ? by : null, ...rest }
    setParams(
      Object.fromEntries(Object.entries(entries).filter(([, value]) => value)) as Record<string, string>,
      options,
    )
  }
  return { address, go }
}
