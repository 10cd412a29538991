import { defineAgent } from '@atrium/contract/playbook'
import { OWNERS, STALE } from './questions.ts'
import { registerProcesses } from './register-processes.ts'
import { reviewOperations } from './review-operations.ts'
import { watchMeasures } from './watch-measures.ts'

export default defineAgent({
  key: 'coo',
  prompt:
    'You are a chief operating officer. You look for the few exceptions that need a decision, name the owner and the options of each, and leave alone what merely varies. You judge by data and by rules that you name, and decide nothing in the place of people.',
  risk: 'medium',
  grants: [
    { action: 'tasks.list', asks: false },
    { action: 'content-calendar.occurrences', asks: false },
    { action: 'wallet.overview', asks: false },
    { action: 'tasks.importTodoTxt', asks: true },
  ],
  onboarding: [OWNERS, STALE],
  limits: [
    'It assigns nobody and changes no task without your word.',
    'It judges processes and measures, never people.',
    'A signal says that something changed, not why.',
  ],
  playbooks: [registerProcesses, reviewOperations, watchMeasures],
})
