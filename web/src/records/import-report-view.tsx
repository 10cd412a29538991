import type { ImportReport } from '@atrium/contract/module-files'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { said } from '../i18n/said.ts'
import { Badge } from '../ui/badge.tsx'
import { labelOf } from './field-label.ts'

const LISTED = 20
const LISTED_REFUSED = 10

/** What an import would do: how many rows of each kind, and which. What is refused comes first, with its reasons. */
export function ImportReportView({ report }: { report: ImportReport }) {
  const { t } = useTranslation('kit')
  const { rows } = report
  return (
    <div className="flex flex-col gap-3 text-sm">
      <p className="flex flex-wrap gap-1.5">
        <Badge tone="success">{t('import.added', { count: report.added })}</Badge>
        {report.changed > 0 && <Badge tone="info">{t('import.changed', { count: report.changed })}</Badge>}
        {report.same > 0 && <Badge>{t('import.same', { count: report.same })}</Badge>}
        {report.duplicate > 0 && <Badge>{t('import.duplicate', { count: report.duplicate })}</Badge>}
        {report.refused > 0 && <Badge tone="danger">{t('import.refused', { count: report.refused })}</Badge>}
      </p>
      {report.added + report.changed + report.refused === 0 && <p className="text-muted">{t('import.nothing')}</p>}
      <Listed
        of={report.refused}
        className="text-danger-ink"
        rows={rows.refused.slice(0, LISTED_REFUSED).map(({ line, text, reason }) => ({
          line,
          title: text,
          text: said(reason),
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
  rows: readonly { line?: number; text: ReactNode; title?: string }[]
  of: number
  className?: string
}

function Listed({ rows, of, className = 'text-muted' }: ListedProps) {
  const { t } = useTranslation('kit')
  if (rows.length === 0) return null
  return (
    <ul className={className}>
      {rows.map(({ line, text, title }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a report never changes its order
        <li key={at} title={title} className="flex gap-3">
          {line !== undefined && (
            <span className="w-20 shrink-0 truncate text-xs leading-5 text-faint tabular">
              {t('import.line', { line })}
            </span>
          )}
          <span dir="auto" className="min-w-0 truncate">
            {text}
          </span>
        </li>
      ))}
      {of > rows.length && <li className="text-faint">{t('import.andMore', { count: of - rows.length })}</li>}
    </ul>
  )
}
