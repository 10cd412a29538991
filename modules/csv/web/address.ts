import { useSearchParams } from 'react-router'
import type { Choice } from '../measuring/facets.ts'

export const views = ['table', 'columns', 'charts', 'pivot', 'sql'] as const
export type View = (typeof views)[number]

/** A column whose values can be chosen from, beside the table. */
export interface Facet {
  column: string
  kind: 'values' | 'range' | 'blank'
  /** What is chosen; none while nothing is. */
  choice: Choice | null
}

const isFacet = (value: unknown): value is Facet =>
  typeof value === 'object' && value !== null && 'column' in value && 'kind' in value

function facetsIn(text: string | null): Facet[] {
  if (!text) return []
  try {
    const list: unknown = JSON.parse(text)
    return Array.isArray(list) ? list.filter(isFacet) : []
  } catch {
    return [] // an address that somebody cut
  }
}

/** What the page shows stands in its address, so that back, reload and sharing work. */
export function useAddress() {
  const [params, setParams] = useSearchParams()
  const view = views.find((one) => one === params.get('view')) ?? 'table'
  const go = (
    change: { dataset?: string; view?: View; facets?: Facet[]; column?: string },
    options?: { replace?: boolean },
  ) => {
    setParams((before) => {
      const next = new URLSearchParams(before)
      const set = (name: string, value: string | undefined) => {
        if (value === undefined) return
        if (value === '') next.delete(name)
        else next.set(name, value)
      }
      if (change.dataset !== undefined && change.dataset !== before.get('d'))
        for (const own of ['f', 'p']) next.delete(own)
      set('d', change.dataset)
      set('view', change.view === 'table' ? '' : change.view)
      set('column', change.column)
      if (change.facets) set('f', change.facets.length > 0 ? JSON.stringify(change.facets) : '')
      return next
    }, options)
  }
  return {
    dataset: params.get('d') ?? '',
    view,
    column: params.get('column') ?? '',
    facets: facetsIn(params.get('f')),
    go,
  }
}
