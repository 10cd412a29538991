import type { Question } from '@atrium/contract/playbook'

export const domains: Question = {
  key: 'domains',
  question: 'Which mail domains are your own?',
  help: 'example.com, example.org. Accounts of other domains are named as guests.',
  kind: 'line',
  otherwise: '',
}

export const dormancy: Question = {
  key: 'dormancy',
  question: 'After how many days without a sign-in is an account dormant?',
  help: 'CIS Control 5.3 says 45.',
  kind: 'line',
  otherwise: '45',
}

export const linkDays: Question = {
  key: 'linkDays',
  question: 'How many days may a share link stay open?',
  kind: 'line',
  otherwise: '90',
}

export const REVIEW =
  'A qualified security analyst has to confirm each item before access is taken, a package is changed or a risk is accepted: the review sees what the files and records say and nothing else.'

/** The first whole number of an answer from 1 to 3,650; else the usual one. */
export function numberOf(answer: string, usual: number): number {
  const number = Number(/\d+/.exec(answer)?.[0])
  return number >= 1 && number <= 3_650 ? number : usual
}
