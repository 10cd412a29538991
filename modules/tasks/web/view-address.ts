import { useSearchParams } from 'react-router'
import type { View } from '../module.ts'

export const views: readonly View[] = ['inbox', 'today', 'upcoming', 'anytime', 'done']

export interface Address {
  view: View
  project: string | null
  context: string | null
  words: string
}

/** What the page shows stands in its address, so that back, reload and sharing work. */
export function useAddress() {
  const [params, setParams] = useSearchParams()
  const asked = params.get('view')
  const address: Address = {
    view: views.find((view) => view === asked) ?? 'today',
    project: params.get('project'),
    context: params.get('context'),
    words: params.get('q') ?? '',
  }
  const go = (change: Partial<Address>, options?: { replace?: boolean }) => {
    const next = { ...address, ...change }
    const entries = { view: next.view, project: next.project, context: next.context, q: next.words }
    setParams(
      Object.fromEntries(Object.entries(entries).filter(([, value]) => value)) as Record<string, string>,
      options,
    )
  }
  return { address, go }
}
