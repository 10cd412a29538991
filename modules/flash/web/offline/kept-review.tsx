import { Button, EmptyState } from '@atrium/web/kit'
import { WifiOff } from 'lucide-react'
import { ReviewScreen, type ReviewViewProps } from '../review-screen.tsx'
import { useTexts } from '../texts.ts'
import { useKeptReview } from './use-kept-review.ts'
import { WaitingNotice } from './waiting-notice.tsx'

interface KeptReviewProps extends ReviewViewProps {
  /** Back to the server's cards. */
  onServer: () => void
}

/** The review of what this browser keeps, while there is no network: the same screen, the same keys. */
export default function KeptReview({ onServer, ...props }: KeptReviewProps) {
  const { t } = useTexts()
  const review = useKeptReview(props.deck)
  if (review.isReady && !review.hasCards)
    return (
      <EmptyState
        icon={<WifiOff aria-hidden />}
        title={t('offline.none')}
        text={t('offline.noneText')}
        action={<Button onClick={onServer}>{t('offline.again')}</Button>}
      />
    )
  return (
    <>
      <div className="mx-auto w-full max-w-2xl">
        <WaitingNotice />
      </div>
      <ReviewScreen {...props} review={review} canEdit={false} />
    </>
  )
}
