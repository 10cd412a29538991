import type { ModuleSummary } from '@atrium/contract/module-shown'
import type { Trigger } from '@atrium/contract/workforce-seats'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { said } from '../../i18n/said.ts'
import { timeName, timesOf, weekdayName } from './cron.ts'

export const RECORDS = 'records:'

/** When a schedule makes a task, in words. */
export function useTriggerWords(): (trigger: Trigger) => string {
  const { t, i18n } = useTranslation('seats')
  const { data } = useQuery<{ modules: ModuleSummary[] }>({ queryKey: ['/api/modules'] })
  return (trigger) => {
    if (trigger.kind === 'event') {
      if (!trigger.event.startsWith(RECORDS)) return t(`schedule.events.${trigger.event.replace('.', '_')}`)
      const id = trigger.event.slice(RECORDS.length)
      return t('schedule.events.records', { module: said(data?.modules.find((one) => one.id === id)?.title ?? id) })
    }
    const { rhythm, time, weekday, day, cron } = timesOf(trigger.cron)
    const words = t(`schedule.when.${rhythm}`, {
      time: timeName(time, i18n.language),
      minute: Number(time.slice(3)),
      weekday: weekdayName(weekday, i18n.language),
      day,
      cron,
    })
    const isHere = trigger.timeZone === Intl.DateTimeFormat().resolvedOptions().timeZone
    return isHere ? words : t('schedule.inZone', { when: words, zone: trigger.timeZone })
  }
}
