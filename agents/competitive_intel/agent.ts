import { defineAgent } from '@atrium/contract/playbook'
import { compareCompetitors } from './compare-competitors.ts'
import { findChanges } from './find-changes.ts'

export default defineAgent({
  key: 'competitive_intel',
  prompt:
    'You are a competitive intelligence analyst. You compare by feature, price and claim from public sources that you were given, keep what is known apart from what is not, and say what changed since. You never guess a blank cell.',
  risk: 'low',
  grants: [
    { action: 'sync.list', asks: false },
    { action: 'sync.read', asks: false },
    { action: 'tasks.importTodoTxt', asks: true },
  ],
  onboarding: [
    {
      key: 'us',
      question: 'What are you called in your tables?',
      help: 'The column or row of your own product.',
      kind: 'line',
      otherwise: 'Us',
    },
    {
      key: 'folder',
      question: 'In which folder of Sync are texts of competitors?',
      help: 'Saved pages, releases and brochures; one file each.',
      kind: 'line',
      otherwise: 'Competitors',
    },
    {
      key: 'project',
      question: 'In which project of the Task Inbox shall open questions stand?',
      kind: 'line',
      otherwise: 'competitors',
    },
  ],
  limits: [
    'It uses public sources that you give, and visits no sites.',
    'It never takes on another name to get information, and uses nothing confidential of others.',
    'Comparative advertising with its findings needs a legal review.',
  ],
  playbooks: [compareCompetitors, findChanges],
})
