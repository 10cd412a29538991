import type { PublishedPlaybook } from '@atrium/contract/workforce-seats'
import type { ReactNode } from 'react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { said } from '../../i18n/said.ts'

interface PlaybookListProps {
  playbooks: readonly PublishedPlaybook[]
  /** What can be done with one. */
  actions?: (playbook: PublishedPlaybook) => ReactNode
}

/** What an agent can do: what it hands in, by what it is judged, and what it leaves out without a model. */
export function PlaybookList({ playbooks, actions }: PlaybookListProps) {
  const { t } = useTranslation('seats')
  return (
    <ul aria-label={t('playbooks.title')} className="flex flex-col gap-3">
      {playbooks.map((playbook) => (
        <li key={playbook.id} className="rounded-md border border-line p-4">
          <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
            <div className="min-w-0 flex-1 basis-72">
              <h3 className="text-base">
                <bdi>{said(playbook.title)}</bdi>
              </h3>
              <p className="mt-0.5 max-w-prose text-pretty text-muted">
                <bdi>{said(playbook.summary)}</bdi>
              </p>
            </div>
            {actions && <div className="flex flex-wrap gap-2">{actions(playbook)}</div>}
          </div>
          <div className="mt-3 grid gap-x-8 gap-y-3 empty:hidden desk:grid-cols-2">
            <Sentences title={t('playbooks.criteria')} lines={playbook.criteria} />
            <Sentences title={t('playbooks.withoutModel')} lines={playbook.withoutModel} />
          </div>
        </li>
      ))}
    </ul>
  )
}

/** A short heading over a few sentences; nothing when there are none. */
export function Sentences({ title, lines }: { title: string; lines: readonly string[] }) {
  const id = useId()
  if (lines.length === 0) return null
  return (
    <div className="min-w-0">
      <h4 id={id} className="text-sm font-medium">
        {title}
      </h4>
      <ul aria-labelledby={id} className="mt-1 flex list-disc flex-col gap-0.5 ps-4.5 text-sm text-muted">
        {lines.map((line) => (
          <li key={line} className="text-pretty wrap-anywhere">
            {said(line)}
          </li>
        ))}
      </ul>
    </div>
  )
}
