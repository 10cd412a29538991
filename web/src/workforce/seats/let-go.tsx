import type { Subscription } from '@atrium/contract/workforce-orders'
import type { SeatDetails } from '@atrium/contract/workforce-seats'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../platform/api.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Select } from '../../ui/field.tsx'
import { formatDate } from '../../ui/formats.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { nameOf } from '../agent-name.ts'
import { usePrices } from '../use-prices.ts'
import { useDoing } from '../work/use-doing.ts'
import { useSeats } from './use-seats.ts'

interface LetGoProps {
  seat: SeatDetails
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** A seat leaves with its period, which is paid for; who has its open tasks then, and what it saves, is said before. */
export function LetGo({ seat, open, onOpenChange }: LetGoProps) {
  const { t } = useTranslation('seats')
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t('leaving.title', { name: seat.name })}>
      <LeavingForm seat={seat} close={() => onOpenChange(false)} />
    </Dialog>
  )
}

function LeavingForm({ seat, close }: { seat: SeatDetails; close: () => void }) {
  const { t } = useTranslation('seats')
  const { t: words } = useTranslation('workforce')
  const { data } = useSeats()
  const [heir, setHeir] = useState(seat.handOverTo ?? '')
  const leave = useDoing({
    act: () => api.put(`/api/workforce/seats/${seat.id}/leaving`, { on: true, handOverTo: heir || null }),
    done: () => t('leaving.done', { name: seat.name }),
    onDone: close,
  })
  const others = (data?.seats ?? []).filter(({ id, isLeaving }) => id !== seat.id && !isLeaving)
  const isAlike = (key: string) => key === seat.agentKey
  const options = others
    .toSorted((a, b) => Number(isAlike(b.agentKey)) - Number(isAlike(a.agentKey)))
    .map(({ id, name, agentKey }) => ({
      value: id,
      label: t('org.option', { name, role: nameOf(words, agentKey) }),
    }))
  return (
    <form
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        if (!leave.isPending) leave.mutate()
      }}
    >
      <Saving seat={seat} />
      <Select
        label={t('leaving.heir')}
        help={seat.open > 0 ? t('leaving.heirText', { count: seat.open }) : t('leaving.noTasks')}
        value={heir}
        options={[{ value: '', label: t('leaving.me') }, ...options]}
        onChange={({ target }) => setHeir(target.value)}
      />
      <div className="flex justify-end gap-2 max-sm:flex-col-reverse">
        <Button onClick={close}>{t('leaving.keep')}</Button>
        <Button type="submit" variant="danger" loading={leave.isPending}>
          {t('leaving.confirm', { name: seat.name })}
        </Button>
      </div>
    </form>
  )
}

/** Until when it works, and what each period after that costs less. */
function Saving({ seat }: { seat: SeatDetails }) {
  const { t, i18n } = useTranslation('seats')
  const prices = usePrices()
  const { data, error } = useQuery<Subscription>({
    queryKey: ['/api/workforce/subscriptions', seat.subscriptionId],
    staleTime: 0,
  })
  if (error && !data) return <p>{t('leaving.withPeriod', { name: seat.name })}</p>
  if (!data) return <Skeleton className="h-10 w-full" />
  const price = data.lines.find(({ agentKey }) => agentKey === seat.agentKey)?.unitPriceCents
  const date = data.periodEnd && formatDate(data.periodEnd, i18n.language, { dateStyle: 'long' })
  return (
    <p className="text-pretty">
      {date ? t('leaving.until', { name: seat.name, date }) : t('leaving.withPeriod', { name: seat.name })}{' '}
      {price !== undefined && t('leaving.saves', { price: prices.per(price, data.billingPeriod) })} {t('leaving.stops')}
    </p>
  )
}
