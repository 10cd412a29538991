import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'

/** ms. Stripe's confirmation mostly takes seconds; then the person may try again. */
const AWAITED = 60_000
/** ms. Asked, besides being told, for as long. */
export const ASKED_EVERY = 3_000

/** The person came back from Stripe's page, whose confirmation to the server is on its way. */
export function useAwaited(): boolean {
  const [search] = useSearchParams()
  const cameBack = search.get('paid') === 'stripe'
  const [isAwaited, setAwaited] = useState(cameBack)
  useEffect(() => {
    if (!cameBack) return
    const timer = setTimeout(() => setAwaited(false), AWAITED)
    return () => clearTimeout(timer)
  }, [cameBack])
  return isAwaited
}
