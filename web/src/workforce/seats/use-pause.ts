import type { SeatAtWork } from '@atrium/contract/workforce-seats'
import { useTranslation } from 'react-i18next'
import { api } from '../../platform/api.ts'
import { useDoing } from '../work/use-doing.ts'

/** Lets a seat stand still, or go on. */
export function usePause({ id, name }: Pick<SeatAtWork, 'id' | 'name'>) {
  const { t } = useTranslation('seats')
  return useDoing({
    act: (on: boolean) => api.put(`/api/workforce/seats/${id}/paused`, { on }),
    done: (_, on) => t(on ? 'seat.paused' : 'seat.resumed', { name }),
  })
}
