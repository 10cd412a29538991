// Public pages: what somebody without an account sends to them, and what their owner puts on them.
import { many } from '../file.ts'
import { type HostileCalls, MB, type Scene } from './call.ts'
import { raw, statusOf } from './raw.ts'

const EVIL = `"><script>alert(1)</script><img src=x onerror=alert(1)>'\`{{7*7}}\${7*7}<!--`
const isMarkup = (text: string) => /<script>alert|<img src=x/.test(text)
const FORM = 'application/x-www-form-urlencoded'

/** A deck of cards with a page of its own, for everybody; its address. */
async function publish({ attacker }: Scene, more: object = {}): Promise<string> {
  await attacker.json('card', '/api/m/flash/add', { deck: EVIL, front: EVIL, back: EVIL })
  const { body } = await attacker.json<{ output: { decks: { id: string }[] } }>('decks', '/api/m/flash/decks')
  const slug = `page-${attacker.id.toLowerCase().replace(/[^a-z0-9]/g, '')}`.slice(0, 50)
  const page = {
    module: 'flash',
    kind: 'deck',
    subject: body.output?.decks[0]?.id ?? '',
    slug,
    title: EVIL,
    description: EVIL,
  }
  const { status } = await attacker.json('publish', '/api/pages', { ...page, ...more })
  if (status !== 201) throw new Error(`The drill could not publish a page: ${status}`)
  return `/p/${slug}`
}

/** What a form may be sent as: by its type, its bytes. */
const forms: Readonly<Record<string, { type: string; body: string | Buffer }>> = {
  '10 MB in one field': { type: FORM, body: `password=${'a'.repeat(10 * MB)}` },
  'a million fields': { type: FORM, body: many(MB, (at) => `f${at}=1&`) },
  'one field 100,000 times': { type: FORM, body: 'password=a&'.repeat(100_000) },
  'fields of an object’s parts': {
    type: FORM,
    body: '__proto__[x]=1&constructor.prototype.y=1&toString=1&password[]=1&password[a][b]=2',
  },
  'signs that are cut': { type: FORM, body: 'password=%&x=%E0%A4&%=%zz&=&&&;=' },
  'bytes of no encoding': { type: FORM, body: Buffer.from([0x70, 0x3d, 0xff, 0xfe, 0x00, 0xc0, 0x80, 0x26]) },
  'UTF-16 said as its own': { type: `${FORM}; charset=utf-16`, body: Buffer.from('password=x', 'utf16le') },
  'UTF-7': { type: `${FORM}; charset=utf-7`, body: 'password=+ADw-script+AD4-' },
  'windows-1252': { type: `${FORM}; charset=windows-1252`, body: Buffer.from('password=\u00fc\u0080', 'latin1') },
  markup: { type: FORM, body: new URLSearchParams({ password: EVIL, [EVIL]: EVIL }).toString() },
  'lines of a header': { type: FORM, body: 'password=x%0d%0aSet-Cookie:%20a=b%0d%0a%0d%0a<script>alert(1)</script>' },
  'parts without end': {
    type: 'multipart/form-data; boundary=x',
    body: `--x\r\nContent-Disposition: form-data; name="password"\r\n\r\n`.repeat(10_000),
  },
  'parts of no boundary': { type: 'multipart/form-data', body: 'x' },
  'a boundary of 10,000 signs': { type: `multipart/form-data; boundary=${'x'.repeat(10_000)}`, body: 'x' },
  JSON: { type: 'application/json', body: '{"password":{"$ne":1}}' },
  text: { type: 'text/plain', body: 'password=x' },
  nothing: { type: FORM, body: '' },
  'a type of no such form': { type: 'x', body: 'password=x' },
  'two types': { type: `${FORM}, text/html`, body: 'password=x' },
}

const SLUGS = [
  '..',
  '%2e%2e',
  '%00',
  '%ff',
  '%',
  '%E0%A4%A',
  '__proto__',
  'a'.repeat(5000),
  '%3Cscript%3Ealert(1)%3C%2Fscript%3E',
  'x/../../api/user',
  'x%2f..%2fy',
  '%0d%0aSet-Cookie:a=b',
  '*',
  '💥',
  '%u0041',
]
const LANGUAGES = [
  '',
  '*',
  'xx',
  'zz-ZZ',
  '-',
  'de-',
  `${'de,'.repeat(3000)}en`,
  'de;q=9e999',
  'de;q=',
  '__proto__',
  '../../en',
  '"><script>alert(1)</script>',
  'i-klingon',
]

