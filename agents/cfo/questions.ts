import type { Job, Question } from '@atrium/contract/playbook'
import { minorIn } from '@atrium/domain/money/minor-units'
import { numberIn } from '@atrium/domain/numbers/reading'
import { answerTo } from '../kit/telling.ts'

export const MINIMUM: Question = {
  key: 'minimumCash',
  question: 'Below which balance may your cash never fall?',
  help: 'Weeks in which the forecast goes below it are marked.',
  kind: 'line',
  otherwise: '0',
}
export const LATE: Question = {
  key: 'lateDays',
  question: 'How many days after the due date do your customers usually pay?',
  kind: 'line',
  otherwise: '7',
}
export const RATES: Question = {
  key: 'lossRates',
  question: 'Which share of invoices do you lose: not due, up to 30, 60, 90 days late, and more (in %)?',
  help: 'Empty: the illustration of IFRS 9 (example 12), to be replaced by your own experience.',
  kind: 'line',
  otherwise: '0.3, 1.6, 3.6, 6.6, 10.6',
}
export const SIGNED: Question = {
  key: 'signedBy',
  question: 'Who signs payment reminders?',
  kind: 'line',
  otherwise: 'Accounts receivable',
}

/** Minor units. */
export const minimumOf = (job: Pick<Job, 'seat'>, currency: string): number =>
  minorIn(answerTo(job, MINIMUM), currency) ?? 0

export const lateDaysOf = (job: Pick<Job, 'seat'>): number =>
  Math.min(180, Math.max(0, Math.round(numberIn(answerTo(job, LATE)) ?? 7)))

/** Five shares from 0 to 1; null when the answer is not five percentages. */
export function lossRatesOf(job: Pick<Job, 'seat'>): number[] | null {
  const rates = answerTo(job, RATES)
    .split(/[;\s]+|,\s+/)
    .filter(Boolean)
    .map((one) => numberIn(one))
  return rates.length === 5 && rates.every((rate) => rate !== null && rate >= 0 && rate <= 100)
    ? rates.map((rate) => (rate ?? 0) / 100)
    : null
}
