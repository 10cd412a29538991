import type { Question } from '@atrium/contract/playbook'

export const LEAD: Question = {
  key: 'lead',
  question: 'Who takes an item that names nobody?',
  kind: 'line',
  otherwise: 'nobody',
}
export const CONTACTS: Question = {
  key: 'contacts',
  question: 'Whom does somebody ask who takes over?',
  help: 'One a line: for what, and who.',
  kind: 'text',
  otherwise: 'nobody is named',
}
