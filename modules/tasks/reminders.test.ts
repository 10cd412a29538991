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
