import { ApiError, buttonClass, EmptyState, sentenceFor } from '@atrium/web/kit'
import { WifiOff } from 'lucide-react'
import { Link } from 'react-router'
import { useTexts } from '../texts.ts'
import { useKept } from './use-kept.ts'

/** What is there when the server cannot say which decks there are: the review of what is kept here. */
export function OfflineHome({ error }: { error: unknown }) {
  const { t } = useTexts()
  const { cards } = useKept()
  const isUnreached = error instanceof ApiError && error.status === 0
  if (!isUnreached || !cards) return <EmptyState title={sentenceFor(error)} />
  return (
    <EmptyState
      icon={<WifiOff aria-hidden />}
      title={t('offline.title')}
      text={t('offline.kept', { count: cards.cards.length })}
      action={
        <Link to="?view=review" className={buttonClass('primary')}>
          {t('today.start')}
        </Link>
      }
    />
  )
}
