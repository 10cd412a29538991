import type { LostSchedule, LostScheduleList, SeatAtWork } from '@atrium/contract/workforce-seats'
import { useQuery } from '@tanstack/react-query'
import { useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { api } from '../../platform/api.ts'
import { useKeptFocus } from '../../settings/kept-focus.ts'
import { Select } from '../../ui/field.tsx'
import { useDoing } from '../work/use-doing.ts'
import { DeleteSchedule, SCHEDULES } from './delete-schedule.tsx'
import { useSeats } from './use-seats.ts'
import { useTriggerWords } from './use-trigger-words.ts'

/** What gave tasks to seats that have left, and that nobody took over; nothing where there is none. */
export function LostSchedules() {
  const { data } = useQuery<z.infer<typeof LostScheduleList>>({ queryKey: [SCHEDULES], staleTime: 0 })
  return data && data.schedules.length > 0 ? <LostList schedules={data.schedules} /> : null
}

function LostList({ schedules }: { schedules: readonly LostSchedule[] }) {
  const { t } = useTranslation('seats')
  const id = useId()
  const panel = useRef<HTMLElement>(null)
  useKeptFocus(panel)
  const seats = useSeats().data?.seats ?? []
  return (
    <section ref={panel} aria-labelledby={id} className="mt-8">
      <h2 id={id} className="text-base">
        {t('schedule.lost')}
      </h2>
      <p className="mt-1 mb-3 text-pretty text-muted">{t('schedule.lostText')}</p>
      <ul aria-labelledby={id} className="divide-y divide-line border-y border-line">
        {schedules.map((schedule) => (
          <LostRow key={schedule.id} schedule={schedule} seats={seats} />
        ))}
      </ul>
    </section>
  )
}

function LostRow({ schedule, seats }: { schedule: LostSchedule; seats: readonly SeatAtWork[] }) {
  const { t } = useTranslation('seats')
  const words = useTriggerWords()
  const { id, title, trigger, playbook, seat: left } = schedule
  const knows = ({ agentKey }: SeatAtWork) => playbook === null || agentKey === left.agentKey
  const give = useDoing({
    act: (heir: SeatAtWork) =>
      api.patch(`${SCHEDULES}/${id}`, { seatId: heir.id, isOn: true, ...(!knows(heir) && { playbook: null }) }),
    done: (_, { name }) => t('schedule.given', { name }),
  })
  const options = seats
    .filter(({ isLeaving }) => !isLeaving)
    .toSorted((a, b) => Number(knows(b)) - Number(knows(a)))
    .map((one) => ({ value: one.id, label: knows(one) ? one.name : t('schedule.byTitle', { name: one.name }) }))
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-medium wrap-anywhere">
          <bdi>{title}</bdi>
        </p>
        <p className="text-sm text-muted wrap-anywhere">
          <bdi>{left.name}</bdi> · {words(trigger)}
        </p>
      </div>
      <div className="ms-auto flex min-w-0 items-center gap-1">
        <Select
          className="w-56 min-w-0"
          label={<span className="sr-only">{t('schedule.giveTo', { title })}</span>}
          value={give.isPending ? give.variables.id : ''}
          disabled={give.isPending || options.length === 0}
          options={[{ value: '', label: t('schedule.chooseSeat') }, ...options]}
          onChange={({ target }) => {
            const heir = seats.find((one) => one.id === target.value)
            if (heir) give.mutate(heir)
          }}
        />
        <DeleteSchedule schedule={{ id, title }} />
      </div>
    </li>
  )
}
