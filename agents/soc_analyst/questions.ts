import type { Question } from '@atrium/contract/playbook'

export const exposed: Question = {
  key: 'exposed',
  question: 'Which folders of your code answer to the internet?',
  help: 'One a line: src/api/, services/*/public/',
  kind: 'text',
  otherwise: 'api/, routes/, controllers/, public/',
}

export const days: Question = {
  key: 'days',
  question: 'Within how many days shall P1, P2, P3 and P4 be mended?',
  help: 'Four numbers',
  kind: 'line',
  otherwise: '2, 14, 30, 90',
}

export const scanners: Question = {
  key: 'scanners',
  question: 'Which hosts or addresses are your own scanners and tests?',
  help: 'Alerts from them are put last, not thrown away. One a line.',
  kind: 'text',
  otherwise: '',
}

export const project: Question = {
  key: 'project',
  question: 'Under which project of the Task Inbox does security work stand?',
  kind: 'line',
  otherwise: 'security',
}

/** What a qualified person has to do whatever a playbook finds. */
export const REVIEW =
  'A qualified security analyst has to review this before anything is closed, accepted as a risk or told to others: the order is worked out from what the file says, not from a test of your systems.'

/** The days of the four queues; the usual ones where the answer has not four numbers that grow. */
export function daysIn(answer: string): { days: readonly [number, number, number, number]; isUsual: boolean } {
  const [a, b, c, d, ...more] = [...answer.matchAll(/\d{1,4}/g)].map(([number]) => Number(number))
  if (
    a === undefined ||
    b === undefined ||
    c === undefined ||
    d === undefined ||
    more.length > 0 ||
    a > b ||
    b > c ||
    c > d
  )
    return { days: [2, 14, 30, 90], isUsual: true }
  return { days: [a, b, c, d], isUsual: false }
}
