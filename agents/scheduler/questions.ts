import type { Job, Question } from '@atrium/contract/playbook'
import { numberIn } from '@atrium/domain/numbers/reading'
import { answerTo } from '../kit/telling.ts'
import { hoursIn } from './zoned-time.ts'

export const HOURS: Question = {
  key: 'hours',
  question: 'Between which hours do you meet?',
  help: 'On your own clock, such as 9:00-17:00.',
  kind: 'line',
  otherwise: '9:00-17:00',
}
export const BUFFER: Question = {
  key: 'buffer',
  question: 'How many minutes do you want free between two appointments?',
  kind: 'line',
  otherwise: '15',
}
export const LOAD: Question = {
  key: 'meetingHours',
  question: 'How many hours of meetings a day are too many?',
  kind: 'line',
  otherwise: '5',
}
export const SIGNED: Question = {
  key: 'signedBy',
  question: 'Whose name stands under invitations?',
  kind: 'line',
  otherwise: 'the organiser',
}

export const hoursOf = (job: Pick<Job, 'seat'>) => hoursIn(answerTo(job, HOURS)) ?? { from: 540, to: 1_020 }
export const bufferOf = (job: Pick<Job, 'seat'>): number =>
  Math.min(120, Math.max(0, Math.round(numberIn(answerTo(job, BUFFER)) ?? 15)))
export const loadOf = (job: Pick<Job, 'seat'>): number =>
  Math.min(24, Math.max(0.5, numberIn(answerTo(job, LOAD)) ?? 5))
