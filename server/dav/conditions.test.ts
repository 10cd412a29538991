import { describe, expect, test } from 'vitest'
import { holds, parseIf, tokensIn } from './conditions.ts'
import { DavRefusal } from './refusal.ts'

/** The examples of RFC 4918, section 10.4, as they stand there. */
const LOCK = 'urn:uuid:181d4fae-7d8c-11d0-a765-00a0c91e6bf2'
const OTHER = 'urn:uuid:58f202ac-22cf-11d1-b12d-002035b29092'

const at = (etag: string | null, ...tokens: string[]) => ({ etag, tokens: new Set(tokens) })
const check = (header: string, states: Record<string, ReturnType<typeof at>>) =>
  holds(parseIf(header), async (resource) => states[resource ?? ''] ?? at(null))

describe('the header If (RFC 4918, section 10.4)', () => {
  test('10.4.6, no-tag production: either list is enough', async () => {
    const header = `(<${LOCK}> ["I am an ETag"]) (["I am another ETag"])`
    expect(await check(header, { '': at('"I am an ETag"', LOCK) })).toBe(true)
    expect(await check(header, { '': at('"I am another ETag"') })).toBe(true)
    expect(await check(header, { '': at('"I am an ETag"') })).toBe(false)
    expect(await check(header, { '': at('"something else"', LOCK) })).toBe(false)
    expect([...tokensIn(parseIf(header))]).toEqual([LOCK])
  })
  test('10.4.7, Not: the one token, and not the other', async () => {
    const header = `(Not <${LOCK}> <${OTHER}>)`
    expect(await check(header, { '': at(null, OTHER) })).toBe(true)
    expect(await check(header, { '': at(null, OTHER, LOCK) })).toBe(false)
  })
  test('10.4.8, a condition that is always true sends a token and asks nothing', async () => {
    const header = `(<${LOCK}>) (Not <DAV:no-lock>)`
    expect(await check(header, { '': at(null) })).toBe(true)
    expect([...tokensIn(parseIf(header))]).toEqual([LOCK, 'DAV:no-lock'])
  })
  test('10.4.9, tagged: of another resource than the one that is called', async () => {
    const header = `</resource1> (<${LOCK}> [W/"A weak ETag"]) (["strong ETag"])`
    expect(await check(header, { '/resource1': at('"strong ETag"') })).toBe(true)
    expect(await check(header, { '': at('"strong ETag"') })).toBe(false)
  })
  test('10.4.10, of a collection', async () => {
    const header = `<http://www.example.com/specs/> (<${LOCK}>)`
    expect(await check(header, { 'http://www.example.com/specs/': at(null, LOCK) })).toBe(true)
    expect(await check(header, {})).toBe(false)
  })
  test('10.4.11, of what is not there: an entity tag matches nothing', async () => {
    expect(await check('</specs/rfc2518.doc> (["4217"])', {})).toBe(false)
    expect(await check('</specs/rfc2518.doc> (Not ["4217"])', {})).toBe(true)
  })
  test.each([
    '',
    '()',
    '(Not)',
    '(Not Not <a:b>)',
    '<a:b>',
    '(<a:b>',
    '(<a:b>))',
    'garbage',
    '(["unfinished)',
    `(${'<a:b> '.repeat(300)})`,
  ])('%j is none: 400', (header) => {
    expect(() => parseIf(header)).toThrow(DavRefusal)
  })
})
