import type { Schedule, SeatDetails } from '@atrium/contract/workforce-seats'
import { CalendarClock, Pencil, Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { said } from '../../i18n/said.ts'
import { api } from '../../platform/api.ts'
import { useKeptFocus } from '../../settings/kept-focus.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Switch } from '../../ui/field.tsx'
import { formatDate } from '../../ui/formats.ts'
import { taskPage } from '../work/task-line.tsx'
import { useDoing } from '../work/use-doing.ts'
import { DeleteSchedule, SCHEDULES } from './delete-schedule.tsx'
import { ScheduleForm } from './schedule-form.tsx'
import { useTriggerWords } from './use-trigger-words.ts'

/** Tasks that come by themselves: by the clock, or because something happened. */
export function SeatSchedules({ seat }: { seat: SeatDetails }) {
  const { t } = useTranslation('seats')
  const panel = useRef<HTMLDivElement>(null)
  useKeptFocus(panel)
  const [opened, setOpened] = useState<Schedule | 'new' | null>(null)
  const add = (
    <Button icon={<Plus aria-hidden className="size-4" />} onClick={() => setOpened('new')}>
      {t('schedule.new')}
    </Button>
  )
  return (
    <div ref={panel}>
      {seat.schedules.length === 0 ? (
        <EmptyState
          icon={<CalendarClock aria-hidden />}
          title={t('schedule.none')}
          text={t('schedule.noneText', { name: seat.name })}
          action={add}
        />
      ) : (
        <>
          <div className="mb-4 flex flex-wrap items-start justify-between gap-3">
            <p className="min-w-0 flex-1 basis-72 text-pretty text-muted">{t('schedule.text')}</p>
            {add}
          </div>
          <ul aria-label={t('tabs.schedule')} className="divide-y divide-line border-y border-line">
            {seat.schedules.map((schedule) => (
              <ScheduleRow key={schedule.id} schedule={schedule} seat={seat} onEdit={() => setOpened(schedule)} />
            ))}
          </ul>
        </>
      )}
      <Dialog
        open={opened !== null}
        onOpenChange={(open) => open || setOpened(null)}
        title={t(opened === 'new' ? 'schedule.new' : 'schedule.edit')}
      >
        {opened && (
          <ScheduleForm seat={seat} schedule={opened === 'new' ? null : opened} close={() => setOpened(null)} />
        )}
      </Dialog>
    </div>
  )
}

interface ScheduleRowProps {
  schedule: Schedule
  seat: SeatDetails
  onEdit: () => void
}

function ScheduleRow({ schedule, seat, onEdit }: ScheduleRowProps) {
  const { t, i18n } = useTranslation('seats')
  const words = useTriggerWords()
  const { id, title, trigger, isOn, nextAt, lastTaskId, problem, playbook } = schedule
  const turn = useDoing({ act: (on: boolean) => api.patch(`${SCHEDULES}/${id}`, { isOn: on }) })
  const named = seat.agent.playbooks.find((one) => one.id === playbook)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-medium wrap-anywhere">
          <bdi>{title}</bdi>
        </p>
        <p className="text-sm text-muted">
          {words(trigger)}
          {named && ` · ${said(named.title)}`}
        </p>
        <p className="flex flex-wrap gap-x-3 text-sm text-muted">
          {isOn && nextAt && <span>{t('schedule.next', { date: formatDate(nextAt, i18n.language) })}</span>}
          {lastTaskId && (
            <Link to={taskPage(lastTaskId)} className="underline underline-offset-2 hover:text-ink">
              {t('schedule.last')}
            </Link>
          )}
        </p>
        {problem && <p className="mt-1 text-sm text-pretty text-danger-ink">{said(problem)}</p>}
      </div>
      <div className="ms-auto flex items-center gap-1">
        <Switch
          label={<span className="sr-only">{t('schedule.on', { title })}</span>}
          checked={turn.isPending ? turn.variables : isOn}
          onChange={(on) => turn.mutate(on)}
          className="me-2"
        />
        <IconButton label={t('schedule.editOf', { title })} icon={<Pencil />} onClick={onEdit} />
        <DeleteSchedule schedule={schedule} />
      </div>
    </li>
  )
}
