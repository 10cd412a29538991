import type { Job, Question } from '@atrium/contract/playbook'
import { numberIn } from '@atrium/domain/numbers/reading'
import { answerTo } from '../kit/telling.ts'

export const LIMITS: Question = {
  key: 'limits',
  question: 'How many cards may be in each column at once?',
  help: 'One a line: column: number, such as In progress: 4.',
  kind: 'text',
  otherwise: 'In progress: 5\nDoing: 5\nReview: 3\nTesting: 3',
}
export const PERSON: Question = {
  key: 'perPerson',
  question: 'How many cards may one person work on at once?',
  kind: 'line',
  otherwise: '2',
}

/** Limits by column, in lower case. */
export const limitsOf = (job: Pick<Job, 'seat'>): ReadonlyMap<string, number> =>
  new Map(
    answerTo(job, LIMITS)
      .split(/[\n;]/)
      .flatMap((line) => {
        const [, column = '', limit = ''] = /^\s*([^:=]{1,60})[:=]\s*(\d{1,4})\s*$/.exec(line) ?? []
        return limit ? [[column.trim().toLowerCase(), Number(limit)] as const] : []
      }),
  )

export const perPersonOf = (job: Pick<Job, 'seat'>): number =>
  Math.max(1, Math.round(numberIn(answerTo(job, PERSON)) ?? 2))
