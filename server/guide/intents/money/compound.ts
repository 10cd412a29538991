import { grown } from '@atrium/domain/money/growth'
import { Exact } from '../../calculation/numbers.ts'
import { defineIntent, type GuideLanguage, type IntentReply } from '../intent.ts'
import { says } from '../words.ts'
import {
  monthsOf,
  replyOf,
  styleOf,
  writeCount,
  writeMoney,
  writeMonths,
  writeNumber,
  writePercent,
} from '../writing.ts'
import { amountProblem, rateProblem, timeProblem } from './limits.ts'
import { onlySums, type Period, type Said, saidIn, withMillions } from './said.ts'
import { examples, say } from './say.ts'
import { moneySlots } from './slots.ts'
import words from './words.json' with { type: 'json' }

const timesAYear = { daily: 365, monthly: 12, quarterly: 4, yearly: 1 } as const
type Compounding = keyof typeof timesAYear
const paymentsAYear: Readonly<Record<Period, number>> = { hourly: 1, daily: 365, weekly: 52, monthly: 12, yearly: 1 }

/** Once a year unless it is said; with what is put in more often, every month. */
const compoundingIn = (question: string, language: GuideLanguage, each: Period | null): Compounding =>
  (['daily', 'monthly', 'quarterly'] as const).find((one) => says(question, words.compounding[one], language)) ??
  (each === null || each === 'yearly' ? 'yearly' : 'monthly')

/** How many times as much it is to be. */
const timesIn = ({ text, language }: Said): number | null =>
  says(text, words.doubled, language) ? 2 : says(text, words.tripled, language) ? 3 : null

/** “A decade”, “interest per year” */
const spanIn = ({ text }: Said): Exact | null =>
  /\bdecade\b/iu.test(text)
    ? new Exact(120)
    : /\b(?:per|a|each|one|this) year\b|\b(?:yearly|annual)/iu.test(text)
      ? new Exact(12)
      : null

/** What a sum grows to, with or without regular contributions; when it is so much, and at what rate. */
export const compound = defineIntent({
  id: 'money.compound',
  slots: moneySlots,
  examples: examples('money.compound'),
  async reply(_, context, language): Promise<IntentReply> {
    const style = styleOf(context)
    const place = [language, style] as const
    const said = onlySums(withMillions(await saidIn(context, language)))
    const once = said.amounts.filter(({ period }) => period === null)
    const regular = said.amounts.filter(({ period }) => period !== null)
    const rate = said.percents[0]?.value ?? null
    const times = timesIn(said)
    const span = said.spans[0] ? monthsOf(said.spans[0].value) : null
    const money = (value: Exact) => writeMoney(value, said.currency, style)
    const number = (value: Exact) => writeNumber(value, style, 6)
    const each = regular[0]
    const [first, second] = once
    if (regular.length > 1) return { markdown: say(language, 'oneContribution') }
    const problem =
      (first ? amountProblem(first.amount, place, each ? 'from0' : 'above0') : null) ??
      (rate ? rateProblem(rate, place) : null) ??
      (span ? timeProblem(span, place) : null) ??
      (each ? amountProblem(each.amount, place, 'from0') : null)
    if (problem) return problem
    const [least, most] = first && second && !each ? [first.amount, second.amount].toSorted((a, b) => a.cmp(b)) : []
    const ratio = least && most ? most.div(least) : times ? new Exact(times) : null
    const ratioText = least && most ? `${number(most)} ÷ ${number(least)}` : String(times)
    if (ratio?.gt(1) && rate?.gt(0) && (!span || times)) {
      const years = ratio.ln().div(new Exact(1).plus(rate.div(100)).ln())
      return {
        ...replyOf([
          say(language, most ? 'growsIn' : 'multipliesIn', {
            time: writeCount(years, 'year', language),
            times: String(times),
            amount: money(most ?? new Exact(0)),
          }),
          `ln(${ratioText}) ÷ ln(1 + ${number(rate)} ÷ 100)${times === 2 ? `; 72 ÷ ${number(rate)} ≈ ${number(new Exact(72).div(rate).toDecimalPlaces(1))}` : ''}`,
        ]),
        number: years.toDecimalPlaces(2),
      }
    }
    if (ratio?.gt(1) && span && !rate) {
      const years = span.div(12)
      const found = ratio.pow(new Exact(1).div(years)).minus(1).times(100)
      return replyOf(
        [
          say(language, 'growthRate', { rate: writePercent(found, style, 2) }),
          `(${ratioText})^(1 ÷ ${number(years)}) − 1`,
        ],
        found,
      )
    }
    const months = span ?? spanIn(said)
    if (!rate || !months || (!first && !each))
      return {
        markdown: say(language, 'growthAsk', {
          example: `${number(new Exact(5_000))}, ${writePercent(new Exact(4), style)}, ${writeMonths(120, language)}`,
        }),
      }
    const start = first?.amount ?? new Exact(0)
    const years = months.div(12)
    const time = months.isInteger()
      ? writeMonths(months.toNumber(), language)
      : said.spans[0]
        ? said.text.slice(said.spans[0].from, said.spans[0].to)
        : number(years)
    const factorOf = `(1 + ${number(rate)} ÷ 100)`
    if (first && !each && says(said.text, words.simpleInterest, language)) {
      const interest = start.times(rate).times(years).div(100)
      return replyOf(
        [
          say(language, 'atTheEnd', { end: money(start.plus(interest)), time }),
          say(language, 'growthTotals', { paidIn: money(start), interest: `**${money(interest)}**` }),
          `${number(start)} × ${number(rate)} ÷ 100 × ${number(years)}`,
        ],
        interest,
      )
    }
    if (first && !each && says(said.text, words.buyingPower, language)) {
      const worth = start.div(new Exact(1).plus(rate.div(100)).pow(years))
      return replyOf(
        [say(language, 'buysLike', { worth: money(worth), time }), `${number(start)} ÷ ${factorOf}^${number(years)}`],
        worth,
      )
    }
    const compounding = compoundingIn(said.text, language, each?.period ?? null)
    const eachTimes = each?.period ? paymentsAYear[each.period] : 12
    const compoundedAYear = timesAYear[compounding]
    const part = each?.amount ?? new Exact(0)
    const { end, paidIn, interest } = grown({
      start,
      percentAYear: rate,
      times: compoundedAYear,
      years,
      each: part,
      eachTimes,
    })
    // A result beyond reading is refused: 1,000 % over 200 years has 200 digits.
    const beyond = amountProblem(end, place)
    if (beyond) return beyond
    const exponent = new Exact(years).times(compoundedAYear)
    const factor = compoundedAYear === 1 ? factorOf : `(1 + ${number(rate)} ÷ 100 ÷ ${compoundedAYear})`
    const payments = number(years.times(eachTimes).toDecimalPlaces(20).floor())
    const contributions = part.isZero()
      ? ''
      : rate.isZero()
        ? ` + ${number(part)} × ${payments}`
        : ` + ${number(part)} × ((1 + i)^${payments} − 1) ÷ i`
    const rateEach =
      part.isZero() || rate.isZero()
        ? ''
        : `, i = ${factor}${compoundedAYear === eachTimes ? '' : `^(${compoundedAYear}/${eachTimes})`} − 1`
    return replyOf(
      [
        say(language, 'atTheEnd', { end: money(end), time }),
        say(language, 'growthTotals', { paidIn: money(paidIn), interest: money(interest) }),
        say(language, `interestAdded.${compounding}`),
        `${number(start)} × ${factor}^${number(exponent)}${contributions}${rateEach}`,
      ],
      end,
    )
  },
})
