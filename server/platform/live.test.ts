import { connect } from 'node:net'
import { afterAll, expect, test, vi } from 'vitest'
import { createBus } from './database/bus.ts'
import { testDatabase } from './database/test-database.ts'
import { testServer } from './http/test-server.ts'
import { createLive, type News } from './live.ts'
import { silentLog } from './telemetry.ts'
import { atTheEnd } from './test-end.ts'

const { db, config } = await testDatabase()
const bus = await createBus(db, config, silentLog)
afterAll(() => bus.close())
const live = createLive(bus, silentLog)
const url = await testServer(live.routes)

/** A tab of this person: what it was told so far. A slow one begins to read when `read` is called. */
async function tab(name: string, slow = false) {
  let text = ''
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  atTheEnd(() => socket.destroy())
  socket.setEncoding('utf8')
  const read = () => {
    socket.on('data', (data) => {
      text += data
    })
  }
  if (!slow) read()
  socket.write(`GET /api/events HTTP/1.1\r\nhost: x\r\nx-test-person: ${name}\r\n\r\n`)
  const told = () => text.split('\n').flatMap((line) => (line.startsWith('data: ') ? [JSON.parse(line.slice(6))] : []))
  if (!slow) await vi.waitFor(() => expect(text).toContain('retry: 2000'))
  return { told: told as () => News[], read }
}

test('news reach every tab of the person, and nobody else', async () => {
  const [one, two, other] = [await tab('ann'), await tab('ann'), await tab('bob')]
  live.tell('ann', { topic: 'thread', id: 't' })
  live.tell('bob', { topic: 'threads' })
  for (const each of [one, two]) await vi.waitFor(() => expect(each.told()).toEqual([{ topic: 'thread', id: 't' }]))
  await vi.waitFor(() => expect(other.told()).toEqual([{ topic: 'threads' }]))
})

test('after the notifications were cut, every tab is told that it may have missed anything', async () => {
  const [one, two] = [await tab('cid'), await tab('dan')]
  await db.$client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'atrium-bus' and datname = current_database()`,
  )
  for (const each of [one, two])
    await vi.waitFor(() => expect(each.told()).toEqual([{ topic: 'gap' }]), { timeout: 10_000 })
  live.tell('cid', { topic: 'threads' })
  await vi.waitFor(() => expect(one.told()).toEqual([{ topic: 'gap' }, { topic: 'threads' }]))
})

test('a tab that does not read costs no memory: what it missed becomes one gap when it reads again', async () => {
  const slow = await tab('eve', true)
  const other = await tab('fay')
  const many = 3000
  // Each is nearly as long as a notification may be; together they are more than any socket holds.
  for (let at = 0; at < many; at++) live.tell('eve', { topic: 'records', module: `${at}`.padEnd(7_000, 'x') })
  live.tell('fay', { topic: 'threads' })
  await vi.waitFor(() => expect(other.told()).toHaveLength(1), { timeout: 30_000 })
  slow.read()
  await vi.waitFor(() => expect(slow.told().at(-1)).toEqual({ topic: 'gap' }), { timeout: 30_000 })
  expect(slow.told().length).toBeLessThan(many)
  live.tell('eve', { topic: 'threads' })
  await vi.waitFor(() => expect(slow.told().at(-1)).toEqual({ topic: 'threads' }))
})
