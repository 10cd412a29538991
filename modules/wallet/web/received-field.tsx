import { Button, formatDate, formatNumber, TextField, useModuleQuery } from '@atrium/web/kit'
import type wallet from '../module.ts'
import { converted } from '../rates.ts'
import { fieldAmount } from './amounts.ts'
import { useTexts } from './texts.ts'

interface ReceivedProps {
  /** Of the account that pays, and of the one that receives. */
  currency: string
  to: string
  date: string
  /** What is paid, in minor units. */
  minor: number | null
  value: string
  onValue: (value: string) => void
}

/** How much arrives in the other currency: proposed by the rate of the day, where one is known, and never taken unasked. */
export function Received({ currency, to, date, minor, value, onValue }: ReceivedProps) {
  const { t, language } = useTexts()
  const isDay = /^\d{4}-\d\d-\d\d$/.test(date)
  const asked = isDay ? { from: currency, to, date } : undefined
  const { data } = useModuleQuery<typeof wallet, 'rateOn'>('wallet', 'rateOn', asked)
  const proposed = data?.rate && minor ? fieldAmount(converted(minor, currency, to, data.rate), to) : ''
  const said =
    data?.rate && data.date
      ? `${t('rates.one', {
          from: currency,
          to,
          rate: formatNumber(data.rate, language, { maximumSignificantDigits: 6 }),
        })} (${formatDate(data.date, language)})`
      : undefined
  return (
    <div className="flex flex-col gap-1.5">
      <TextField
        label={`${t('entry.received')} (${to})`}
        inputMode="decimal"
        value={value}
        help={said}
        onChange={(event) => onValue(event.target.value)}
      />
      {proposed !== '' && proposed !== value && (
        <Button size="sm" variant="ghost" className="self-start" onClick={() => onValue(proposed)}>
          {t('entry.takeRate', { amount: `${proposed} ${to}` })}
        </Button>
      )}
    </div>
  )
}
