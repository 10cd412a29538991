import type { NotificationPage } from '@atrium/contract/notifications'
import { expect, test } from 'vitest'
import { testModules } from '../../server/records/test-module.ts'
import server from './server.ts'

const { act, undo, fetch, notifications } = await testModules(server)
const inboxOf = async (who: string) =>
  ((await (await fetch(who, '/api/notifications')).json()) as NotificationPage).notifications.map(({ title }) => title)
const add = (title: string, due: string) => act<{ id: string }>('ann', 'tasks.add', { title, due }, 'Europe/Berlin')

test('an open task reminds when it is due, one of a day in its morning; one that is done does not until that is undone', async () => {
  await add('Call Bob', '2099-05-04T15:00')
  await add('Pay the rent', '2099-05-04')
  const { output } = await add('Water the plants', '2099-05-04')
  const done = await act('ann', 'tasks.done', { id: output.id }, 'Europe/Berlin')
  expect(`${done.status} ${done.error}`).toBe('200 ')
  await notifications.deliver(new Date('2099-05-04T06:59:00Z'))
  expect(await inboxOf('ann')).toEqual([])
  await notifications.deliver(new Date('2099-05-04T07:00:00Z'))
  expect(await inboxOf('ann')).toEqual(['Pay the rent'])
  await undo('ann', done.change)
  await notifications.deliver(new Date('2099-05-04T13:00:00Z'))
  expect((await inboxOf('ann')).sort()).toEqual(['Call Bob', 'Pay the rent', 'Water the plants'])
  expect(await inboxOf('bob')).toEqual([])
})

test('a task reminds as long before as the settings say; those that wait move with them, and back with an undo', async () => {
  const inBerlin = (action: string, input: object) => act('cem', action, input, 'Europe/Berlin')
  await inBerlin('tasks.add', { title: 'Train', due: '2099-06-10T00:20' })
  await inBerlin('tasks.add', { title: 'Taxes', due: '2099-06-10' })
  const set = await inBerlin('tasks.changeSettings', { remind: 'm30', remindDay: 'eve' })
  expect(set.status).toBe(200)
  // Others' settings are others'.
  await act('dan', 'tasks.add', { title: 'Theirs', due: '2099-06-10' }, 'Europe/Berlin')
  await notifications.deliver(new Date('2099-06-09T15:59:00Z'))
  expect(await inboxOf('cem')).toEqual([])
  await notifications.deliver(new Date('2099-06-09T16:00:00Z'))
  expect(await inboxOf('cem')).toEqual(['Taxes'])
  await inBerlin('tasks.add', { title: 'Bus', due: '2099-06-10T00:20' })
  await notifications.deliver(new Date('2099-06-09T21:50:00Z'))
  expect((await inboxOf('cem')).sort()).toEqual(['Bus', 'Taxes', 'Train'])
  await notifications.deliver(new Date('2099-06-10T07:00:00Z'))
  expect(await inboxOf('dan')).toEqual(['Theirs'])
})

test('who wants no reminders has none until they say otherwise', async () => {
  const { change } = await act('eli', 'tasks.changeSettings', { remind: 'never', remindDay: 'never' })
  await act('eli', 'tasks.add', { title: 'Quiet', due: '2099-07-01T10:00' })
  await act('eli', 'tasks.add', { title: 'Quieter', due: '2099-07-01' })
  await undo('eli', change)
  await act('eli', 'tasks.changeSettings', { remindDay: 'never' })
  await notifications.deliver(new Date('2099-07-01T23:00:00Z'))
  expect(await inboxOf('eli')).toEqual(['Quiet'])
})
