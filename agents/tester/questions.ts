import type { Question } from '@atrium/contract/playbook'

export const environment: Question = {
  key: 'environment',
  question: 'Where are tests run, and on what?',
  help: 'For example: staging, Chrome and Safari, a phone',
  kind: 'line',
  otherwise: 'Where tests are run was not said.',
}

export const slow: Question = {
  key: 'slow',
  question: 'From how many seconds on is a single test slow?',
  kind: 'line',
  otherwise: '5',
}
