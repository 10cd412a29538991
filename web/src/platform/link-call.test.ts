import { beginsWithZeros } from '@atrium/contract/link-work'
import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { callByLink, solve } from './link-call.ts'

afterEach(() => vi.unstubAllGlobals())

const zeros = async (challenge: string, nonce: string) => {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${challenge}.${nonce}`))
  return [...new Uint8Array(digest)]
    .map((byte) => byte.toString(2).padStart(8, '0'))
    .join('')
    .indexOf('1')
}

test('the work that is done is the work that was asked for', async () => {
  const nonce = await solve({ challenge: 'sealed', bits: 12 })
  expect(await zeros('sealed', nonce)).toBeGreaterThanOrEqual(12)
  expect(beginsWithZeros(new Uint8Array([0, 0b0001_0000]), 11)).toBe(true)
  expect(beginsWithZeros(new Uint8Array([0, 0b0001_0000]), 12)).toBe(false)
})

test('an action is called by a link with its work and its password', async () => {
  const calls: { call: string; headers: Headers; body: Record<string, unknown> }[] = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : {}
    calls.push({ call: `${init.method} ${path}`, headers: new Headers(init.headers), body })
    const offer = { subject: 's', expiresAt: null, actions: [], work: { challenge: 'sealed', bits: 8 } }
    return Response.json(init.method === 'GET' ? offer : { output: { name: 'Zoe' } })
  })
  const output = await callByLink('booking', 'token', 'book', { name: 'Zoe' }, { password: 'sésame' })
  expect(output).toEqual({ name: 'Zoe' })
  expect(calls.map(({ call }) => call)).toEqual([
    'GET /api/m/booking/links/token',
    'POST /api/m/booking/links/token/book',
  ])
  for (const { headers } of calls) expect(headers.get('x-link-password')).toBe('s%C3%A9same')
  expect(calls[1]?.body).toMatchObject({ input: { name: 'Zoe' }, website: '' })
  const { challenge, nonce } = z.object({ challenge: z.string(), nonce: z.string() }).parse(calls[1]?.body.work)
  expect(await zeros(challenge, nonce)).toBeGreaterThanOrEqual(8)
})
