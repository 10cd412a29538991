import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { sentenceFor } from '../platform/api.ts'
import { Button } from '../ui/button.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useKeptFocus } from './kept-focus.ts'

/** One matter of a section: its title, a line on what it is, and what can be done. */
export function Panel({ title, text, children }: { title: string; text?: ReactNode; children: ReactNode }) {
  const id = useId()
  const panel = useRef<HTMLElement>(null)
  useKeptFocus(panel)
  return (
    <section
      ref={panel}
      aria-labelledby={id}
      className="flex flex-col gap-4 border-line border-b pb-8 last-of-type:border-0 last-of-type:pb-0"
    >
      <header>
        <h3 id={id} tabIndex={-1} className="text-base outline-none">
          {title}
        </h3>
        {text && <p className="mt-0.5 max-w-prose text-pretty text-muted">{text}</p>}
      </header>
      {children}
    </section>
  )
}

/** What a query brought; until then its shape, and after a failure the reason with a way to try again. */
export function Loaded<T>({
  query,
  lines = 2,
  children,
}: {
  query: UseQueryResult<T>
  lines?: number
  children: (data: T) => ReactNode
}) {
  const { t } = useTranslation()
  if (query.data !== undefined) return children(query.data)
  if (query.error) {
    return (
      <div role="alert" className="flex flex-wrap items-center justify-between gap-3 rounded-md bg-surface px-3 py-2.5">
        <p className="min-w-0 text-pretty">
          {t('errors.loadFailed')}. <span className="text-muted">{sentenceFor(query.error)}</span>
        </p>
        <Button size="sm" onClick={() => void query.refetch()}>
          {t('common.retry')}
        </Button>
      </div>
    )
  }
  return (
    <div role="status" aria-label={t('common.loading')} className="flex flex-col gap-3">
      {Array.from({ length: lines }, (_, line) => line).map((line) => (
        <Skeleton key={line} className="h-10 w-full" />
      ))}
    </div>
  )
}

/** A list of the person's things, a line each. */
export function Rows({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul aria-label={label} className="flex flex-col divide-y divide-line border-line border-t not-last:border-b">
      {children}
    </ul>
  )
}

export function Row({ title, text, children }: { title: ReactNode; text?: ReactNode; children?: ReactNode }) {
  return (
    <li className="flex min-h-13 items-center gap-3 py-2">
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">{title}</div>
        {text && <div className="text-xs text-muted tabular">{text}</div>}
      </div>
      {children && <div className="flex shrink-0 items-center gap-1">{children}</div>}
    </li>
  )
}

export const Nothing = ({ children }: { children: ReactNode }) => <p className="text-muted">{children}</p>
