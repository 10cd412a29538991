import { expect, test } from 'vitest'
import { testServer } from '../http/test-server.ts'
import { runRoutes } from './routes.ts'
import { storedRuns } from './test-runs.ts'

const { db, stored, rowOf, setRow } = await storedRuns()

const asked: unknown[] = []
const engine = {
  after: async (id: string, seq: number) => {
    asked.push([id, seq])
    return { frames: [], open: false }
  },
  listen: () => () => undefined,
  stop: async ({ id }: { id: string }) => {
    asked.push(['stop', id])
    await setRow({ id } as never, `status = 'cancelled'`)
    return true
  },
}
const url = await testServer(runRoutes({ db, engine: engine as never }))
const send = async (who: string, method: string, path: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(url + path, { method, headers: { 'x-test-person': who, ...headers } })
  return { status: answer.status, text: await answer.text() }
}

test('the events of a run are shown from behind the one that the caller has, as the address or the header says', async () => {
  const run = await stored()
  const from = async (query: string, lastEventId?: string) => {
    asked.length = 0
    const path = `/api/runs/${run.id}/events${query}`
    const { status, text } = await send(
      'ann',
      'GET',
      path,
      lastEventId === undefined ? {} : { 'last-event-id': lastEventId },
    )
    if (status !== 200) return [status, JSON.parse(text).error.message]
    expect([text, asked]).toEqual(['data: [DONE]\n\n', [[run.id, expect.any(Number)]]])
    return (asked[0] as unknown[])[1]
  }
  expect([await from(''), await from('?after=0'), await from('?after=4')]).toEqual([0, 0, 4])
  expect([await from('', '9'), await from('?after=4', '9'), await from('?after=0', '9')]).toEqual([9, 4, 0])
  expect(await from('', '2147483647')).toBe(2_147_483_647)
  for (const none of ['0', 'x', '', '-1', '1.5', '2147483648', 'Infinity'])
    expect([none, await from('', none)]).toEqual([none, 0])
  expect(await from('?after=2147483647')).toBe(2_147_483_647)
  expect(await from('?after=x')).toEqual([400, expect.stringContaining('after must be a number.')])
  for (const wrong of ['-1', '1.5', '2147483648'])
    expect(await from(`?after=${wrong}`)).toEqual([400, expect.any(String)])
})

test('a run is looked at and stopped by its owner, and is to everybody else as one that is not there', async () => {
  const run = await stored()
  asked.length = 0
  const paths = [['GET', ''] as const, ['GET', '/events'] as const, ['POST', '/stop'] as const]
  for (const [method, more] of paths) {
    const missing = await send('ben', method, `/api/runs/no-such-run${more}`)
    const others = await send('ben', method, `/api/runs/${run.id}${more}`)
    for (const { status, text } of [missing, others])
      expect([status, JSON.parse(text).error.message]).toEqual([404, 'That run was not found.'])
    for (const [length, status] of [
      [64, 404],
      [65, 400],
    ] as const)
      expect((await send('ann', method, `/api/runs/${'x'.repeat(length)}${more}`)).status).toBe(status)
  }
  expect([asked, (await rowOf(run)).status]).toEqual([[], 'running'])
  const shown = await send('ann', 'GET', `/api/runs/${run.id}`)
  expect(JSON.parse(shown.text)).toMatchObject({ id: run.id, status: 'running' })
  const stopped = await send('ann', 'POST', `/api/runs/${run.id}/stop`)
  expect(JSON.parse(stopped.text)).toMatchObject({ id: run.id, status: 'cancelled' })
  expect(asked).toEqual([['stop', run.id]])
})
