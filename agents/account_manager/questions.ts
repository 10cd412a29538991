import type { Question } from '@atrium/contract/playbook'

export const QUESTIONS = [
  {
    key: 'notice',
    question: 'How many days before the renewal can a customer give notice?',
    help: 'For contracts whose row in the file does not tell it.',
    kind: 'choice',
    choices: ['30', '60', '90', '180'],
    otherwise: '90',
  },
  {
    key: 'contact',
    question: 'After how many days without contact is an account neglected?',
    kind: 'choice',
    choices: ['14', '30', '60', '90'],
    otherwise: '30',
  },
  {
    key: 'goal',
    question: 'What does a customer reach with your product? One sentence.',
    help: 'It is the thread of every review with a customer.',
    kind: 'line',
    otherwise: 'what they bought it for',
  },
] as const satisfies readonly Question[]
