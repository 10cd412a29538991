import type { Question } from '@atrium/contract/playbook'

export const QUESTIONS = [
  {
    key: 'offer',
    question: 'What do you sell, and what does it do for a customer? One sentence.',
    help: 'It stands in the messages as you write it: “We help workshops to plan their shifts in half the time.”',
    kind: 'line',
    otherwise: 'I would like to show you what we do and hear whether it is of use to you.',
  },
  {
    key: 'industries',
    question: 'Which industries do your best customers work in?',
    help: 'Separated by commas. “Any” when it does not matter.',
    kind: 'line',
    otherwise: 'any',
  },
  {
    key: 'roles',
    question: 'Which roles or departments decide?',
    help: 'Such as: operations, COO, plant manager. “Any” when it does not matter.',
    kind: 'line',
    otherwise: 'any',
  },
  {
    key: 'size',
    question: 'How many people work at such a company?',
    help: 'A range: 20-500. “Any” when it does not matter.',
    kind: 'line',
    otherwise: 'any',
  },
  {
    key: 'sender',
    question: 'Who signs the messages?',
    help: 'As it shall stand below them: “Mara Lind, Northwind”.',
    kind: 'line',
    otherwise: 'The sales team',
  },
] as const satisfies readonly Question[]
