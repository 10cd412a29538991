import { type PayPeriod, payAs, payPeriods, periodsAYear } from '@atrium/domain/money/pay'
import { Exact } from '../../calculation/numbers.ts'
import type { GuideContext } from '../../guide.ts'
import { defineIntent, type IntentReply } from '../intent.ts'
import { says } from '../words.ts'
import {
  hoursOf,
  isAbove0,
  replyOf,
  styleOf,
  writeCount,
  writeFigure,
  writeMoney,
  writeNumber,
  writePercent,
} from '../writing.ts'
import { amountProblem } from './limits.ts'
import { type Amount, beside, type Said, type Span, saidIn, withMillions, without } from './said.ts'
import { examples, say } from './say.ts'
import { moneySlots } from './slots.ts'
import words from './words.json' with { type: 'json' }

const HOURS_OF_A_WEEK = 24 * 7
/** More than these are no hours of a week where nobody says so. */
const MOST_OF_A_WEEK = 80
const FORTNIGHT = /\b(?:bi-?weekly|fortnight\w*|every (?:two|2|other|second) weeks?|semi-?weekly|two[- ]weekly)\b/iu
const TAKEN_OFF = /\b(?:tax(?:es)?|deductions?|minus|after|net|lose|less|take[- ]home|contributions?)\b/iu
const PART = /\b(?:part[- ]time|going down|go(?:es)? to|reduced? to|work(?:ing)? \d+ ?%|of (?:a )?full)\b/iu

/** By what time an amount is paid where nobody says so: as much as that is a year's, a month's or an hour's pay. */
const likelyPeriod = (amount: Exact, { text, language }: Said): PayPeriod | null => {
  if (says(text, { en: ['annual salary', 'yearly salary', 'salary', 'per annum'] }, language) && amount.gte(10_000))
    return 'yearly'
  if (amount.gte(15_000)) return 'yearly'
  if (amount.gte(1_000)) return 'monthly'
  return amount.lt(150) ? 'hourly' : null
}

/** Nobody is paid so much in so short a time: the time is the one that is asked for, as in “how much is 50k per day”. */
const MOST: Readonly<Record<PayPeriod, number>> = {
  hourly: 1_500,
  daily: 12_000,
  weekly: 12_000,
  monthly: 25_000,
  yearly: 1e15,
}
const plausible = (pay: Amount | undefined): Amount | undefined =>
  pay?.period && pay.amount.gt(MOST[pay.period]) && !pay.currency?.match(/JPY|KRW|IDR|INR|RUB|HUF|CLP|COP|VND/u)
    ? { ...pay, period: null }
    : pay

interface Facts {
  pay: Amount | undefined
  period: PayPeriod | null
  /** The hours of a week. */
  week: Exact
  /** Hours that were worked, that are no hours of a week. */
  worked: Span[]
}

function factsOf(said: Said): Facts {
  const hours = said.spans.filter(({ value }) => hoursOf(value).gt(0))
  const isOfWeek = (span: Span) => {
    const { before, after } = beside(said, span, 20)
    return (
      span.period === 'weekly' ||
      /^ ?(?:contract|\/ ?w|p\/?w|full[- ]time)/iu.test(after) ||
      /(?:weekly|week of|per week:?|week:) ?$/iu.test(before)
    )
  }
  const weekly = hours.filter(isOfWeek)
  const pay =
    plausible(said.amounts.find(({ period }) => period !== null)) ??
    said.amounts.find(({ isBare }) => !isBare) ??
    said.amounts[0]
  const isLoose =
    /\b(?:shift|worked|for [\d.,]+ ?h\w*|overtime|babysat|hours? (?:at|times|x|×|@)|hours? of|pay for)\b/iu.test(
      said.text,
    )
  // “5 hours a day, 5 days a week”
  const daily = hours.find(({ period: of }) => of === 'daily')
  const rest = without(hours, ...weekly, daily)
  // “at 40 hours” and yearly pay: the hours of a week.
  const asWeek =
    weekly.length === 0 &&
    rest.length === 1 &&
    !isLoose &&
    hoursOf((rest[0] as Span).value).lte(MOST_OF_A_WEEK) &&
    (pay?.period === 'monthly' || pay?.period === 'yearly' || asksFor(said) !== null)
      ? rest
      : []
  const isTwoWeekly = FORTNIGHT.test(said.text)
  const period =
    isTwoWeekly && pay?.period !== 'yearly' && pay?.period !== 'monthly'
      ? 'weekly'
      : (pay?.period ?? (pay ? likelyPeriod(pay.amount, said) : null))
  return {
    pay: isTwoWeekly && period === 'weekly' && pay ? { ...pay, amount: pay.amount.div(2) } : pay,
    period,
    week: daily
      ? hoursOf(daily.value).times(
          said.spans.find(({ value, period: of }) => value.days && of === 'weekly')?.value.days ?? 5,
        )
      : hoursOf((weekly[0] ?? asWeek[0])?.value ?? { hours: 40 }),
    worked: without(rest, ...asWeek, daily),
  }
}

