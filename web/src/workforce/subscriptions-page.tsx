import type { Subscription, SubscriptionList } from '@atrium/contract/workforce-orders'
import { CalendarCheck, CreditCard } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { z } from 'zod'
import { localeOf } from '../i18n/locale.ts'
import { PageFrame } from '../shell/page-frame.tsx'
import { Button, buttonClass } from '../ui/button.tsx'
import { formatDate, formatNumber } from '../ui/formats.ts'
import { nameOf } from './agent-name.ts'
import { Loaded } from './loaded.tsx'
import { StatusBadge } from './order-status.tsx'
import { SeatList } from './seat-list.tsx'
import { useCard, useStripePage } from './use-card.ts'
import { useEndSubscription } from './use-end-subscription.ts'
import { usePrices } from './use-prices.ts'

/** /workforce/subscriptions: what is paid for, until when, and its seats. */
export function SubscriptionsPage() {
  const { t } = useTranslation('workforce')
  const card = useCard()
  const page = useStripePage()
  return (
    <PageFrame
      title={t('subscriptions.title')}
      text={t('subscriptions.text')}
      actions={
        card.onFile && (
          <Button
            icon={<CreditCard aria-hidden className="size-4" />}
            loading={page.isPending || page.isSuccess}
            onClick={() => page.mutate('/api/workforce/billing-portal')}
          >
            {t('card.portal')}
          </Button>
        )
      }
    >
      <Loaded<z.infer<typeof SubscriptionList>>
        path="/api/workforce/subscriptions"
        isEmpty={(data) => data.subscriptions.length === 0}
        icon={<CalendarCheck aria-hidden />}
        none={t('subscriptions.none')}
        noneText={t('subscriptions.noneText')}
      >
        {(data) => (
          <ul aria-label={t('subscriptions.title')} className="flex flex-col gap-4">
            {data.subscriptions.map((subscription) => (
              <SubscriptionCard key={subscription.id} subscription={subscription} />
            ))}
          </ul>
        )}
      </Loaded>
    </PageFrame>
  )
}

function SubscriptionCard({ subscription }: { subscription: Subscription }) {
  const { t, i18n } = useTranslation('workforce')
  const prices = usePrices()
  const { id, status, periodEnd, cancelAtPeriodEnd, endsAtOnce, billingPeriod, subtotalCents, lines, seats, next } =
    subscription
  const date = periodEnd ? formatDate(periodEnd, i18n.language, { dateStyle: 'long' }) : ''
  const isRunning = status === 'active' || status === 'past_due'
  const end = useEndSubscription(subscription)
  const list = (names: readonly string[]) =>
    new Intl.ListFormat(localeOf(i18n.language), { type: 'unit' }).format(names)
  const teamOf = (items: Readonly<Record<string, number>>) =>
    Object.entries(items).map(
      ([key, quantity]) => `${formatNumber(quantity, i18n.language)}\u00a0×\u00a0${nameOf(t, key)}`,
    )
  const team = Object.fromEntries(lines.map(({ agentKey, quantity }) => [agentKey, quantity]))
  const when =
    status === 'pending_payment' || status === 'draft'
      ? t('subscriptions.starts')
      : status === 'cancelled'
        ? null
        : status === 'past_due'
          ? t('subscriptions.standing')
          : t(cancelAtPeriodEnd ? 'subscriptions.ends' : 'subscriptions.renews', { date })
  return (
    <li className="rounded-md border border-line p-4">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-[1_1_14rem]">
          <h2 className="flex flex-wrap items-center gap-2 text-base">
            <span className="tabular-nums">{prices.per(subtotalCents, billingPeriod)}</span>
            <StatusBadge status={status} name={t(`subscriptions.states.${status}`)} />
          </h2>
          <p className="mt-1 text-sm text-pretty text-muted">
            <bdi>{list(teamOf(team))}</bdi>
          </p>
          {when && <p className="mt-1 text-sm text-pretty">{when}</p>}
          {next && !cancelAtPeriodEnd && (
            <p className="mt-1 text-sm">{t('subscriptions.next', { team: list(teamOf(next.items)) })}</p>
          )}
        </div>
        {status === 'past_due' && (
          <Link to="/workforce/orders" className={buttonClass('primary')}>
            {t('orders.title')}
          </Link>
        )}
        {status === 'active' && !cancelAtPeriodEnd && (
          <Link to={`/workforce/subscriptions/${id}`} className={buttonClass()}>
            {t('subscriptions.change')}
          </Link>
        )}
        {isRunning &&
          (cancelAtPeriodEnd && !endsAtOnce ? (
            <Button loading={end.isPending} onClick={end.keep}>
              {t('subscriptions.resume')}
            </Button>
          ) : (
            <Button loading={end.isPending} onClick={() => void end.ask()}>
              {t(endsAtOnce ? 'subscriptions.endNow' : 'subscriptions.cancel')}
            </Button>
          ))}
      </div>
      {seats.length > 0 && (
        <div className="mt-4 border-t border-line pt-3">
          <SeatList seats={seats} />
        </div>
      )}
    </li>
  )
}
