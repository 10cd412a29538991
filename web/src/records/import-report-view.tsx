import type { ImportReport } from '@atrium/contract/module-files'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { said } from '../i18n/said.ts'
import { Badge } from '../ui/badge.tsx'
import { labelOf } from './field-label.ts'

const LISTED = 20
const LISTED_REFUSED = 10

/** How many rows of each kind an import would take, change and leave out. */
export function ImportCounts({ report }: { report: ImportReport }) {
  const { t } = useTranslation('kit')
  const { added, changed, same, duplicate, refused } = report
  return (
    <div className="flex flex-col gap-2 text-sm">
      <p className="flex flex-wrap gap-1.5 empty:hidden">
        {added > 0 && <Badge tone="success">{t('import.added', { count: added })}</Badge>}
        {changed > 0 && <Badge tone="info">{t('import.changed', { count: changed })}</Badge>}
        {same > 0 && <Badge>{t('import.same', { count: same })}</Badge>}
        {duplicate > 0 && <Badge>{t('import.duplicate', { count: duplicate })}</Badge>}
        {refused > 0 && <Badge tone="danger">{t('import.refused', { count: refused })}</Badge>}
      </p>
      {added + changed + refused === 0 && <p className="text-muted">{t('import.nothing')}</p>}
    </div>
  )
}

/** Which rows they are. What is refused comes first, with its reasons. */
export function ImportRows({ report, listsRefused = LISTED_REFUSED }: { report: ImportReport; listsRefused?: number }) {
  const { rows } = report
  return (
    <div className="flex flex-col gap-3 text-sm empty:hidden">
      <Listed
        of={report.refused}
        rows={rows.refused.slice(0, listsRefused).map(({ line, text, reason }) => ({
          line,
          text: <span className="whitespace-normal text-danger-ink wrap-anywhere">{said(reason)}</span>,
          below: text,
        }))}
      />
      <Listed
        of={report.changed}
        rows={rows.changed.slice(0, LISTED).map(({ line, title, fields }) => ({
          line,
          text: (
            <>
              {title} <span className="text-faint">{fields.map(labelOf).join(', ')}</span>
            </>
          ),
        }))}
      />
      <Listed of={report.added} rows={rows.added.slice(0, LISTED).map(({ line, title }) => ({ line, text: title }))} />
    </div>
  )
}

interface ListedProps {
  /** `below`: the row as the file has it. */
  rows: readonly { line?: number; text: ReactNode; below?: string }[]
  of: number
}

function Listed({ rows, of }: ListedProps) {
  const { t } = useTranslation('kit')
  if (rows.length === 0) return null
  return (
    <ul className="text-muted">
      {rows.map(({ line, text, below }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a report never changes its order
        <li key={at} className={clsx('flex gap-3', below && 'pb-1')}>
          {line !== undefined && (
            <span className="w-20 shrink-0 truncate text-xs leading-5 text-faint tabular">
              {t('import.line', { line })}
            </span>
          )}
          <div className="flex min-w-0 flex-col items-start">
            <span dir="auto" className="max-w-full truncate">
              {text}
            </span>
            {below && (
              <span dir="auto" title={below} className="max-w-full truncate text-xs text-faint">
                {below}
              </span>
            )}
          </div>
        </li>
      ))}
      {of > rows.length && <li className="text-faint">{t('import.andMore', { count: of - rows.length })}</li>}
    </ul>
  )
}
