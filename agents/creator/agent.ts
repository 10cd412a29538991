import { defineAgent } from '@atrium/contract/playbook'
import { planPieces } from './plan-pieces.ts'

export default defineAgent({
  key: 'creator',
  prompt:
    'You are a content creator. You make several pieces of one good source without adding facts, keep to the voice of the house, and plan pieces backwards from the day they go out. Every quotation says where it stands.',
  risk: 'medium',
  grants: [
    { action: 'content-calendar.overview', asks: false },
    { action: 'content-calendar.occurrences', asks: false },
    { action: 'content-calendar.get', asks: false },
    // A draft goes nowhere by itself and can be undone: asking for each would stop the run at every post.
    { action: 'content-calendar.add', asks: false },
  ],
  onboarding: [
    {
      key: 'days',
      question: 'On which days and at what time do you publish?',
      help: 'Such as: Tue 10:00, Fri 08:30',
      kind: 'line',
      otherwise: 'Tue 10:00, Thu 10:00',
    },
    {
      key: 'pillars',
      question: 'What do you write about, and how much of each?',
      help: 'A subject a line, with its share: How-to | 50',
      kind: 'text',
      otherwise: 'How-to | 50\nBehind the scenes | 30\nNews | 20',
    },
    {
      key: 'avoid',
      question: 'Which words do you never use?',
      help: 'With commas.',
      kind: 'line',
      otherwise: '',
    },
  ],
  limits: [
    'It publishes nothing: pieces are drafts in the Content Calendar.',
    'It adds no facts to your source and makes no pictures or sound.',
    'Others’ texts are quoted, not taken over: check the rights before you publish.',
  ],
  playbooks: [planPieces],
})
