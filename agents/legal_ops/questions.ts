import type { Question } from '@atrium/contract/playbook'

export const horizon: Question = {
  key: 'horizon',
  question: 'How many days ahead do you want to be told of a deadline?',
  kind: 'line',
  otherwise: '90',
}

export const lead: Question = {
  key: 'lead',
  question: 'How many days before its last day shall a notice be sent?',
  help: 'For signatures and the post',
  kind: 'line',
  otherwise: '14',
}

export const project: Question = {
  key: 'project',
  question: 'Under which project of the Task Inbox stands legal work?',
  kind: 'line',
  otherwise: 'legal',
}

export const ourName: Question = {
  key: 'ourName',
  question: 'What are you called in contracts?',
  help: 'The name and the role: Northwind Ltd, Customer',
  kind: 'line',
  otherwise: '',
}

export const REVIEW =
  'A lawyer has to review this before notice is given, anything is signed or a deadline is relied on: days are counted by the words of the file alone, not by the law that governs it.'

/** The first whole number of an answer from 1 to 3,650; else the usual one. */
export function numberOf(answer: string, usual: number): number {
  const number = Number(/\d+/.exec(answer)?.[0])
  return number >= 1 && number <= 3_650 ? number : usual
}
