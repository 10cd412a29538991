import type { Question } from '@atrium/contract/playbook'

export const QUESTIONS = [
  {
    key: 'folder',
    question: 'In which folder of your files (Sync) are your help articles?',
    help: 'All files are searched when you leave it empty or write “all”.',
    kind: 'line',
    otherwise: 'all',
  },
  {
    key: 'targets',
    question: 'How many hours may the first answer and the solution take, by priority?',
    help: 'Lines like “urgent: 1, 8”. Hours on the clock, day and night.',
    kind: 'text',
    otherwise: 'urgent: 1, 8\nhigh: 4, 24\nnormal: 8, 72\nlow: 24, 120',
  },
  {
    key: 'handOver',
    question: 'Which words in a request shall always go to a person?',
    help: 'Besides money back, law, security, health and threats, which always do. Separated by commas.',
    kind: 'line',
    otherwise: 'none',
  },
  {
    key: 'sender',
    question: 'How are your replies signed?',
    kind: 'line',
    otherwise: 'The support team',
  },
] as const satisfies readonly Question[]
