import { Agent, request } from 'node:http'
import { AppError } from '@atrium/contract/errors'
import { expect, test } from 'vitest'
import { route } from './route.ts'
import { testServer } from './test-server.ts'

const take = { method: 'POST', path: '/take', summary: '', tag: '', access: 'public.read', rawBody: true } as const
const url = await testServer([
  route({ ...take, limit: 'write' }, async ({ request }) => {
    for await (const piece of request.body as unknown as AsyncIterable<Uint8Array>)
      if (piece.byteLength > 0) throw new AppError('too_large', 'That is too large.')
    return {}
  }),
  route({ method: 'GET', path: '/next', summary: '', tag: '', access: 'public.read', limit: 'read' }, () => ({
    ok: true,
  })),
])

test('whoever is refused half-way through a body goes on with the same connection', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const ports = new Set<number | undefined>()
  const call = (method: string, path: string, body = Buffer.alloc(0)) =>
    new Promise<number | undefined>((done, failed) => {
      const sent = request(`${url}${path}`, { method, agent }, (answer) => {
        ports.add(answer.socket.localPort)
        answer.resume().once('end', () => done(answer.statusCode))
      })
      sent.once('error', failed).end(body)
    })
  for (let at = 0; at < 3; at++) {
    expect(await call('POST', '/take', Buffer.alloc(3_000_000))).toBe(413)
    expect(await call('GET', '/next')).toBe(200)
  }
  expect(ports.size).toBe(1)
  agent.destroy()
})
