import type { WorkProduct } from '@atrium/contract/work-product'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type ChangedPart, changesBetween } from './product-changes.ts'

const SHOWN = 200 // lines of a part

/** What changed in the content from one version to another, part by part. */
export function ChangesView({ before, after }: { before: WorkProduct; after: WorkProduct }) {
  const { t } = useTranslation('seats')
  const parts = useMemo(() => changesBetween(before, after), [before, after])
  if (parts.length === 0) return <p className="text-sm text-muted">{t('deliverable.same')}</p>
  return (
    <ul className="flex flex-col gap-1.5">
      {parts.map((part) => (
        <Part key={`${part.kind} ${part.position}`} part={part} />
      ))}
    </ul>
  )
}

function Part({ part: { title, position, kind, lines } }: { part: ChangedPart }) {
  const { t } = useTranslation('seats')
  const name = title === null ? t('deliverable.summary') : title || t('deliverable.part', { position })
  const count = (which: 'new' | 'gone') => lines.filter((line) => line.kind === which).length
  return (
    <li className="text-sm">
      <details>
        <summary className="rounded-sm py-1 hover:text-ink touch:min-h-11">
          <bdi className="font-medium">{name}</bdi>{' '}
          <span className="text-muted tabular-nums">
            {kind === 'new'
              ? t('deliverable.partNew')
              : kind === 'gone'
                ? t('deliverable.partGone')
                : t('deliverable.changed', { added: count('new'), gone: count('gone') })}
          </span>
        </summary>
        <ul className="mt-1 mb-2 flex flex-col gap-0.5 rounded-md border border-line p-2">
          {lines.slice(0, SHOWN).map((line, at) => (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
              key={at}
              className={`flex gap-2 rounded-sm px-1.5 py-0.5 ${line.kind === 'new' ? 'bg-success-soft text-success-ink' : 'bg-danger-soft text-danger-ink'}`}
            >
              <span className="w-14 shrink-0 text-xs leading-5">
                {t(line.kind === 'new' ? 'deliverable.lineNew' : 'deliverable.lineGone')}
              </span>
              <span dir="auto" className="min-w-0 wrap-anywhere">
                {line.text}
              </span>
            </li>
          ))}
        </ul>
        {lines.length > SHOWN && <p className="mb-2 text-xs text-muted tabular-nums">+ {lines.length - SHOWN}</p>}
      </details>
    </li>
  )
}
