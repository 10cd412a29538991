import { field } from '@atrium/contract/fields'
import { rowOf } from '@atrium/contract/module'
import { z } from 'zod'
import { Ok, One } from './inputs.ts'
import { Currency, PastDay, Rate } from './records.ts'

/** What a person may say of currencies. */
export const WalletSettings = z.object({
  mainCurrency: field.text({
    label: 'Main currency',
    max: 3,
    help: 'Its three letters: what you have and spend in all currencies is told in it. That of most accounts when empty.',
  }),
  fetchDaily: field.checkbox({ label: 'Fetch exchange rates every day' }),
  ratesFrom: field
    .url({
      label: 'Address of the exchange rates',
      required: true,
      help: 'XML as the European Central Bank writes it.',
    })
    .default('https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml'),
})

const RateNow = z.object({ currency: z.string(), rate: z.number().nullable(), date: z.string().nullable() })

export const rateActions = {
  rates: {
    summary: 'Exchange rates: those of today into the main currency, and those that are kept',
    effect: 'read',
    input: z.object({}),
    output: z.object({ main: z.string(), current: z.array(RateNow), rates: z.array(rowOf(Rate)) }),
  },
  rateOn: {
    summary: 'What one unit of a currency was worth in another on a day, by the rates that are kept',
    effect: 'read',
    input: z.object({ from: Currency, to: Currency, date: PastDay }),
    output: z.object({ rate: z.number().nullable(), date: z.string().nullable() }),
  },
  saveRate: {
    summary: 'Write down an exchange rate',
    effect: 'write',
    input: Rate.omit({ isFetched: true }),
    output: Ok,
  },
  removeRate: { summary: 'Delete an exchange rate', effect: 'write', input: One, output: Ok },
  fetchRates: {
    summary: 'Fetch the exchange rates of your currencies',
    effect: 'write',
    input: z.object({}),
    output: z.object({ changed: z.number(), date: z.string().nullable() }),
  },
} as const

/** A currency whose amounts are left out of a report up to this month, since no rate was known. */
export const MissingRate = z.object({ currency: Currency, until: z.string() })
