import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import type { z } from 'zod'

export interface Going {
  /** In place of the address as it is, so that Back does not go through every letter of a search. */
  replace?: boolean
}

/**
 * What a page shows as its address says it: `const [{ tab, item }, go] = useAddress(Address)`, then `go({ item: id })`. The schema
 * is of texts, all of them optional; what does not fit is as if it were not there, since anybody can write an address. What is
 * undefined or empty leaves the address.
 */
export function useAddress<S extends z.ZodObject>(schema: S) {
  const [params, setParams] = useSearchParams()
  const said = useMemo(() => addressIn(schema, params), [schema, params])
  const go = (change: Partial<z.input<S>>, { replace = false }: Going = {}) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        for (const [name, value] of Object.entries(change)) {
          if (value === undefined || value === null || value === '') next.delete(name)
          else next.set(name, String(value))
        }
        return next
      },
      { replace },
    )
  return [said, go] as const
}

/** Each part for itself: one that is broken takes none of the others along. */
function addressIn<S extends z.ZodObject>(schema: S, params: URLSearchParams): z.output<S> {
  const parts = Object.entries(schema.shape).flatMap(([name, one]) => {
    const parsed = (one as z.ZodType).safeParse(params.get(name) ?? undefined)
    return parsed.success && parsed.data !== undefined ? [[name, parsed.data]] : []
  })
  return Object.fromEntries(parts) as z.output<S>
}
