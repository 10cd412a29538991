import { addDays, addMonths, type Day } from '@atrium/domain/dates/days'
import { spanBetween } from '@atrium/domain/dates/spans'
import { grown, monthlyFor, monthsUntil, SAVING_MONTHS_MAX } from '@atrium/domain/money/growth'
import { Exact } from '../../calculation/numbers.ts'
import { momentOf, today } from '../../calendar/reading.ts'
import type { GuideContext } from '../../guide.ts'
import { type Duration, defineIntent, type GuideLanguage, type IntentReply } from '../intent.ts'
import { says } from '../words.ts'
import {
  monthsOf,
  replyOf,
  styleOf,
  writeCount,
  writeMoney,
  writeMonthOf,
  writeMonths,
  writeNumber,
} from '../writing.ts'
import { amountProblem, rateProblem, termProblem, timeProblem } from './limits.ts'
import { byAmount, onlySums, type Period, type Said, saidIn, withMillions } from './said.ts'
import { examples, say } from './say.ts'
import { moneySlots } from './slots.ts'
import words from './words.json' with { type: 'json' }

const none = new Exact(0)
const A_YEAR: Readonly<Record<Period, number>> = { hourly: 0, daily: 365, weekly: 52, monthly: 12, yearly: 1 }

/** How many times in a span something is put aside. */
function timesIn(span: Duration, period: Period): Exact {
  const { weeks = 0, days = 0, years = 0, months = 0 } = span
  if (period === 'weekly' && years + months === 0) return new Exact(weeks).plus(new Exact(days).div(7))
  if (period === 'daily' && years + months === 0) return new Exact(weeks).times(7).plus(days)
  return monthsOf(span).times(A_YEAR[period]).div(12)
}

/** By what time is asked for it: “how much a week”. */
function periodAsked({ text, language, spans, amounts }: Said): Period {
  const own = amounts.find(({ period }) => period !== null)?.period
  const asked = (['weekly', 'daily'] as const).find((period) => {
    const rest = [...spans, ...amounts].reduce(
      (left, { from, to }) => left.slice(0, from) + ' '.repeat(to - from) + left.slice(to),
      text,
    )
    return says(rest, words.cues[period], language)
  })
  return (
    own ?? asked ?? (spans[0]?.value.weeks && !spans[0].value.months && !spans[0].value.years ? 'weekly' : 'monthly')
  )
}

/** How long it takes to save for something, how much a month or a week, and what comes together. */
export const savings = defineIntent({
  id: 'money.savings',
  slots: moneySlots,
  examples: examples('money.savings'),
  async reply(_, context, language): Promise<IntentReply> {
    const style = styleOf(context)
    const place = [language, style] as const
    const said = onlySums(withMillions(await saidIn(context, language)))
    const sums = said.amounts.filter(({ period }) => period === null).sort(byAmount)
    const each = said.amounts.find(({ period }) => period !== null && period !== 'hourly')
    const goal = sums[0]?.amount ?? null
    const start = sums[1]?.amount ?? none
    const rate = said.percents[0]?.value ?? none
    const term = said.spans[0]?.value ?? null
    const money = (value: Exact) => writeMoney(value, said.currency, style)
    const number = (value: Exact) => writeNumber(value, style, 6)
    const problem =
      (goal ? amountProblem(goal, place) : null) ??
      amountProblem(start, place, 'from0') ??
      rateProblem(rate, place) ??
      (each ? amountProblem(each.amount, place) : null)
    if (problem) return problem
    const period = periodAsked(said)
    if (!goal && each?.period) return together(each.amount, each.period, term, rate, said, context, language)
    if (!goal) return { markdown: say(language, 'savingsAsk') }
    if (start.gte(goal)) return { markdown: say(language, 'goalThere', { goal: money(goal) }) }
    const day = today(momentOf(context))
    if (each?.period && !term && !said.day)
      return until(goal, start, rate, each.amount, each.period, day, said, context, language)
    if (!term && !said.day) return { markdown: say(language, 'goalAsk', { goal: money(goal) }) }
    if (!term && said.day && said.day <= day) return { markdown: say(language, 'goalPast') }
    const span = term ?? spanBetween(day, said.day as Day)
    if (period !== 'monthly' && period !== 'yearly' && rate.isZero()) {
      const times = timesIn(span, period).round()
      if (times.lt(1)) return { markdown: say(language, 'goalPast') }
      const part = goal.minus(start).div(times)
      return replyOf(
        [
          say(language, `pay.${period}`, { amount: `**${money(part)}**` }),
          `(${number(goal)} − ${number(start)}) ÷ ${number(times)}`,
        ],
        part,
      )
    }
    const months = term ? monthsOf(span).round() : new Exact((span.years ?? 0) * 12 + (span.months ?? 0))
    if (months.lt(1)) return { markdown: say(language, 'goalPast') }
    const wrong = termProblem(months, place)
    if (wrong) return wrong
    const part = monthlyFor(goal, start, rate, months.toNumber())
    if (part.lte(0)) return { markdown: say(language, 'goalThere', { goal: money(goal) }) }
    const paidIn = start.plus(part.times(months))
    return replyOf(
      [
        say(language, 'perMonth', { amount: money(part) }),
        rate.isZero()
          ? null
          : say(language, 'putAside', { paidIn: money(paidIn), interest: money(goal.minus(paidIn)) }),
        rate.isZero()
          ? `(${number(goal)} − ${number(start)}) ÷ ${number(months)}`
          : `(${number(goal)} − ${number(start)} × (1 + i)^${number(months)}) × i ÷ ((1 + i)^${number(months)} − 1), i = ${number(rate)} ÷ 100 ÷ 12`,
      ],
      part,
    )
  },
})

