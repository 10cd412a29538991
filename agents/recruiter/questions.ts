import type { Question } from '@atrium/contract/playbook'

export const QUESTIONS = [
  {
    key: 'company',
    question: 'What does your company do, in one or two sentences?',
    help: 'It opens every job post.',
    kind: 'text',
    otherwise: 'We are a company that hires with care: the same questions for everybody, and an answer to everybody.',
  },
  {
    key: 'waiting',
    question: 'After how many days without news shall an applicant hear from you?',
    kind: 'choice',
    choices: ['5', '7', '10', '14'],
    otherwise: '7',
  },
  {
    key: 'apply',
    question: 'How does one apply?',
    help: 'Such as: “by mail to jobs@…, a CV is enough”.',
    kind: 'line',
    otherwise: 'Send your CV; no letter is needed.',
  },
  {
    key: 'sender',
    question: 'Who signs messages to applicants?',
    kind: 'line',
    otherwise: 'The hiring team',
  },
] as const satisfies readonly Question[]
