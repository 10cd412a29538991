import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { sentenceFor } from '../platform/api.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

interface LoadedProps<T> {
  /** The path of the call. */
  path: string
  children: (data: T) => ReactNode
  isEmpty: (data: T) => boolean
  icon: ReactNode
  none: string
  noneText: string
}

/** What a person has bought: loading, not to be had, none yet, or shown. */
export function Loaded<T>({ path, children, isEmpty, icon, none, noneText }: LoadedProps<T>) {
  const { t } = useTranslation('workforce')
  const { data, error, refetch } = useQuery<T>({ queryKey: [path], staleTime: 0 })
  if (error && !data)
    return (
      <EmptyState
        title={t('errors.loadFailed')}
        text={sentenceFor(error)}
        action={<Button onClick={() => void refetch()}>{t('common.retry')}</Button>}
      />
    )
  if (!data) return <Skeleton className="h-40 w-full" />
  if (!isEmpty(data)) return children(data)
  return (
    <EmptyState
      icon={icon}
      title={none}
      text={noneText}
      action={
        <Link to="/workforce" className={buttonClass('primary')}>
          {t('orders.choose')}
        </Link>
      }
    />
  )
}
