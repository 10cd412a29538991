import { ApiError, Skeleton } from '@atrium/web/kit'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useKept } from './offline/use-kept.ts'
import { ReviewScreen, type ReviewViewProps } from './review-screen.tsx'
import { useReview } from './use-review.ts'

const KeptReview = lazy(() => import('./offline/kept-review.tsx'))

/**
 * The server's cards; where it cannot be reached, those that this browser keeps. A review that was begun without a network goes on so
 * until it is left or over, and what is answered is sent meanwhile.
 */
export function ReviewView(props: ReviewViewProps) {
  const [isKept, setIsKept] = useState(() => !navigator.onLine)
  return isKept ? (
    <Suspense fallback={<Skeleton className="mx-auto mt-16 h-6 w-64" />}>
      <KeptReview {...props} onServer={() => setIsKept(false)} />
    </Suspense>
  ) : (
    <ServerReview {...props} onLost={() => setIsKept(true)} />
  )
}

const isUnreached = (error: unknown) => error instanceof ApiError && error.status === 0

function ServerReview({ onLost, ...props }: ReviewViewProps & { onLost: () => void }) {
  const review = useReview(props.deck, onLost)
  const { cards } = useKept()
  const isLost = isUnreached(review.error) && cards !== null
  useEffect(() => {
    if (isLost) onLost()
  }, [isLost, onLost])
  return <ReviewScreen {...props} review={review} />
}
