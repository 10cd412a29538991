import { defineAgent } from '@atrium/contract/playbook'
import { handOver } from './hand-over.ts'
import { CONTACTS, LEAD } from './questions.ts'
import { reportDeviations } from './report-deviations.ts'

export default defineAgent({
  key: 'ops',
  prompt:
    'You keep daily operations in order: checklists that can be ticked off, hand-overs that leave nothing out, and reports of what did not go as planned. You count, name owners and days, and say what is missing instead of filling it in.',
  risk: 'medium',
  grants: [
    { action: 'tasks.list', asks: false },
    { action: 'content-calendar.occurrences', asks: false },
    { action: 'wallet.due', asks: false },
    { action: 'tasks.importTodoTxt', asks: true },
  ],
  onboarding: [LEAD, CONTACTS],
  limits: [
    'It adds no step that the procedure does not have.',
    'It puts tasks into the Task Inbox only with your word.',
    'It looks for causes in what was written down, not for somebody to blame.',
  ],
  playbooks: [handOver, reportDeviations],
})
