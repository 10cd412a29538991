import { payAs, payPeriods, periodsAYear } from '@atrium/domain/money/pay'
import { Exact } from '../../calculation/numbers.ts'
import { defineIntent } from '../intent.ts'
import { hoursOf, isAbove0, replyOf, styleOf, writeMoney, writeNumber } from '../writing.ts'
import { amountProblem } from './limits.ts'
import { examples, say } from './say.ts'
import words from './words.json' with { type: 'json' }

const USUAL_HOURS = new Exact(40)
const HOURS_OF_A_WEEK = 24 * 7

/** Pay by the hour, day, week, month or year in all the others. */
export const pay = defineIntent({
  id: 'money.pay',
  slots: {
    hourly: { kind: 'money', cues: words.cues.hourly },
    daily: { kind: 'money', cues: words.cues.daily },
    weekly: { kind: 'money', cues: words.cues.weekly },
    monthly: { kind: 'money', cues: words.cues.monthly },
    yearly: { kind: 'money', cues: words.cues.yearly },
    hours: { kind: 'duration', cues: words.cues.weekly },
  },
  examples: examples('money.pay'),
  reply({ hours, ...given }, context, language) {
    const style = styleOf(context)
    const from = payPeriods.find((period) => given[period])
    const said = from && given[from]
    if (!from || !said) return { markdown: say(language, 'payAsk') }
    const week = hours ? hoursOf(hours) : USUAL_HOURS
    if (!isAbove0(week) || week.gt(HOURS_OF_A_WEEK)) return { markdown: say(language, 'payHours') }
    const problem = amountProblem(said.amount, [language, style])
    if (problem) return problem
    const line = payPeriods
      .map((period) => {
        const amount = payAs(said.amount, from, period, week)
        const written = writeMoney(amount, said.currency, style)
        return say(language, `pay.${period}`, { amount: period === from ? written : `**${written}**` })
      })
      .join(' · ')
    const number = (value: Exact) => writeNumber(value, style, 4)
    const yearly = payAs(said.amount, from, 'yearly', week)
    const formula =
      from === 'yearly'
        ? `${number(said.amount)} ÷ ${number(periodsAYear('hourly', week))} = ${number(payAs(said.amount, from, 'hourly', week).toDecimalPlaces(2))}`
        : `${number(said.amount)} × ${number(periodsAYear(from, week))} = ${number(yearly.toDecimalPlaces(2))}`
    const asked = from === 'yearly' ? payAs(said.amount, from, 'hourly', week) : yearly
    return replyOf([line, say(language, 'payBasis', { hours: number(week) }), formula], asked)
  },
})
