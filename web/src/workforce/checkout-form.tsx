import { agentsSelected, type Cart, cartItems, totalsOf } from '@atrium/contract/workforce'
import { BillingDetails, NewOrder, Payment, type PlacedOrder, TERMS_DAYS } from '@atrium/contract/workforce-orders'
import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { localeOf } from '../i18n/locale.ts'
import { said } from '../i18n/said.ts'
import { api } from '../platform/api.ts'
import { uuid } from '../platform/uuid.ts'
import { useSettingsForm } from '../settings/use-settings-form.ts'
import { Button } from '../ui/button.tsx'
import { Select, TextField, type TextFieldProps } from '../ui/field.tsx'
import { nameOf } from './agent-name.ts'
import { changeCart } from './cart-store.ts'
import { ConnectModel, useModelNeed } from './model-needed.tsx'
import { PaymentChoice } from './payment-choice.tsx'
import { PeriodSwitch } from './period-switch.tsx'
import { taxRateOf } from './tax-rate.ts'
import { TeamLines } from './team-lines.tsx'
import { TotalsTable } from './totals.tsx'
import { usePrices } from './use-prices.ts'

const formOf = (taxWrong: string) =>
  BillingDetails.extend({
    poNumber: NewOrder.shape.poNumber,
    payment: Payment,
    termsDays: z.enum(TERMS_DAYS.map(String) as ['14', '30']),
    tax: z.string().refine((text) => taxRateOf(text) !== null, taxWrong),
  })
type Form = z.input<ReturnType<typeof formOf>>

interface CheckoutFormProps {
  cart: Cart
  /** What is filled in at the start. */
  billing: Partial<BillingDetails>
  /** Whether it can be paid by card, too. */
  byCard: boolean
  onPlaced: (order: PlacedOrder) => void
}

