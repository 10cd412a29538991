import type { Question } from '@atrium/contract/playbook'

export const QUESTIONS = [
  {
    key: 'folder',
    question: 'In which folder of your files (Sync) are your articles?',
    help: 'New drafts come into a folder “Drafts” in it.',
    kind: 'line',
    otherwise: 'Knowledge base',
  },
  {
    key: 'months',
    question: 'After how many months without a change shall an article be read again?',
    kind: 'choice',
    choices: ['3', '6', '12', '24'],
    otherwise: '6',
  },
  {
    key: 'readers',
    question: 'For whom are the articles?',
    help: 'For the public they are to read easily (Flesch 60 and above), for specialists 30 is enough.',
    kind: 'choice',
    choices: ['The public', 'Customers at work', 'Specialists'],
    otherwise: 'Customers at work',
  },
] as const satisfies readonly Question[]
