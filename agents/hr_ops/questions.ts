import type { Job, Question } from '@atrium/contract/playbook'
import { numberIn } from '@atrium/domain/numbers/reading'
import { answerTo } from '../kit/telling.ts'

export const HANDBOOK: Question = {
  key: 'handbook',
  question: 'In which folder of your files (Sync) is the handbook?',
  help: 'Such as “Handbook”. It answers out of nothing else.',
  kind: 'line',
  otherwise: 'Handbook',
}
export const CONTACT: Question = {
  key: 'contact',
  question: 'Who answers what the handbook does not?',
  kind: 'line',
  otherwise: 'HR',
}
export const PROBATION: Question = {
  key: 'probation',
  question: 'How many months is the probation?',
  help: '0 for none.',
  kind: 'line',
  otherwise: '3',
}
export const ENTITLEMENT: Question = {
  key: 'entitlement',
  question: 'How many days of leave has somebody a year, in a full week of five days?',
  help: 'Taken where a list of staff does not say it.',
  kind: 'line',
  otherwise: '25',
}

const wholeIn = (text: string, otherwise: number, most: number) =>
  Math.min(most, Math.max(0, numberIn(text) ?? otherwise))

export const probationMonths = (job: Pick<Job, 'seat'>): number => Math.round(wholeIn(answerTo(job, PROBATION), 3, 24))
export const entitlementOf = (job: Pick<Job, 'seat'>): number => wholeIn(answerTo(job, ENTITLEMENT), 25, 100)
