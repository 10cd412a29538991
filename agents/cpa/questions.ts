import type { Job, Question } from '@atrium/contract/playbook'
import { MONTHS } from '@atrium/domain/dates/names'
import { minorIn } from '@atrium/domain/money/minor-units'
import { answerTo } from '../kit/telling.ts'

export const FISCAL: Question = {
  key: 'fiscalYear',
  question: 'In which month does your fiscal year begin?',
  help: 'Income and expenses are carried from there.',
  kind: 'choice',
  choices: MONTHS,
  otherwise: 'January',
}
export const CURRENCY: Question = {
  key: 'currency',
  question: 'In which currency do you keep your books?',
  help: 'Its three letters. The Wallet’s accounts say theirs themselves.',
  kind: 'line',
  otherwise: 'EUR',
}
export const APPROVAL: Question = {
  key: 'approvalLimit',
  question: 'From which amount does somebody have to approve a payment?',
  help: 'Entries just below it are shown. Empty: no such limit.',
  kind: 'line',
  otherwise: 'none',
}

/** The month's first day of the fiscal year that a month lies in. */
export function fiscalStart(job: Pick<Job, 'seat'>, month: string): string {
  const first = Math.max(0, MONTHS.indexOf(answerTo(job, FISCAL) as (typeof MONTHS)[number])) + 1
  const year = Number(month.slice(0, 4)) - (Number(month.slice(5)) < first ? 1 : 0)
  return `${year}-${String(first).padStart(2, '0')}-01`
}

export const currencyOf = (job: Pick<Job, 'seat'>): string => {
  const code = answerTo(job, CURRENCY).toUpperCase().slice(0, 3)
  return /^[A-Z]{3}$/.test(code) ? code : 'EUR'
}

/** Minor units, or null without a limit. */
export const approvalLimitOf = (job: Pick<Job, 'seat'>, currency: string): number | null =>
  minorIn(answerTo(job, APPROVAL), currency)