/** When a goal is reached. */
function until(
  goal: Exact,
  start: Exact,
  rate: Exact,
  each: Exact,
  period: Period,
  day: Day,
  said: Said,
  context: GuideContext,
  language: GuideLanguage,
): IntentReply {
  const style = styleOf(context)
  const money = (value: Exact) => writeMoney(value, said.currency, style)
  const number = (value: Exact) => writeNumber(value, style, 6)
  if ((period === 'weekly' || period === 'daily') && rate.isZero()) {
    const count = goal.minus(start).div(each).ceil()
    const days = count.times(period === 'weekly' ? 7 : 1)
    if (days.lte(SAVING_MONTHS_MAX * 30))
      return {
        ...replyOf([
          say(language, 'goalReachedIn', {
            time: writeCount(count, period === 'weekly' ? 'week' : 'day', language),
            goal: money(goal),
            month: writeMonthOf(addDays(day, days.toNumber()), language),
          }),
          `(${number(goal)} − ${number(start)}) ÷ ${number(each)} ≤ ${number(count)}`,
        ]),
        number: count,
      }
  }
  const monthly = each.times(A_YEAR[period]).div(12)
  const months = monthsUntil(goal, start, rate, monthly)
  if (months === null)
    return {
      markdown: say(language, 'goalNever', { goal: money(goal), most: writeMonths(SAVING_MONTHS_MAX, language) }),
    }
  const paidIn = start.plus(monthly.times(months))
  const { end } = grown({ start, percentAYear: rate, times: 12, years: new Exact(months).div(12), each: monthly })
  return {
    ...replyOf([
      say(language, 'goalReachedIn', {
        time: writeMonths(months, language, 'both'),
        goal: money(goal),
        month: writeMonthOf(addMonths(day, months), language),
      }),
      rate.isZero() ? null : say(language, 'putAside', { paidIn: money(paidIn), interest: money(end.minus(paidIn)) }),
      rate.isZero()
        ? `(${number(goal)} − ${number(start)}) ÷ ${number(monthly)} ≤ ${number(new Exact(months))}`
        : `${number(start)} × (1 + i)^n + ${number(monthly)} × ((1 + i)^n − 1) ÷ i ≥ ${number(goal)}, i = ${number(rate)} ÷ 100 ÷ 12`,
    ]),
    number: new Exact(months),
  }
}

/** What comes together of what is put aside regularly. */
function together(
  each: Exact,
  period: Period,
  term: Duration | null,
  rate: Exact,
  said: Said,
  context: GuideContext,
  language: GuideLanguage,
): IntentReply {
  const style = styleOf(context)
  const span = term ?? (/\byear|\bannual/iu.test(said.text) && period !== 'yearly' ? { years: 1 } : null)
  if (!span) return { markdown: say(language, 'savingsAsk') }
  const wrong = timeProblem(monthsOf(span), [language, style])
  if (wrong) return wrong
  const isWorkday = period === 'daily' && /\bwork(?:ing)? ?day/iu.test(said.text)
  const times = isWorkday ? monthsOf(span).times(260).div(12).round() : timesIn(span, period).toDecimalPlaces(4).floor()
  const paidIn = each.times(times)
  const money = (value: Exact) => writeMoney(value, said.currency, style)
  const number = (value: Exact) => writeNumber(value, style, 6)
  const time = monthsOf(span).isInteger()
    ? writeMonths(monthsOf(span).toNumber(), language)
    : writeCount(new Exact(span.weeks ?? span.days ?? 0), span.weeks ? 'week' : 'day', language)
  if (rate.isZero())
    return replyOf(
      [say(language, 'atTheEnd', { end: money(paidIn), time }), `${number(each)} × ${number(times)}`],
      paidIn,
    )
  const years = monthsOf(span).div(12)
  const { end } = grown({ start: none, percentAYear: rate, times: 12, years, each, eachTimes: A_YEAR[period] })
  return replyOf(
    [
      say(language, 'atTheEnd', { end: money(end), time }),
      say(language, 'growthTotals', { paidIn: money(paidIn), interest: money(end.minus(paidIn)) }),
      `${number(each)} × ((1 + i)^${number(times)} − 1) ÷ i`,
    ],
    end,
  )
}
