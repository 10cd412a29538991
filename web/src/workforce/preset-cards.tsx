import { type Preset, presets } from '@atrium/contract/catalogue/presets'
import {
  applyPreset,
  cartItems,
  emptyCart,
  isEmpty,
  quantityOf,
  setBillingPeriod,
  totalsOf,
} from '@atrium/contract/workforce'
import { clsx } from 'clsx'
import { Check } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { localeOf } from '../i18n/locale.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { formatNumber } from '../ui/formats.ts'
import { nameOf } from './agent-name.ts'
import { useBegan, useCart } from './cart-store.ts'
import { usePrices } from './use-prices.ts'
import { useReplaceCart } from './use-replace-cart.ts'

/** Quick Start Presets (spec 9): a team for the start, into the cart in one step. */
export function PresetCards() {
  const { t } = useTranslation('workforce')
  const began = useBegan()
  return (
    <section aria-labelledby="workforce-presets">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="workforce-presets" className="text-base">
          {t('presets.title')}
        </h2>
        <p role="status" className="text-sm text-muted">
          {began && t('presets.began')}
        </p>
      </div>
      <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
        {presets.map((preset) => (
          <PresetCard key={preset.id} preset={preset} />
        ))}
      </ul>
    </section>
  )
}

function PresetCard({ preset }: { preset: Preset }) {
  const { t, i18n } = useTranslation('workforce')
  const cart = useCart()
  const prices = usePrices()
  const replace = useReplaceCart()
  const name = t(`presets.${preset.id}.name`)
  const team = setBillingPeriod(applyPreset(emptyCart, preset.id), cart.billingPeriod)
  const items = cartItems(team)
  const inUse =
    !isEmpty(team) &&
    items.length === cartItems(cart).length &&
    items.every(({ roleId, quantity }) => quantityOf(cart, roleId) === quantity)
  const members = items.map(({ roleId, quantity }) =>
    quantity > 1 ? `${formatNumber(quantity, i18n.language)}\u00a0×\u00a0${nameOf(t, roleId)}` : nameOf(t, roleId),
  )
  return (
    <li className={clsx('flex min-w-0 flex-col rounded-md border p-4', inUse ? 'border-accent' : 'border-line')}>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-sm font-medium">
          <Link to={`/workforce/${preset.id}`} className="rounded-sm hover:underline hover:underline-offset-2">
            <bdi>{name}</bdi>
          </Link>
        </h3>
        {inUse && (
          <Badge tone="accent" icon={<Check aria-hidden />}>
            {t('presets.inUse')}
          </Badge>
        )}
      </div>
      <p className="mt-1 text-sm text-pretty text-muted">
        <bdi>{t(`presets.${preset.id}.text`)}</bdi>
      </p>
      {members.length > 0 && (
        <p className="mt-2 text-xs text-pretty text-muted">
          <bdi>{new Intl.ListFormat(localeOf(i18n.language), { type: 'unit' }).format(members)}</bdi>
        </p>
      )}
      <span className="flex-1" />
      <div className="mt-4 flex flex-wrap items-center justify-between gap-2 desk:flex-col desk:items-start">
        <span className="text-sm tabular-nums">
          {items.length > 0 && prices.per(totalsOf(team).subtotalCents, cart.billingPeriod)}
        </span>
        <Button
          size="sm"
          aria-label={items.length > 0 ? t('presets.useOf', { name }) : undefined}
          disabled={inUse || (items.length === 0 && isEmpty(cart))}
          onClick={() =>
            replace((now) => applyPreset(now, preset.id), t('presets.applied', { name }), t('presets.appliedText'))
          }
        >
          {items.length > 0 ? t('presets.use') : t('presets.start')}
        </Button>
      </div>
    </li>
  )
}
