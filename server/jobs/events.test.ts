import { expect, test } from 'vitest'
import { testModules } from '../records/test-module.ts'
import { echoServer, notesServer, vaultServer } from './test-modules.ts'

let isDeaf = false
const app = await testModules(
  notesServer(),
  echoServer('ear', 'notes', () => isDeaf),
  // ping hears pong and pong hears ping
  echoServer('ping', 'pong'),
  echoServer('pong', 'ping'),
  vaultServer(),
  echoServer('spy', 'vault'),
)
const future = (seconds: number) => new Date(Date.UTC(2040, 0, 1) + seconds * 1000)
const listOf = async (who: string, module: string) => (await app.act<string[]>(who, `${module}.list`)).output
const rowsOf = async (who: string) =>
  (await app.db.$client.query('select kind, name, module, trail, status from jobs where owner_id = $1', [who])).rows

test('who listens to an action hears of what it changed, after it and in a change of its own', async () => {
  const { change } = await app.act('ann', 'notes.add', { text: 'milk' })
  expect(await rowsOf('ann')).toMatchObject([
    { kind: 'event', name: 'notes.add', module: 'ear', trail: ['ear on notes.add'] },
  ])
  expect(await listOf('ann', 'ear')).toEqual([])
  await app.due(future(0))
  expect(await listOf('ann', 'ear')).toEqual(['milk'])
  expect(await rowsOf('ann')).toEqual([])
  const { rows } = await app.db.$client.query(`select id, action, via from changes where scope_id = 'ann' order by id`)
  expect(rows).toMatchObject([
    { id: change, via: 'http' },
    { action: 'ear.on.notes.add', via: 'event' },
  ])
})

test('another’s change is not heard, and what nobody listens to costs no row', async () => {
  await app.act('bob', 'notes.add', { text: 'eggs' })
  await app.act('bob', 'notes.break', { how: 'kept' })
  expect(await rowsOf('bob')).toHaveLength(1)
  await app.due(future(0))
  expect(await listOf('bob', 'ear')).toEqual(['eggs'])
  expect(await listOf('nobody', 'ear')).toEqual([])
})

test('a listener that fails leaves the action as it is, and hears of it again', async () => {
  isDeaf = true
  await app.act('cleo', 'notes.add', { text: 'bread' })
  await app.due(future(0))
  expect(await listOf('cleo', 'notes')).toEqual(['bread'])
  expect(await listOf('cleo', 'ear')).toEqual([])
  isDeaf = false
  await app.due(future(5))
  expect(await listOf('cleo', 'ear')).toEqual([])
  await app.due(future(10))
  expect(await listOf('cleo', 'ear')).toEqual(['bread'])
})

test('an action that fails tells nobody', async () => {
  await app.act('dan', 'notes.failing', {})
  expect(await rowsOf('dan')).toEqual([])
})

test('two modules that listen to each other end: none is told again of what it set off itself', async () => {
  await app.act('eve', 'ping.add', { text: 'ball' })
  await app.due(future(0))
  // pong hears ping, ping hears pong, and there it ends: pong was in it already.
  expect(await listOf('eve', 'pong')).toEqual(['ball'])
  expect(await listOf('eve', 'ping')).toEqual(['ball', 'ball'])
  expect(await rowsOf('eve')).toEqual([])
})

test('an event reaches who listens from a schedule too', async () => {
  const later = { key: 'k', at: future(1).toISOString(), action: 'notes.add', input: { text: 'late' } }
  await app.act('finn', 'notes.later', later)
  await app.due(future(1))
  await app.due(future(1))
  expect(await listOf('finn', 'ear')).toEqual(['late'])
})

test('a secret that an action was given lies in no event, and no listener hears it', async () => {
  await app.act('gwen', 'vault.add', { text: 'cellar', code: 'open-sesame-42' })
  const { rows } = await app.db.$client.query(`select module, input from jobs where owner_id = 'gwen'`)
  expect(rows).toMatchObject([{ module: 'spy', input: { input: { text: 'cellar', code: '•••' } } }])
  expect(JSON.stringify(rows)).not.toContain('open-sesame')
  await app.due(future(0))
  expect(await listOf('gwen', 'spy')).toEqual(['cellar'])
})
