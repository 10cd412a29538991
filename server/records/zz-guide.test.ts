import { test } from 'vitest'
import { person } from '../platform/http/test-server.ts'
import { act } from '../guide/act.ts'
import tasks from '../../modules/tasks/server.ts'
import { testModules } from './test-module.ts'
test('guide', async () => {
  const at = await testModules(tasks)
  for (const question of ['add a task buy milk tomorrow', 'remind me to call Anna on friday at 3pm #home', '/task pay rent every month on the 1st', 'what is due this week', 'what is due tomorrow?', 'what is due today', 'mark buy milk as done', 'show my tasks', '/tasks', 'show my done tasks', 'delete the task pay rent', 'postpone call Anna to next monday', 'search my tasks for anna', 'I need to renew my passport', 'what do I have to do next week', 'reopen buy milk', 'mark "nothing" as done']) {
    const said = await act({ question, turns: [], files: [], persona: 'personal', spaceTitle: null, personName: 'Ann', now: new Date(), timeZone: 'Europe/Berlin', locale: 'en', modules: at.actions.list(), introduce: false, canConfigure: false,
      act: async (action, input) => { console.log('   CALL', action, JSON.stringify(input)); const r = await at.actions.call({ principal: person('ann'), action, input, via: 'guide', timeZone: 'Europe/Berlin' }); return { output: r.output, undo: r.change } } })
    console.log('>>', question, said?.confidence, '\n', (await said?.reply())?.slice(0, 600), '\n')
  }
})
