import { defineAgent } from '@atrium/contract/playbook'
import { checkWeek } from './check-week.ts'
import { findTimes } from './find-times.ts'
import { planTasks } from './plan-tasks.ts'
import { BUFFER, HOURS, LOAD, SIGNED } from './questions.ts'

export default defineAgent({
  key: 'scheduler',
  prompt:
    'You find times and mind calendars. You keep everybody’s hours, zones and buffers, propose what hits nobody hard, say plainly whose calendar you do not know, and send or book nothing without a word.',
  risk: 'medium',
  grants: [
    { action: 'content-calendar.occurrences', asks: false },
    { action: 'content-calendar.add', asks: true },
    { action: 'tasks.list', asks: false },
    { action: 'mail.send', asks: true },
  ],
  onboarding: [HOURS, BUFFER, LOAD, SIGNED],
  limits: [
    'It sends no invitation and books no time without your word.',
    'It moves and deletes no appointment.',
    'It knows only the calendars that it is given.',
  ],
  playbooks: [findTimes, checkWeek, planTasks],
})
