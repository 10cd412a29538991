import type { SeatDetails } from '@atrium/contract/workforce-seats'
import { CalendarX2, CircleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { said } from '../../i18n/said.ts'
import { api } from '../../platform/api.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { useDoing } from '../work/use-doing.ts'
import { seatPage } from './seat-paths.ts'
import { usePause } from './use-pause.ts'
import { useSeats } from './use-seats.ts'

/** What keeps a seat from working, with the way to mend it; and that it leaves, with the way back. */
export function SeatMissing({ seat }: { seat: SeatDetails }) {
  const { t } = useTranslation('seats')
  const { data } = useSeats()
  const heir = data?.seats.find(({ id }) => id === seat.handOverTo)
  const stay = useDoing({
    act: () => api.put(`/api/workforce/seats/${seat.id}/leaving`, { on: false }),
    done: () => t('leaving.stays', { name: seat.name }),
  })
  return (
    <>
      {seat.isLeaving && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md bg-surface px-3 py-2.5">
          <CalendarX2 aria-hidden className="size-4 shrink-0 text-muted" />
          <p className="min-w-0 flex-1 basis-56 text-pretty">
            {t('leaving.is', { name: seat.name })}{' '}
            {t(heir ? 'leaving.tasksTo' : 'leaving.tasksToYou', { name: heir?.name })}
          </p>
          <Button size="sm" loading={stay.isPending} onClick={() => stay.mutate()}>
            {t('leaving.takeBack')}
          </Button>
        </div>
      )}
      {seat.missing.length > 0 && seat.status !== 'ended' && (
        <section
          aria-label={t('seat.missing')}
          className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md bg-warning-soft px-3 py-2.5 text-warning-ink"
        >
          <CircleAlert aria-hidden className="size-4 shrink-0" />
          <ul className="min-w-0 flex-1 basis-56">
            {seat.missing.map((sentence) => (
              <li key={sentence} className="text-pretty">
                {said(sentence)}
              </li>
            ))}
          </ul>
          <Mending seat={seat} />
        </section>
      )}
    </>
  )
}

/** The first of what can be done about it here. */
function Mending({ seat }: { seat: SeatDetails }) {
  const { t } = useTranslation('seats')
  const { t: shop } = useTranslation('workforce')
  const pause = usePause(seat)
  const link = (to: string, label: string) => (
    <Link to={to} className={buttonClass('secondary', 'sm')}>
      {label}
    </Link>
  )
  const resumeAll = useDoing({
    act: () => api.put('/api/workforce/paused', { on: false }),
    done: () => t('seats.resumed'),
  })
  if (seat.pausedFor === 'past_due') return link('/workforce/orders', t('seat.toInvoice'))
  if (seat.pausedFor === 'person')
    return (
      <Button size="sm" loading={pause.isPending} onClick={() => pause.mutate(false)}>
        {t('seat.resume')}
      </Button>
    )
  if (seat.pausedFor === 'all')
    return (
      <Button size="sm" loading={resumeAll.isPending} onClick={() => resumeAll.mutate()}>
        {t('seats.resume')}
      </Button>
    )
  if (seat.agent.playbooks.length === 0 && !seat.hasModel) return link('/settings/models', shop('agent.connectModel'))
  if (!seat.isOnboarded) return link(seatPage(seat.id, 'context'), t('seat.answer'))
  if (seat.budgets.some(({ isReached }) => isReached)) return link(seatPage(seat.id, 'budget'), t('seat.seeBudget'))
  return link(seatPage(seat.id, 'access'), t('seat.seeAccess'))
}
