import type { Question } from '@atrium/contract/playbook'

export const QUESTIONS = [
  {
    key: 'offer',
    question: 'What do you sell, in one sentence?',
    kind: 'line',
    otherwise: 'what we talked about',
  },
  {
    key: 'target',
    question: 'What shall be sold in a quarter?',
    help: 'An amount: 250000. “None” when there is no target.',
    kind: 'line',
    otherwise: 'none',
  },
  {
    key: 'silence',
    question: 'After how many days without contact is a deal silent?',
    kind: 'choice',
    choices: ['7', '14', '21', '30'],
    otherwise: '14',
  },
  {
    key: 'sender',
    question: 'Who signs the messages?',
    help: 'As it shall stand below them.',
    kind: 'line',
    otherwise: 'The sales team',
  },
] as const satisfies readonly Question[]
