import { agentsSelected, clearCart, totalsOf } from '@atrium/contract/workforce'
import { CloudOff, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Badge } from '../ui/badge.tsx'
import { Button, buttonClass, IconButton } from '../ui/button.tsx'
import { useCart } from './cart-store.ts'
import { PeriodSwitch } from './period-switch.tsx'
import { usePrices } from './use-prices.ts'
import { useReplaceCart } from './use-replace-cart.ts'

/** The bottom bar: how many, what they cost, and the way on. */
export function CartBar({ isKept }: { isKept: boolean }) {
  const { t } = useTranslation('workforce')
  const cart = useCart()
  const prices = usePrices()
  const replace = useReplaceCart()
  const count = agentsSelected(cart)
  const { subtotalCents, discountPercent } = totalsOf(cart)
  return (
    <section
      aria-label={t('cart.bar')}
      data-print="hide"
      className="sticky bottom-0 z-10 mt-auto border-t border-line bg-canvas pt-2.5 pb-[max(0.625rem,env(safe-area-inset-bottom))]"
    >
      {!isKept && (
        <p
          role="status"
          className="mx-auto mb-2 flex w-full max-w-5xl items-center gap-2 px-4 text-xs text-warning-ink"
        >
          <CloudOff aria-hidden className="size-3.5 shrink-0" />
          {t('cart.offline')}
        </p>
      )}
      <div className="mx-auto flex w-full max-w-5xl flex-wrap items-center justify-between gap-x-4 gap-y-1.5 px-4 desk:px-8">
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
          <p role="status" className="font-medium">
            {t('cart.selected', { count })}
          </p>
          {count > 0 && <p className="text-muted tabular-nums">{prices.per(subtotalCents, cart.billingPeriod)}</p>}
          {discountPercent > 0 && (
            <Badge tone="success">{t('cart.bundle', { percent: prices.percent(discountPercent * 100) })}</Badge>
          )}
          {count > 0 && (
            <IconButton
              size="sm"
              label={t('cart.clear')}
              icon={<Trash2 />}
              onClick={() => replace(clearCart, t('cart.cleared'))}
            />
          )}
        </div>
        <div className="ms-auto flex flex-wrap items-center gap-2 phone:w-full phone:justify-between">
          <PeriodSwitch />
          {count > 0 ? (
            <Link to="/workforce/checkout" className={buttonClass('primary')}>
              {t('cart.checkout')}
            </Link>
          ) : (
            <Button variant="primary" disabled>
              {t('cart.checkout')}
            </Button>
          )}
        </div>
      </div>
    </section>
  )
}