export const pageCalls: readonly HostileCalls[] = [
  {
    name: 'pages/forms',
    why: 'bodies that are no forms, to a page’s password and to forms that it has not',
    worst: true,
    async calls(scene) {
      const page = await publish(scene, { password: 'sesame' })
      const faults: string[] = []
      for (const [what, { type, body }] of Object.entries(forms))
        for (const path of [page, `${page}/send/add`, `${page}/send/__proto__`, `${page}/copy`, '/p/nothing-here']) {
          const answer = await scene.attacker.send(`${what} to ${path.replace(page, '…')}`, 'POST', path, body, {
            'content-type': type,
            accept: 'text/html',
          })
          if (isMarkup(answer.whole)) faults.push(`${what}: markup comes back from ${path}`)
          if (answer.status === 303) faults.push(`${what} opened the page`)
        }
      return faults
    },
  },
  {
    name: 'pages/addresses',
    why: 'addresses of pages, their files and their parts that there are not',
    async calls(scene) {
      const page = await publish(scene)
      const { attacker } = scene
      const faults: string[] = []
      for (const slug of SLUGS)
        for (const path of [
          `/p/${slug}`,
          `${page}/files/${slug}`,
          `${page}/send/${slug}`,
          `${page}?after=${slug}`,
          `${page}?sent=${slug}&sent=2`,
          `/p/${slug}/download`,
        ]) {
          const answer = await attacker.send(`GET ${path.slice(0, 60)}`, 'GET', path, undefined, {
            accept: 'text/html',
          })
          if (isMarkup(answer.whole)) faults.push(`markup comes back from ${path.slice(0, 80)}`)
        }
      for (const language of LANGUAGES) {
        const answer = await attacker.send(`in ${language.slice(0, 20)}`, 'GET', page, undefined, {
          accept: 'text/html',
          'accept-language': language,
        })
        if (answer.status !== 200) faults.push(`${answer.status} for the language ${language.slice(0, 30)}`)
        if (isMarkup(answer.whole)) faults.push('what its owner wrote is markup')
      }
      for (const odd of [
        { slug: EVIL },
        { language: EVIL },
        { language: 'x'.repeat(36) },
        { kind: '__proto__' },
        { module: 'constructor' },
        { subject: "' or 1=1" },
        { fields: ['__proto__', 'constructor'] },
        { allows: ['__proto__', 'remove', 'flash.remove'] },
        { expiresAt: '9999-12-31T23:59:59Z' },
        { password: '\u0000' },
        { title: '\ud800' },
      ])
        await attacker.json(`publish ${Object.keys(odd)}`, '/api/pages', {
          module: 'flash',
          kind: 'deck',
          slug: 'odd-one',
          title: 'x',
          ...odd,
        })
      return faults
    },
  },
  {
    name: 'pages/headers',
    why: 'headers that no browser sends: other hosts, lengths that are wrong, two requests in one, cookies without end',
    async calls(scene) {
      const page = await publish(scene)
      const { url } = scene
      const faults: string[] = []
      const { host } = new URL(url)
      const get = (lines: string) => `GET ${page} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n${lines}\r\n`
      const requests: Record<string, string> = {
        'another host': `GET ${page} HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n`,
        'two hosts': get('Host: evil.example\r\n'),
        'no host': `GET ${page} HTTP/1.1\r\nConnection: close\r\n\r\n`,
        'a host with markup': `GET ${page} HTTP/1.1\r\nHost: "><script>alert(1)</script>\r\nConnection: close\r\n\r\n`,
        'another host that is forwarded': get(
          'X-Forwarded-Host: evil.example\r\nX-Forwarded-Proto: javascript\r\nForwarded: host=evil.example\r\n',
        ),
        'another address that is forwarded': get(
          `X-Forwarded-For: ${'127.0.0.1, '.repeat(500)}x\r\nX-Real-IP: "><script>\r\n`,
        ),
        'a whole address': `GET http://evil.example${page} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
        'two lengths': `POST ${page} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: ${FORM}\r\nContent-Length: 3\r\nContent-Length: 9\r\nConnection: close\r\n\r\na=1`,
        'a length and pieces': `POST ${page} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: ${FORM}\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n0\r\n\r\nGET /api/user HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
        'a length below nothing': `POST ${page} HTTP/1.1\r\nHost: ${host}\r\nContent-Length: -1\r\nConnection: close\r\n\r\n`,
        'a piece of no length': `POST ${page} HTTP/1.1\r\nHost: ${host}\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\nzz\r\n`,
        'a line that is folded': get('X-A: a\r\n b\r\n'),
        'a header without a name': get(': x\r\n'),
        'a header with NUL': get('X-A: a\0b\r\n'),
        'a cookie of 15 KB': get(`Cookie: atrium_page=${'a'.repeat(15_000)}\r\n`),
        'a thousand cookies': get(`Cookie: ${'atrium_page=%; '.repeat(900)}\r\n`),
        'a browser of 10 KB': get(`User-Agent: ${'x'.repeat(10_000)}\r\n`),
        'a tag of 10 KB': get(`If-None-Match: ${'"x",'.repeat(2500)}\r\n`),
        'another version': `GET ${page} HTTP/9.9\r\nHost: ${host}\r\n\r\n`,
        'an upgrade': get('Upgrade: websocket\r\nSec-WebSocket-Key: x\r\n'),
        'an expectation': get('Expect: 200-maybe\r\n'),
        'a range': get('Range: bytes=0-18446744073709551615\r\n'),
        'spaces in the address': `GET ${page} x HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
        'bytes of TLS': '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
      }
      for (const [what, bytes] of Object.entries(requests)) {
        const answer = await raw(url, bytes, 5000)
        const status = statusOf(answer)
        // 500 and above are ours only where we said so; 501 and 505 are Node's for what HTTP has not.
        if (status >= 500 && status !== 501 && status !== 505) faults.push(`${what}: ${status}`)
        // 421 says to the operator, in JSON, which name it was.
        if (status !== 421 && /evil\.example|<script>alert/.test(answer))
          faults.push(`${what}: comes back in the answer`)
        if ((answer.match(/^HTTP\/1\.1 /gm) ?? []).length > 1 && /"username"/.test(answer))
          faults.push(`${what}: two answers`)
      }
      return faults
    },
  },
]