/** The order before it is one: the team, what it costs, who pays. */
export function CheckoutForm({ cart, billing, byCard, onPlaced }: CheckoutFormProps) {
  const { t, i18n } = useTranslation('workforce')
  const list = new Intl.ListFormat(localeOf(i18n.language))
  const prices = usePrices()
  const attempt = useRef({ of: '', id: '' })
  const { form, field, formProps, isSubmitting, rootError } = useSettingsForm<Form>({
    schema: formOf(t('checkout.taxWrong')),
    values: {
      name: '',
      company: '',
      email: '',
      address: '',
      city: '',
      postcode: '',
      country: '',
      taxNumber: '',
      ...billing,
      poNumber: '',
      payment: 'invoice',
      termsDays: '14',
      tax: '',
    },
    save: async ({ poNumber, payment, termsDays, tax, ...details }) => {
      const taxBasisPoints = taxRateOf(tax) ?? 0
      const order: Omit<NewOrder, 'attempt'> = {
        items: cart.items,
        billingPeriod: cart.billingPeriod,
        billing: details,
        payment,
        poNumber,
        termsDays: termsDays === '30' ? 30 : 14,
        taxBasisPoints,
        expectedTotalCents: totalsOf(cart, taxBasisPoints).totalCents,
      }
      // The same order sent again, because its answer was lost, is the same attempt.
      const of = JSON.stringify(order)
      if (attempt.current.of !== of) attempt.current = { of, id: uuid() }
      onPlaced(await api.post<PlacedOrder>('/api/workforce/orders', { ...order, attempt: attempt.current.id }))
    },
  })
  const taxBasisPoints = taxRateOf(useWatch({ control: form.control, name: 'tax' })) ?? 0
  const payment = useWatch({ control: form.control, name: 'payment' })
  const totals = totalsOf(cart, taxBasisPoints)
  const count = agentsSelected(cart)
  const { isIdle } = useModelNeed()
  const idle = cartItems(cart).filter(({ roleId }) => isIdle(roleId))
  const optional = (label: string) => t('checkout.optional', { label })
  const text = (
    name: keyof Form,
    props: Pick<TextFieldProps, 'autoComplete' | 'help' | 'type' | 'inputMode' | 'className'> = {},
    isOptional = false,
  ) => (
    <TextField
      {...field(name)}
      {...props}
      label={isOptional ? optional(t(`checkout.${name}`)) : t(`checkout.${name}`)}
      required={!isOptional}
    />
  )
  // Nothing is ordered by a stray Enter in a field: by the button, or Ctrl/Cmd+Enter.
  const onKeyDown = (event: KeyboardEvent) => {
    formProps.onKeyDown(event)
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault()
  }
  return (
    <form {...formProps} onKeyDown={onKeyDown} className="grid gap-x-10 gap-y-8 xl:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="flex min-w-0 flex-col gap-10">
        <Part title={t('checkout.review')} text={t('checkout.reviewText')} actions={<PeriodSwitch />}>
          <TeamLines label={t('checkout.review')} team={cart} onChange={changeCart} />
        </Part>
        <Part title={t('checkout.billing')}>
          <div className="grid gap-x-4 gap-y-4 sm:grid-cols-2">
            {text('name', { autoComplete: 'name' })}
            {text('company', { autoComplete: 'organization' }, true)}
            {text('email', { autoComplete: 'email', type: 'email', inputMode: 'email' })}
            {text('address', { autoComplete: 'street-address' })}
            {text('postcode', { autoComplete: 'postal-code' }, true)}
            {text('city', { autoComplete: 'address-level2' })}
            {text('country', { autoComplete: 'country-name' })}
            {text('taxNumber', { help: t('checkout.taxNumberHelp') }, true)}
          </div>
        </Part>
        <Part
          title={byCard ? t('card.how') : t('checkout.payment')}
          text={payment === 'stripe' ? t('card.text') : t('checkout.invoiceText')}
          actions={byCard && <PaymentChoice chosen={payment} input={form.register('payment')} />}
        >
          <div className="grid gap-x-4 gap-y-4 sm:grid-cols-2">
            {payment === 'invoice' && (
              <Select
                {...field('termsDays')}
                label={t('checkout.terms')}
                options={TERMS_DAYS.map((days) => ({
                  value: String(days),
                  label: t('checkout.termsDays', { count: days }),
                }))}
              />
            )}
            {text('poNumber', { help: t('checkout.poNumberHelp') }, true)}
            {text('tax', { help: t('checkout.taxHelp'), inputMode: 'decimal' }, true)}
          </div>
        </Part>
      </div>
      <section
        aria-label={t('checkout.summary')}
        className="flex flex-col gap-4 self-start rounded-md border border-line p-4 xl:sticky xl:top-6"
      >
        <h2 className="text-base">{t('checkout.summary')}</h2>
        <TotalsTable period={cart.billingPeriod} taxBasisPoints={taxBasisPoints} {...totals} />
        {rootError && (
          <p role="alert" className="rounded-md bg-danger-soft px-3 py-2 text-sm text-danger-ink">
            {said(rootError)}
          </p>
        )}
        {idle.length > 0 && (
          <div role="alert" className="rounded-md bg-warning-soft px-3 py-2 text-sm text-warning-ink">
            <p className="text-pretty">
              <bdi>
                {t('checkout.idle', {
                  count: idle.length,
                  names: list.format(idle.map(({ roleId }) => nameOf(t, roleId))),
                })}
              </bdi>
            </p>
            <ConnectModel />
          </div>
        )}
        <Button
          type="submit"
          variant="primary"
          loading={isSubmitting}
          disabled={idle.length > 0}
          className="h-auto! min-h-9 py-1.5 touch:min-h-11"
        >
          {t('checkout.place', { count, price: prices.exact(totals.totalCents) })}
        </Button>
        <p className="text-xs text-pretty text-muted">{t('checkout.placeText')}</p>
      </section>
    </form>
  )
}

interface PartProps {
  title: string
  text?: string
  actions?: ReactNode
  children: ReactNode
}

function Part({ title, text, actions, children }: PartProps) {
  return (
    <section aria-label={title} className="min-w-0">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div>
          <h2 className="text-base">{title}</h2>
          {text && <p className="max-w-prose text-sm text-pretty text-muted">{text}</p>}
        </div>
        {actions}
      </div>
      {children}
    </section>
  )
}
