import type { Question } from '@atrium/contract/playbook'

export const slo: Question = {
  key: 'slo',
  question: 'What share of the time shall your service be there?',
  help: 'Per cent of 30 days: 99.9 allows 43 minutes of outage.',
  kind: 'line',
  otherwise: '99.9',
}

export const hours: Question = {
  key: 'hours',
  question: 'When is somebody at work?',
  help: 'Two hours of the day: 9-18',
  kind: 'line',
  otherwise: '9-18',
}

export const rollback: Question = {
  key: 'rollback',
  question: 'How do you bring the version before back?',
  help: 'The command or the steps, and who may do it',
  kind: 'text',
  otherwise: '',
}

export const releases: Question = {
  key: 'releases',
  question: 'Under which project of the Task Inbox stands what is to be released?',
  kind: 'line',
  otherwise: 'release',
}

/** The first number from 90 to 99.999 of an answer, as a share; else 0.999. */
export function sloIn(answer: string): number {
  const number = Number.parseFloat(/\d+(?:[.,]\d+)?/.exec(answer)?.[0]?.replace(',', '.') ?? '')
  return number >= 90 && number < 100 ? number / 100 : 0.999
}

/** `9-18` as [9, 18]; the usual hours where it says none. */
export function hoursIn(answer: string): readonly [number, number] {
  const [, from, to] = /(\d{1,2})(?::\d\d)?\D+(\d{1,2})/.exec(answer) ?? []
  const [start, end] = [Number(from), Number(to)]
  return start >= 0 && end <= 24 && start < end ? [start, end] : [9, 18]
}
