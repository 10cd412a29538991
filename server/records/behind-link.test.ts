import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import type { Call } from '../platform/http/route.ts'
import { behindLink, LINK_PASSWORD_HEADER, passwordOf } from './behind-link.ts'

test('whoever came by a link is nobody, on its maker’s things, with the actions of that module that it names', () => {
  const link = { id: 'l', subject: 'slot', allows: ['book', 'look'] }
  expect(behindLink(link, 'ann', 'booking')).toEqual({
    ...{ kind: 'member', owner: 'ann', userId: null, sessionId: null },
    link: { id: 'l', subject: 'slot', allows: ['booking.book', 'booking.look'] },
  })
})

describe('the password of a link', () => {
  const call = (method: string, headers: Record<string, string>, body = '') => {
    const incoming = Object.assign(Readable.from([Buffer.from(body)]), { headers: {} }) as unknown as IncomingMessage
    return { incoming, request: new Request('http://desk.example/x', { method, headers }) } as Call
  }
  const form = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' }

  test('comes in the header, in percents or as it is, also an empty one', async () => {
    const inHeader = (value: string, method = 'GET') => passwordOf(call(method, { [LINK_PASSWORD_HEADER]: value }))
    expect(await inHeader('Sesam%20%C3%B6ffne')).toBe('Sesam öffne')
    expect(await inHeader('100%')).toBe('100%')
    expect(await inHeader('')).toBe('')
    expect(await passwordOf(call('POST', { ...form, [LINK_PASSWORD_HEADER]: 'one' }, 'password=two'))).toBe('one')
  })

  test('or in a form that is sent, and nowhere else', async () => {
    expect(await passwordOf(call('POST', form, 'a=b&password=Sesam+%C3%B6ffne'))).toBe('Sesam öffne')
    expect(await passwordOf(call('POST', form, 'a=b'))).toBeUndefined()
    expect(await passwordOf(call('GET', form, 'password=x'))).toBeUndefined()
    expect(await passwordOf(call('POST', {}, 'password=x'))).toBeUndefined()
    expect(await passwordOf(call('POST', { 'content-type': 'text/plain' }, 'password=x'))).toBeUndefined()
  })

  test('is looked for in sixteen kibibytes', async () => {
    const body = (bytes: number) => `password=x&rest=${'y'.repeat(bytes - 'password=x&rest='.length)}`
    expect(await passwordOf(call('POST', form, body(16_384)))).toBe('x')
    await expect(passwordOf(call('POST', form, body(16_385)))).rejects.toMatchObject({ code: 'too_large' })
  })
})
