import { grown } from '@atrium/domain/money/growth'
import { Exact } from '../../calculation/numbers.ts'
import { defineIntent, type GuideLanguage } from '../intent.ts'
import { says } from '../words.ts'
import { monthsOf, replyOf, styleOf, writeMoney, writeMonths, writeNumber } from '../writing.ts'
import { amountProblem, rateProblem, timeProblem } from './limits.ts'
import { examples, say } from './say.ts'
import words from './words.json' with { type: 'json' }

const timesAYear = { daily: 365, monthly: 12, quarterly: 4, yearly: 1 } as const
type Compounding = keyof typeof timesAYear

const compoundingIn = (question: string, language: GuideLanguage): Compounding =>
  (['daily', 'monthly', 'quarterly'] as const).find((one) => says(question, words.compounding[one], language)) ??
  'yearly'

/** What a sum grows to, with or without regular contributions. */
export const compound = defineIntent({
  id: 'money.compound',
  slots: {
    start: { kind: 'money', required: true },
    rate: { kind: 'percent', required: true },
    term: { kind: 'duration', required: true },
    monthly: { kind: 'money', cues: words.cues.monthly },
    yearly: { kind: 'money', cues: words.cues.yearly },
  },
  examples: examples('money.compound'),
  reply({ start, rate, term, monthly, yearly }, context, language) {
    const style = styleOf(context)
    const place = [language, style] as const
    const months = monthsOf(term)
    if (monthly && yearly) return { markdown: say(language, 'oneContribution') }
    const each = (monthly ?? yearly)?.amount ?? new Exact(0)
    const problem =
      amountProblem(start.amount, place, each.gt(0) ? 'from0' : 'above0') ??
      rateProblem(rate, place) ??
      timeProblem(months, place) ??
      amountProblem(each, place, 'from0')
    if (problem) return problem
    const compounding = compoundingIn(context.question, language)
    const times = timesAYear[compounding]
    const eachTimes = yearly ? 1 : 12
    const years = months.div(12)
    const { end, paidIn, interest } = grown({ start: start.amount, percentAYear: rate, times, years, each, eachTimes })
    const money = (value: Exact) => writeMoney(value, start.currency, style)
    const number = (value: Exact) => writeNumber(value, style, 6)
    const time = months.isInteger() ? writeMonths(months.toNumber(), language) : number(years)
    // A result beyond reading is refused: 1,000 % over 200 years has 200 digits.
    const beyond = amountProblem(end, place)
    if (beyond) return beyond
    const exponent = new Exact(years).times(times)
    const factor = times === 1 ? `(1 + ${number(rate)} ÷ 100)` : `(1 + ${number(rate)} ÷ 100 ÷ ${times})`
    const payments = number(years.times(eachTimes).toDecimalPlaces(20).floor())
    const contributions = each.isZero()
      ? ''
      : rate.isZero()
        ? ` + ${number(each)} × ${payments}`
        : ` + ${number(each)} × ((1 + i)^${payments} − 1) ÷ i`
    const rateEach =
      each.isZero() || rate.isZero()
        ? ''
        : `, i = ${factor}${times === eachTimes ? '' : `^(${times}/${eachTimes})`} − 1`
    return replyOf(
      [
        say(language, 'atTheEnd', { end: money(end), time }),
        say(language, 'growthTotals', { paidIn: money(paidIn), interest: money(interest) }),
        say(language, `interestAdded.${compounding}`),
        `${number(start.amount)} × ${factor}^${number(exponent)}${contributions}${rateEach}`,
      ],
      end,
    )
  },
})