/** The time that the pay is asked for. */
const asksFor = ({ text, amounts, spans, language }: Said): PayPeriod | null => {
  let rest = text
  for (const { from, to } of [...amounts, ...spans]) rest = rest.slice(0, from) + '#'.repeat(to - from) + rest.slice(to)
  // What stands behind a figure is its own.
  rest = rest.replace(
    /#\s*(?:\/|per |a |an |each |every )?\s*(?:hours?|hr|h|day|week|wk|month|mo|year|yr|annum|hourly|daily|weekly|monthly|yearly|annual(?:ly)?)\b/giu,
    '#',
  )
  return payPeriods.find((period) => says(rest, words.cues[period], language)) ?? null
}

/** Pay by the hour, day, week, month or year in all the others; what some hours make; what is left after taxes or a raise. */
export const salary = defineIntent({
  id: 'money.salary',
  slots: moneySlots,
  examples: examples('money.salary'),
  async reply(_, context, language): Promise<IntentReply> {
    const style = styleOf(context)
    const said = withMillions(await saidIn(context, language))
    const { pay, period, week, worked } = factsOf(said)
    if (!pay || !period) return { markdown: say(language, 'payAsk') }
    if (!isAbove0(week) || week.gt(HOURS_OF_A_WEEK)) return { markdown: say(language, 'payHours') }
    const problem = amountProblem(pay.amount, [language, style])
    if (problem) return problem
    return byHours(said, pay, period, worked, context) ?? converted(said, pay, period, week, context)
  },
})

/** What hours make, or how many hours make a sum. */
function byHours(
  said: Said,
  pay: Amount,
  period: PayPeriod,
  worked: readonly Span[],
  context: GuideContext,
): IntentReply | null {
  const { language, text } = said
  const style = styleOf(context)
  const money = (value: Exact) => writeMoney(value, said.currency, style)
  const number = (value: Exact) => writeNumber(value, style, 4)
  const time = (hours: Exact) => writeCount(hours, 'hour', language)
  const [first, second] = worked.map(({ value }) => hoursOf(value))
  const wanted = without(said.amounts, pay).find(({ amount }) => amount.gt(pay.amount))
  if (period === 'hourly' && !first && wanted && /\bhow (?:many hours|long)\b/iu.test(text)) {
    const hours = wanted.amount.div(pay.amount)
    return replyOf(
      [`**${time(hours)}**`, `${writeFigure(wanted.amount, style)} ÷ ${writeFigure(pay.amount, style)}`],
      hours,
    )
  }
  if (!first) return null
  if (
    pay.period === null &&
    worked.length === 1 &&
    !/\b(?:at|times|x|@|à|rate)\b/iu.test(beside(said, pay, 8).before) &&
    pay.amount.gt(first) &&
    !/^ ?(?:an|per|a|\/) ?h/iu.test(beside(said, pay).after) &&
    /\b(?:for|got|paid|made)\b/iu.test(text) &&
    pay.amount.div(first).gte(1)
  ) {
    const rate = pay.amount.div(first)
    return replyOf(
      [
        say(language, 'pay.hourly', { amount: `**${money(rate)}**` }),
        `${writeFigure(pay.amount, style)} ÷ ${number(first)}`,
      ],
      rate,
    )
  }
  if (period === 'yearly' && first.gt(HOURS_OF_A_WEEK)) {
    const rate = pay.amount.div(first)
    return replyOf(
      [
        say(language, 'pay.hourly', { amount: `**${money(rate)}**` }),
        `${writeFigure(pay.amount, style)} ÷ ${number(first)}`,
      ],
      rate,
    )
  }
  if (period === 'monthly' && worked.length === 1 && first.gt(60)) {
    const rate = pay.amount.div(first)
    return replyOf(
      [
        say(language, 'pay.hourly', { amount: `**${money(rate)}**` }),
        `${writeFigure(pay.amount, style)} ÷ ${number(first)}`,
      ],
      rate,
    )
  }
  if (period !== 'hourly') {
    if (!second) return null
    const isLater = /instead of/iu.test(text)
    const [from, to] = isLater ? [second, first] : [first, second]
    const part = pay.amount.times(to).div(from)
    return replyOf(
      [
        say(language, `pay.${period}`, { amount: `**${money(part)}**` }),
        `${writeFigure(pay.amount, style)} × ${number(to)} ÷ ${number(from)}`,
      ],
      part,
    )
  }
  const factor = /\bdouble time\b/iu.test(text)
    ? new Exact(2)
    : /\btime and (?:a )?half\b|\b1\.5\b/iu.test(text)
      ? new Exact('1.5')
      : new Exact(1)
  const [plain, over] = second ? [first, second] : factor.eq(1) ? [first, new Exact(0)] : [new Exact(0), first]
  const total = pay.amount.times(plain.plus(over.times(factor)))
  const parts = [
    plain.isZero() ? null : number(plain),
    over.isZero() ? null : `${number(over)}${factor.eq(1) ? '' : ` × ${number(factor)}`}`,
  ].filter((one) => one !== null)
  return replyOf(
    [
      say(language, 'payFor', { amount: money(total), time: time(plain.plus(over)) }),
      `${writeFigure(pay.amount, style)} × ${parts.length > 1 ? `(${parts.join(' + ')})` : parts[0]}`,
    ],
    total,
  )
}

