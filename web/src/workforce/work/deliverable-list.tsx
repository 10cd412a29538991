import type { DeliverableLine, DeliverableList } from '@atrium/contract/workforce-work'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { z } from 'zod'
import { Avatar } from '../../ui/avatar.tsx'
import { Select } from '../../ui/field.tsx'
import { formatDate } from '../../ui/formats.ts'
import { CriteriaMet } from './deliverable-review.tsx'
import { DeliverableBadge, deliverablePage } from './deliverable-view.tsx'
import { useCost } from './use-cost.ts'
import { listPath, usePages } from './work-queries.ts'

export const deliverablesOf = ({ deliverables }: z.infer<typeof DeliverableList>): readonly DeliverableLine[] =>
  deliverables

/** What was handed in, the last first. */
export const useDeliverables = (asked: { state?: string; seat?: string }) =>
  usePages<z.infer<typeof DeliverableList>>(listPath('deliverables', { limit: 50, ...asked }))

interface DeliverableRowsProps {
  deliverables: readonly DeliverableLine[]
  /** On a page of one seat its name is not said in each line. */
  withoutSeat?: boolean
}

/** Deliverables, a line each, which leads to the whole. */
export function DeliverableRows({ deliverables, withoutSeat = false }: DeliverableRowsProps) {
  const { t, i18n } = useTranslation('seats')
  const cost = useCost()
  return (
    <ul data-lines aria-label={t('deliverable.all')} className="divide-y divide-line border-y border-line">
      {deliverables.map((one) => (
        <li key={one.id}>
          <Link
            to={deliverablePage(one.id)}
            className="-mx-2 flex min-w-0 flex-wrap items-start gap-x-4 gap-y-1 rounded-md px-2 py-2.5 hover:bg-hover"
          >
            <span className="min-w-0 flex-[1_1_16rem]">
              <span className="line-clamp-2 font-medium wrap-anywhere" title={one.title}>
                <bdi>{one.title}</bdi>
              </span>
              {one.summary && (
                <span dir="auto" className="mt-0.5 line-clamp-2 text-sm text-pretty wrap-anywhere">
                  {one.summary}
                </span>
              )}
              <span className="mt-1 flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
                {!withoutSeat && (
                  <span className="flex max-w-full min-w-0 items-center gap-1.5">
                    <Avatar name={one.seat.name} className="size-5! text-[0.5625rem]!" />
                    <bdi className="min-w-0 truncate" title={one.seat.name}>
                      {one.seat.name}
                    </bdi>
                  </span>
                )}
                {one.task.title !== one.title && (
                  <bdi className="max-w-80 min-w-0 truncate" title={one.task.title}>
                    {one.task.title}
                  </bdi>
                )}
                <CriteriaMet deliverable={one} />
              </span>
            </span>
            <span className="flex flex-wrap items-center justify-end gap-x-3 gap-y-1 text-sm text-muted">
              <time dateTime={one.handedInAt} className="tabular-nums">
                {one.version > 1
                  ? t('deliverable.versionOf', {
                      version: one.version,
                      date: formatDate(one.handedInAt, i18n.language),
                    })
                  : formatDate(one.handedInAt, i18n.language)}
              </time>
              {one.costMicros > 0 && <span className="tabular-nums">{cost(one.costMicros, one.isPriced)}</span>}
              <DeliverableBadge state={one.state} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

const states = ['in_review', 'accepted', 'sent_back'] as const
type State = (typeof states)[number]

export const stateIn = (text: string | null): State | undefined => states.find((one) => one === text)

interface StateFilterProps {
  value: State | undefined
  onChange: (state: State | undefined) => void
}

export function StateFilter({ value, onChange }: StateFilterProps) {
  const { t } = useTranslation('seats')
  return (
    <Select
      label={<span className="sr-only">{t('deliverable.state')}</span>}
      value={value ?? ''}
      onChange={({ target }) => onChange(stateIn(target.value))}
      options={[
        { value: '', label: t('deliverable.anyState') },
        ...states.map((state) => ({ value: state, label: t(`deliverable.states.${state}`) })),
      ]}
      className="w-52 max-w-full gap-0!"
    />
  )
}
