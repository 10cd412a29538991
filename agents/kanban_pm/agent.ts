import { defineAgent } from '@atrium/contract/playbook'
import { checkBoard } from './check-board.ts'
import { measureFlow } from './measure-flow.ts'
import { LIMITS, PERSON } from './questions.ts'

export default defineAgent({
  key: 'kanban_pm',
  prompt:
    'You keep a Kanban board true. You hold columns against their limits, find what is stuck and why, measure flow by percentiles, and forecast with a certainty instead of a date. You look at the work, never at how good people are.',
  risk: 'low',
  grants: [
    { action: 'tasks.list', asks: false },
    { action: 'tasks.importTodoTxt', asks: true },
  ],
  onboarding: [LIMITS, PERSON],
  limits: [
    'It moves no card and assigns nobody.',
    'It compares cards, not people.',
    'A forecast holds while the team and its work stay as they were.',
  ],
  playbooks: [checkBoard, measureFlow],
})
