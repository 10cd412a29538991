import { loanCost, periodRate } from '@atrium/domain/money/loan'
import type { Exact } from '../../calculation/numbers.ts'
import { defineIntent } from '../intent.ts'
import { monthsOf, replyOf, styleOf, writeMoney, writeNumber } from '../writing.ts'
import { amountProblem, rateProblem, termProblem } from './limits.ts'
import { examples, say } from './say.ts'
import words from './words.json' with { type: 'json' }

/** What a loan or a mortgage costs a month, paid off in equal payments. */
export const loan = defineIntent({
  id: 'money.loan',
  slots: {
    principal: { kind: 'money', required: true },
    rate: { kind: 'percent', required: true },
    term: { kind: 'duration', required: true },
    deposit: { kind: 'money', cues: words.cues.deposit },
  },
  examples: examples('money.loan'),
  reply({ principal, rate, term, deposit }, context, language) {
    const style = styleOf(context)
    const place = [language, style] as const
    const months = monthsOf(term)
    const problem =
      amountProblem(principal.amount, place) ??
      rateProblem(rate, place) ??
      termProblem(months, place) ??
      (deposit ? amountProblem(deposit.amount, place, 'from0') : null)
    if (problem) return problem
    const borrowed = principal.amount.minus(deposit?.amount ?? 0)
    if (borrowed.lte(0)) return { markdown: say(language, 'depositCoversAll') }
    const { payment, paid, interest } = loanCost(borrowed, rate, months.toNumber())
    const money = (value: Exact) => writeMoney(value, principal.currency, style)
    const number = (value: Exact) => writeNumber(value, style, 6)
    const i = periodRate(rate)
    const formula = i.isZero()
      ? `${number(borrowed)} ÷ ${number(months)}`
      : `${number(borrowed)} × i ÷ (1 − (1 + i)^−${number(months)}), i = ${number(rate)} ÷ 100 ÷ 12`
    return replyOf(
      [
        say(language, 'perMonth', { amount: money(payment) }),
        deposit ? say(language, 'loanAfterDeposit', { principal: money(borrowed) }) : null,
        say(language, 'loanTotals', { interest: money(interest), paid: money(paid), payments: number(months) }),
        formula,
      ],
      payment,
    )
  },
})
