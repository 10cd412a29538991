import type { Backlinks as BacklinksAnswer } from '@atrium/contract/record-history'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { api, sentenceFor } from '../platform/api.ts'
import { moduleKey } from '../platform/news.ts'
import { Skeleton } from '../ui/skeleton.tsx'

export interface BacklinksProps {
  module: string
  collection: string
  /** The record's. */
  id: string
  /** What collections are called, by `transactions` or `tasks.tasks`; others by their module. */
  names?: Readonly<Record<string, string>>
}

/** What names a record: how many of each kind, and the first of them. */
export function Backlinks({ module, collection, id, names = {} }: BacklinksProps) {
  const { t } = useTranslation('kit')
  const heading = useId()
  const { data, error } = useQuery({
    queryKey: [...moduleKey(module), 'backlinks', collection, id],
    queryFn: ({ signal }) =>
      api.get<BacklinksAnswer>(`/api/records/${module}/${collection}/${id}/backlinks`, { signal }),
  })
  const nameOf = (link: BacklinksAnswer['backlinks'][number]) =>
    names[`${link.module}.${link.collection}`] ??
    (link.module === module ? names[link.collection] : undefined) ??
    link.moduleTitle
  return (
    <section aria-labelledby={heading} className="flex flex-col gap-1 text-sm">
      <h3 id={heading} className="font-medium">
        {t('backlinks.title')}
      </h3>
      {error ? (
        <p role="alert" className="text-danger-ink">
          {sentenceFor(error)}
        </p>
      ) : !data ? (
        <Skeleton className="h-5 w-full" />
      ) : data.backlinks.length === 0 ? (
        <p className="text-muted">{t('backlinks.none')}</p>
      ) : (
        <ul className="flex flex-col gap-1">
          {data.backlinks.map((link) => {
            const titles = link.rows.map(({ title }) => title).filter(Boolean)
            return (
              <li key={`${link.module} ${link.collection} ${link.field}`}>
                {t('backlinks.line', { name: nameOf(link), count: link.count })}
                {titles.length > 0 && <span className="text-muted"> {titles.join(' · ')}</span>}
              </li>
            )
          })}
        </ul>
      )}
    </section>
  )
}
