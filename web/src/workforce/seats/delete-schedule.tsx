import type { Schedule } from '@atrium/contract/workforce-seats'
import { Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { api } from '../../platform/api.ts'
import { IconButton } from '../../ui/button.tsx'
import { useConfirm } from '../../ui/confirm.tsx'
import { useDoing } from '../work/use-doing.ts'

export const SCHEDULES = '/api/workforce/schedules'

/** Asks, then takes a schedule away. */
export function DeleteSchedule({ schedule: { id, title } }: { schedule: Pick<Schedule, 'id' | 'title'> }) {
  const { t } = useTranslation('seats')
  const confirm = useConfirm()
  const remove = useDoing({ act: () => api.delete(`${SCHEDULES}/${id}`) })
  const ask = async () => {
    const question = {
      title: t('schedule.deleteTitle', { title }),
      text: t('schedule.deleteText'),
      confirm: t('common.delete'),
      danger: true,
    }
    if (await confirm(question)) remove.mutate()
  }
  return <IconButton label={t('schedule.deleteOf', { title })} icon={<Trash2 />} onClick={() => void ask()} />
}
