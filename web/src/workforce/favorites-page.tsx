import { agents } from '@atrium/contract/catalogue/agents'
import { Star } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { sentenceFor } from '../platform/api.ts'
import { PageFrame } from '../shell/page-frame.tsx'
import { Button, buttonClass } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { AgentCard, AgentGrid } from './agent-card.tsx'
import { useMarks } from './use-marks.ts'

/** /workforce/favorites */
export function FavoritesPage() {
  const { t } = useTranslation('workforce')
  const marks = useMarks()
  const starred = agents.filter(({ key }) => marks.isStarred(key))
  return (
    <PageFrame title={t('favorites.title')} text={t('favorites.text')}>
      {marks.error ? (
        <EmptyState
          title={t('errors.loadFailed')}
          text={sentenceFor(marks.error)}
          action={<Button onClick={() => void marks.refetch()}>{t('common.retry')}</Button>}
        />
      ) : marks.isPending ? (
        <AgentGrid label={t('favorites.title')}>
          {['a', 'b', 'c'].map((card) => (
            <li key={card}>
              <Skeleton className="h-36 w-full" />
            </li>
          ))}
        </AgentGrid>
      ) : starred.length === 0 ? (
        <EmptyState
          icon={<Star aria-hidden />}
          title={t('favorites.none')}
          text={t('favorites.noneText')}
          action={
            <Link to="/workforce/browse" className={buttonClass('primary')}>
              {t('favorites.browse')}
            </Link>
          }
        />
      ) : (
        <AgentGrid label={t('favorites.title')}>
          {starred.map((agent) => (
            <AgentCard key={agent.key} agent={agent} marks={marks} />
          ))}
        </AgentGrid>
      )}
    </PageFrame>
  )
}
