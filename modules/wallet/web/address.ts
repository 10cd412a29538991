import { useSearchParams } from 'react-router'

export const views = ['accounts', 'budget', 'bills', 'reports', 'rules'] as const
export type View = (typeof views)[number]

export interface Address {
  view: View
  account: string
  category: string
  cleared: string
  words: string
  month: string
  currency: string
  months: string
}

/** What the page shows stands in its address, so that back, reload and sharing work. */
export function useAddress() {
  const [params, setParams] = useSearchParams()
  const text = (name: string) => params.get(name) ?? ''
  const address: Address = {
    view: views.find((view) => view === text('view')) ?? 'accounts',
    account: text('account'),
    category: text('category'),
    cleared: text('status'),
    words: text('q'),
    month: /^\d{4}-(0[1-9]|1[0-2])$/.test(text('month')) ? text('month') : '',
    currency: text('currency'),
    months: text('months'),
  }
  const go = (change: Partial<Address>, options?: { replace?: boolean }) => {
    const { cleared, words, view, ...next } = { ...address, ...change }
    const entries = { view: view === 'accounts' ? '' : view, ...next, status: cleared, q: words }
    setParams(Object.fromEntries(Object.entries(entries).filter(([, value]) => value)), options)
  }
  return { address, go }
}
