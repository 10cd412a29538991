import { type Cart, cartItems } from '@atrium/contract/workforce'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { sentenceFor } from '../platform/api.ts'
import { Button } from '../ui/button.tsx'
import { formatNumber } from '../ui/formats.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { ConnectorList } from './connector-list.tsx'
import { connectorsOf } from './connectors.ts'
import { useCatalogue } from './use-catalogue.ts'

/** The checklist of a team: what it connects to, and whether that is there. */
export function TeamConnectors({ team }: { team: Cart }) {
  const { t, i18n } = useTranslation('workforce')
  const { data, error, refetch, of } = useCatalogue()
  const id = useId()
  const members = cartItems(team).flatMap(({ roleId }) => of(roleId) ?? [])
  const needed = connectorsOf(members)
  const number = (count: number) => formatNumber(count, i18n.language)
  return (
    <section aria-labelledby={id}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id={id} className="text-base">
          {t('connectors.title')}
        </h2>
        {data && (
          <p role="status" className="text-sm text-muted tabular-nums">
            {t('connectors.count', {
              ready: number(needed.filter(({ isThere }) => isThere).length),
              total: number(needed.length),
            })}
          </p>
        )}
      </div>
      <p className="mt-1 mb-3 text-sm text-pretty text-muted">{t('connectors.teamText')}</p>
      {data ? (
        <ConnectorList label={t('connectors.title')} connectors={needed} team={members.length} />
      ) : error ? (
        <div
          role="alert"
          className="flex flex-wrap items-center justify-between gap-3 rounded-md bg-surface px-3 py-2.5"
        >
          <p className="min-w-0 text-pretty">{sentenceFor(error)}</p>
          <Button size="sm" onClick={() => void refetch()}>
            {t('common.retry')}
          </Button>
        </div>
      ) : (
        <Skeleton className="h-40 w-full" />
      )}
    </section>
  )
}
