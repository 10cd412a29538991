import { addMonths } from '@atrium/domain/dates/days'
import { borrowable, loanCost, monthsToRepay, periodRate } from '@atrium/domain/money/loan'
import { Exact } from '../../calculation/numbers.ts'
import { momentOf, today } from '../../calendar/reading.ts'
import { defineIntent, type GuideLanguage, type IntentReply } from '../intent.ts'
import { says } from '../words.ts'
import {
  monthsOf,
  replyOf,
  styleOf,
  writeMoney,
  writeMonthOf,
  writeMonths,
  writeNumber,
  writePercent,
} from '../writing.ts'
import { amountProblem, MONTHS_MAX, rateProblem, termProblem } from './limits.ts'
import { byAmount, cuedBy, onlySums, type Said, saidIn, withMillions, without } from './said.ts'
import { examples, say } from './say.ts'
import { moneySlots } from './slots.ts'
import words from './words.json' with { type: 'json' }

/** “36 instalments”: months that are counted as payments. */
const PAYMENTS =
  /^\s?(?:monthly )?(?:instal?ments?|payments?|emis?|raten|cuotas|mensualités|rate|parcelas)(?![\p{L}])/iu

interface Facts {
  /** Without the deposit. */
  principal: Exact | null
  deposit: Exact | null
  percentAYear: Exact | null
  months: Exact | null
  /** What is paid a month. */
  payment: Exact | null
}

function factsOf(said: Said): Facts {
  const { amounts, percents, spans, language } = said
  const counted = amounts.find(({ isBare, to }) => isBare && PAYMENTS.test(said.text.slice(to, to + 24)))
  const down = percents.length > 1 ? cuedBy(said, percents, words.cues.deposit) : null
  const rate = without(percents, down)[0]
  const free = says(said.text, words.interestFree, language)
  const sums = without(amounts, counted)
  const monthly = sums.find(({ period }) => period === 'monthly')
  const once = without(sums, monthly).sort(byAmount)
  const price = once[0]
  const deposit = once.length > 1 ? (cuedBy(said, once.slice(1), words.cues.deposit) ?? null) : null
  const part = down && price ? price.amount.times(down.value).div(100) : (deposit?.amount ?? null)
  const longest = spans.map(({ value }) => monthsOf(value)).sort((a, b) => b.cmp(a))[0]
  return {
    principal: price ? price.amount.minus(part ?? 0) : null,
    deposit: part,
    percentAYear: rate ? rate.value.times(rate.period === 'monthly' ? 12 : 1) : free ? new Exact(0) : null,
    months: longest ?? counted?.amount ?? null,
    payment: monthly?.amount ?? null,
  }
}

/**
 * A loan or a mortgage that is paid off in equal payments: what it costs a month, when it is paid off, or how much can be borrowed for a
 * payment.
 */
export const loan = defineIntent({
  id: 'money.loan',
  slots: moneySlots,
  examples: examples('money.loan'),
  async reply(_, context, language): Promise<IntentReply> {
    const style = styleOf(context)
    const place = [language, style] as const
    const said = onlySums(withMillions(await saidIn(context, language)))
    const { principal, deposit, percentAYear: rate, months, payment } = factsOf(said)
    const money = (value: Exact) => writeMoney(value, said.currency, style)
    const number = (value: Exact) => writeNumber(value, style, 6)
    if (deposit && principal?.lte(0)) return { markdown: say(language, 'depositCoversAll') }
    const problem =
      (principal ? amountProblem(principal, place) : null) ??
      (payment ? amountProblem(payment, place) : null) ??
      (rate ? rateProblem(rate, place) : null) ??
      (months ? termProblem(months, place) : null)
    if (problem) return problem
    if (principal && payment && months && !rate) {
      const paid = payment.times(months)
      return replyOf(
        [
          say(language, 'loanTotals', {
            interest: `**${money(paid.minus(principal))}**`,
            paid: `**${money(paid)}**`,
            payments: number(months),
          }),
          `${number(payment)} × ${number(months)}`,
        ],
        paid,
      )
    }
    if (!rate || (!principal && !payment) || (!months && !payment)) return { markdown: asked(language, context) }
    const i = periodRate(rate)
    const rateOf = `i = ${number(rate)} ÷ 100 ÷ 12`
    if (principal && !months) {
      const of = payment as Exact
      const found = monthsToRepay(principal, rate, of, MONTHS_MAX)
      if (!found)
        return { markdown: say(language, 'neverPaidOff', { payment: money(of), interest: money(principal.times(i)) }) }
      const month = writeMonthOf(addMonths(today(momentOf(context)), found.months), language)
      return {
        ...replyOf([
          say(language, 'paidOffIn', { time: writeMonths(found.months, language, 'both'), month }),
          say(language, 'loanTotals', {
            interest: money(found.paid.minus(principal)),
            paid: money(found.paid),
            payments: number(new Exact(found.months)),
          }),
          i.isZero()
            ? `${number(principal)} ÷ ${number(of)} ≤ ${found.months}`
            : `−ln(1 − ${number(principal)} × i ÷ ${number(of)}) ÷ ln(1 + i) ≤ ${found.months}, ${rateOf}`,
        ]),
        number: new Exact(found.months),
      }
    }
    const n = months as Exact
    if (!principal) {
      const most = borrowable(payment as Exact, rate, n.toNumber())
      return replyOf(
        [
          say(language, 'canBorrow', { amount: money(most) }),
          i.isZero()
            ? `${number(payment as Exact)} × ${number(n)}`
            : `${number(payment as Exact)} × (1 − (1 + i)^−${number(n)}) ÷ i, ${rateOf}`,
        ],
        most,
      )
    }
    const cost = loanCost(principal, rate, n.toNumber())
    return replyOf(
      [
        say(language, 'perMonth', { amount: money(cost.payment) }),
        deposit ? say(language, 'loanAfterDeposit', { principal: money(principal) }) : null,
        say(language, 'loanTotals', { interest: money(cost.interest), paid: money(cost.paid), payments: number(n) }),
        i.isZero()
          ? `${number(principal)} ÷ ${number(n)}`
          : `${number(principal)} × i ÷ (1 − (1 + i)^−${number(n)}), ${rateOf}`,
      ],
      cost.payment,
    )
  },
})

const asked = (language: GuideLanguage, context: { locale: string }): string => {
  const style = styleOf(context)
  return say(language, 'loanAsk', {
    example: `${writeNumber(new Exact(200_000), style)}, ${writePercent(new Exact(4), style)}, ${writeMonths(300, language)}`,
  })
}
