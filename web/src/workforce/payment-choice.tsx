import { Payment } from '@atrium/contract/workforce-orders'
import { clsx } from 'clsx'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'

interface PaymentChoiceProps {
  chosen: Payment
  /** What react-hook-form registers the choice with. */
  input: Pick<ComponentProps<'input'>, 'name' | 'onChange' | 'onBlur' | 'ref'>
}

/** Invoice or card. */
export function PaymentChoice({ chosen, input }: PaymentChoiceProps) {
  const { t } = useTranslation('workforce')
  return (
    <fieldset className="flex rounded-md border border-line bg-popover p-0.5">
      <legend className="sr-only">{t('card.how')}</legend>
      {Payment.options.map((payment) => (
        <label
          key={payment}
          className={clsx(
            'flex h-7 cursor-pointer items-center rounded-sm px-2.5 text-sm whitespace-nowrap has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus touch:h-10',
            payment === chosen ? 'bg-active font-medium' : 'text-muted hover:text-ink',
          )}
        >
          <input type="radio" {...input} value={payment} className="sr-only" />
          {t(`card.by.${payment}`)}
        </label>
      ))}
    </fieldset>
  )
}
