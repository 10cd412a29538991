import { addMonths, type Day, dayParts } from '@atrium/domain/dates/days'
import { spanBetween } from '@atrium/domain/dates/spans'
import { grown, monthlyFor, monthsUntil, SAVING_MONTHS_MAX } from '@atrium/domain/money/growth'
import { Exact } from '../../calculation/numbers.ts'
import { momentOf, today } from '../../calendar/reading.ts'
import { defineIntent, type GuideLanguage } from '../intent.ts'
import { monthsOf, replyOf, styleOf, writeMoney, writeMonths, writeNumber } from '../writing.ts'
import { amountProblem, rateProblem, termProblem } from './limits.ts'
import { examples, say } from './say.ts'
import words from './words.json' with { type: 'json' }

const none = new Exact(0)

function writeMonthOf(day: Day, language: GuideLanguage): string {
  const { year, month } = dayParts(day)
  return new Intl.DateTimeFormat(language, {
    year: 'numeric',
    month: 'long',
    timeZone: 'UTC',
    calendar: 'gregory',
  }).format(Date.UTC(year, month - 1, 1))
}

/** How long it takes to save for something, or how much a month. */
export const savingGoal = defineIntent({
  id: 'money.saving-goal',
  slots: {
    goal: { kind: 'money', required: true },
    monthly: { kind: 'money', cues: words.cues.monthly },
    start: { kind: 'money', cues: words.cues.start },
    rate: { kind: 'percent' },
    term: { kind: 'duration' },
    by: { kind: 'date' },
  },
  examples: examples('money.saving-goal'),
  reply({ goal, monthly, start, rate = none, term, by }, context, language) {
    const style = styleOf(context)
    const place = [language, style] as const
    const money = (value: Exact) => writeMoney(value, goal.currency, style)
    const number = (value: Exact) => writeNumber(value, style, 6)
    const has = start?.amount ?? none
    const problem =
      amountProblem(goal.amount, place) ??
      amountProblem(has, place, 'from0') ??
      rateProblem(rate, place) ??
      (monthly ? amountProblem(monthly.amount, place) : null)
    if (problem) return problem
    const there = () => ({ markdown: say(language, 'goalThere', { goal: money(goal.amount) }) })
    if (has.gte(goal.amount)) return there()
    const day = today(momentOf(context))
    if (monthly && !term && !by) {
      const months = monthsUntil(goal.amount, has, rate, monthly.amount)
      if (months === null)
        return {
          markdown: say(language, 'goalNever', {
            goal: money(goal.amount),
            most: writeMonths(SAVING_MONTHS_MAX, language),
          }),
        }
      const paidIn = has.plus(monthly.amount.times(months))
      const { end } = savedAfter(has, rate, months, monthly.amount)
      return {
        ...replyOf([
          say(language, 'goalReachedIn', {
            time: writeMonths(months, language),
            goal: money(goal.amount),
            month: writeMonthOf(addMonths(day, months), language),
          }),
          rate.isZero()
            ? null
            : say(language, 'putAside', { paidIn: money(paidIn), interest: money(end.minus(paidIn)) }),
          rate.isZero()
            ? `(${number(goal.amount)} − ${number(has)}) ÷ ${number(monthly.amount)} ≤ ${number(new Exact(months))}`
            : `${number(has)} × (1 + i)^n + ${number(monthly.amount)} × ((1 + i)^n − 1) ÷ i ≥ ${number(goal.amount)}, i = ${number(rate)} ÷ 100 ÷ 12`,
        ]),
        number: new Exact(months),
      }
    }
    if (!term && !by) return { markdown: say(language, 'goalAsk', { goal: money(goal.amount) }) }
    if (by && by <= day) return { markdown: say(language, 'goalPast') }
    const span = by ? spanBetween(day, by) : null
    const months = span ? new Exact(span.years * 12 + span.months) : monthsOf(term ?? {})
    if (span && months.lt(1)) return { markdown: say(language, 'goalPast') }
    const wrong = termProblem(months, place)
    if (wrong) return wrong
    const each = monthlyFor(goal.amount, has, rate, months.toNumber())
    if (each.lte(0)) return there()
    const paidIn = has.plus(each.times(months))
    return replyOf(
      [
        say(language, 'perMonth', { amount: money(each) }),
        rate.isZero()
          ? null
          : say(language, 'putAside', { paidIn: money(paidIn), interest: money(goal.amount.minus(paidIn)) }),
        rate.isZero()
          ? `(${number(goal.amount)} − ${number(has)}) ÷ ${number(months)}`
          : `(${number(goal.amount)} − ${number(has)} × (1 + i)^${number(months)}) × i ÷ ((1 + i)^${number(months)} − 1), i = ${number(rate)} ÷ 100 ÷ 12`,
      ],
      each,
    )
  },
})

const savedAfter = (start: Exact, percentAYear: Exact, months: number, each: Exact) =>
  grown({ start, percentAYear, times: 12, years: new Exact(months).div(12), each })