/** The pay in all periods. */
function converted(said: Said, pay: Amount, period: PayPeriod, week: Exact, context: GuideContext): IntentReply {
  const { language, text } = said
  const style = styleOf(context)
  const number = (value: Exact) => writeNumber(value, style, 4)
  const percent = said.percents[0]?.value
  const days = said.spans.find(({ value }) => value.days && !value.hours)?.value.days
  const factor = !percent
    ? new Exact(1)
    : PART.test(text)
      ? percent.div(100)
      : TAKEN_OFF.test(text)
        ? new Exact(1).minus(percent.div(100))
        : new Exact(1).plus(percent.div(100))
  const thirteen = /\b(?:13th|thirteenth|times 13|13 months|13 salaries)\b/iu.test(text) && period === 'monthly'
  const amount = pay.amount.times(factor)
  if (period === 'daily' && days && days > 7) {
    const total = amount.times(days)
    return replyOf(
      [
        say(language, 'payFor', {
          amount: writeMoney(total, said.currency, style),
          time: writeCount(new Exact(days), 'day', language),
        }),
        `${writeFigure(amount, style)} × ${days}`,
      ],
      total,
    )
  }
  const line = payPeriods
    .map((one) => {
      const value = payAs(amount, period, one, week)
      const written = writeMoney(one === 'yearly' && thirteen ? amount.times(13) : value, said.currency, style)
      return say(language, `pay.${one}`, { amount: one === period && factor.eq(1) ? written : `**${written}**` })
    })
    .join(' · ')
  const yearly = thirteen ? amount.times(13) : payAs(amount, period, 'yearly', week)
  const fortnight =
    FORTNIGHT.test(text) && period !== 'weekly'
      ? say(language, 'payFor', {
          amount: writeMoney(payAs(amount, period, 'weekly', week).times(2), said.currency, style),
          time: writeCount(new Exact(2), 'week', language),
        })
      : null
  const changed = percent
    ? `${writeFigure(pay.amount, style)} × ${PART.test(text) ? writePercent(percent, style) : `(1 ${TAKEN_OFF.test(text) ? '−' : '+'} ${writePercent(percent, style)})`} = ${number(amount)}`
    : null
  const formula =
    period === 'yearly'
      ? `${number(amount)} ÷ ${number(periodsAYear('hourly', week))} = ${number(payAs(amount, 'yearly', 'hourly', week).toDecimalPlaces(2))}`
      : `${number(amount)} × ${thirteen ? '13' : number(periodsAYear(period, week))} = ${number(yearly.toDecimalPlaces(2))}`
  const asked = asksFor(said)
  const found =
    asked && asked !== period
      ? payAs(amount, period, asked, week)
      : period === 'yearly'
        ? payAs(amount, 'yearly', 'hourly', week)
        : yearly
  return replyOf(
    [
      line,
      changed ?? fortnight,
      say(language, percent && TAKEN_OFF.test(text) ? 'payBasisNet' : 'payBasis', { hours: number(week) }),
      formula,
    ],
    found,
  )
}
