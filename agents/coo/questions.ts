import type { Job, Question } from '@atrium/contract/playbook'
import { numberIn } from '@atrium/domain/numbers/reading'
import { answerTo } from '../kit/telling.ts'

export const OWNERS: Question = {
  key: 'owners',
  question: 'Who owns which project?',
  help: 'One a line: project: name. Projects that are not named have no owner, and the review says so.',
  kind: 'text',
  otherwise: 'none: nobody',
}
export const STALE: Question = {
  key: 'staleDays',
  question: 'After how many days without a finished task does a project stand still?',
  kind: 'line',
  otherwise: '14',
}

/** Names by project, in lower case. */
export const ownersOf = (job: Pick<Job, 'seat'>): ReadonlyMap<string, string> =>
  new Map(
    answerTo(job, OWNERS)
      .split('\n')
      .flatMap((line) => {
        const [, project = '', owner = ''] = /^\s*#?([^:=]{1,60})[:=]\s*(.{1,80})$/.exec(line) ?? []
        return owner && owner.trim() !== 'nobody' ? [[project.trim().toLowerCase(), owner.trim()] as const] : []
      }),
  )

export const staleDaysOf = (job: Pick<Job, 'seat'>): number =>
  Math.min(365, Math.max(1, Math.round(numberIn(answerTo(job, STALE)) ?? 14)))
