import type { Question } from '@atrium/contract/playbook'

export const QUESTIONS = [
  {
    key: 'value',
    question: 'What is the first thing with which a customer sees that it was worth it?',
    help: 'Such as: “the first week planned”. An onboarding is measured by the days until then.',
    kind: 'line',
    otherwise: 'the first result in daily work',
  },
  {
    key: 'days',
    question: 'Within how many working days shall they have it?',
    kind: 'choice',
    choices: ['5', '10', '20', '30'],
    otherwise: '10',
  },
  {
    key: 'sender',
    question: 'Who signs the messages?',
    kind: 'line',
    otherwise: 'The customer success team',
  },
] as const satisfies readonly Question[]
