import type { ModuleSummary } from '@atrium/contract/module-shown'
import type { Trigger } from '@atrium/contract/workforce-seats'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { said } from '../../i18n/said.ts'
import { Select, TextField } from '../../ui/field.tsx'
import { cronOf, rhythms, type Times, timesOf, usualTimes, weekdayName } from './cron.ts'
import { RECORDS, useTriggerWords } from './use-trigger-words.ts'

interface TriggerFieldsProps {
  trigger: Trigger
  error?: string
  onChange: (trigger: Trigger) => void
}

const here = () => Intl.DateTimeFormat().resolvedOptions().timeZone
const EVENTS = ['task.done', 'deliverable.accepted'] as const
/** Monday first, as ISO 8601 counts. */
const weekdays = [1, 2, 3, 4, 5, 6, 0]

/** When: by the clock in a rhythm, or because something happened. */
export function TriggerFields({ trigger, error, onChange }: TriggerFieldsProps) {
  const { t } = useTranslation('seats')
  const isTime = trigger.kind === 'time'
  const value = isTime ? timesOf(trigger.cron).rhythm : 'event'
  const choose = (next: string) => {
    if (next === 'event') return onChange({ kind: 'event', event: EVENTS[0] })
    const before = isTime ? timesOf(trigger.cron) : usualTimes
    const times = { ...before, rhythm: next as Times['rhythm'], cron: cronOf(before) }
    onChange({ kind: 'time', cron: cronOf(times), timeZone: isTime ? trigger.timeZone : here() })
  }
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Select
        label={t('schedule.rhythm')}
        value={value}
        error={error}
        options={[
          ...rhythms.map((one) => ({ value: one, label: t(`schedule.rhythms.${one}`) })),
          ...(value === 'own' ? [{ value: 'own', label: t('schedule.rhythms.own') }] : []),
          { value: 'event', label: t('schedule.rhythms.event') },
        ]}
        onChange={({ target }) => choose(target.value)}
      />
      {isTime ? (
        <TimeFields trigger={trigger} onChange={onChange} />
      ) : (
        <EventField event={trigger.event} onChange={(event) => onChange({ kind: 'event', event })} />
      )}
    </div>
  )
}

interface TimeFieldsProps {
  trigger: Extract<Trigger, { kind: 'time' }>
  onChange: (trigger: Trigger) => void
}

function TimeFields({ trigger, onChange }: TimeFieldsProps) {
  const { t, i18n } = useTranslation('seats')
  const times = timesOf(trigger.cron)
  const { rhythm, time, weekday, day } = times
  const change = (next: Partial<Times>) => onChange({ ...trigger, cron: cronOf({ ...times, ...next }) })
  const zones = [...new Set([trigger.timeZone, here(), ...Intl.supportedValuesOf('timeZone')])]
  return (
    <>
      {rhythm === 'weekly' && (
        <Select
          label={t('schedule.weekday')}
          value={String(weekday)}
          options={weekdays.map((one) => ({ value: String(one), label: weekdayName(one, i18n.language) }))}
          onChange={({ target }) => change({ weekday: Number(target.value) })}
        />
      )}
      {rhythm === 'monthly' && (
        <Select
          label={t('schedule.day')}
          help={day > 28 ? t('schedule.dayText') : undefined}
          value={String(day)}
          options={Array.from({ length: 31 }, (_, at) => ({ value: String(at + 1), label: String(at + 1) }))}
          onChange={({ target }) => change({ day: Number(target.value) })}
        />
      )}
      {rhythm === 'hourly' && (
        <Select
          label={t('schedule.minute')}
          value={String(Number(time.slice(3)))}
          options={[...new Set([0, 15, 30, 45, Number(time.slice(3))])]
            .sort((a, b) => a - b)
            .map((one) => ({ value: String(one), label: String(one) }))}
          onChange={({ target }) => change({ time: `00:${target.value.padStart(2, '0')}` })}
        />
      )}
      {rhythm === 'own' && (
        <p className="self-end font-mono text-sm wrap-anywhere" dir="ltr">
          {trigger.cron}
        </p>
      )}
      {rhythm !== 'hourly' && rhythm !== 'own' && (
        <TextField
          type="time"
          label={t('schedule.time')}
          value={time}
          // An emptied field keeps the last time.
          onChange={({ target }) => target.value && change({ time: target.value.slice(0, 5) })}
        />
      )}
      <Select
        label={t('schedule.zone')}
        value={trigger.timeZone}
        options={zones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
        onChange={({ target }) => onChange({ ...trigger, timeZone: target.value })}
      />
    </>
  )
}

function EventField({ event, onChange }: { event: string; onChange: (event: string) => void }) {
  const { t } = useTranslation('seats')
  const words = useTriggerWords()
  const { data } = useQuery<{ modules: ModuleSummary[] }>({ queryKey: ['/api/modules'] })
  const changed = (data?.modules ?? [])
    .filter(({ effects }) => effects.includes('write'))
    .map(({ id, title }) => ({
      value: `${RECORDS}${id}`,
      label: t('schedule.events.records', { module: said(title) }),
    }))
  const options = [...EVENTS.map((one) => ({ value: one, label: words({ kind: 'event', event: one }) })), ...changed]
  const known = options.some(({ value }) => value === event)
  return (
    <Select
      label={t('schedule.event')}
      help={t('schedule.eventText')}
      value={event}
      options={known ? options : [...options, { value: event, label: words({ kind: 'event', event }) }]}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
