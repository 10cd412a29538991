// WebDAV and CalDAV: bodies, headers, addresses and orders that no honest program sends.
import { many } from '../file.ts'
import { type HostileCalls, MB } from './call.ts'
import { CALENDARS, FILES, MAIN, program, tells } from './dav-person.ts'
import { xmlBodies } from './xml-bodies.ts'

/** The methods that read XML, the element that each wants, and where it is sent. */
const READERS: readonly (readonly [method: string, root: string, path: string])[] = [
  ['PROPFIND', 'propfind', FILES],
  ['PROPPATCH', 'propertyupdate', `${FILES}/notes.txt`],
  ['LOCK', 'lockinfo', `${FILES}/notes.txt`],
  ['MKCOL', 'mkcol', `${FILES}/made`],
  ['PROPFIND', 'propfind', MAIN],
  ['REPORT', 'calendar-query', MAIN],
  ['REPORT', 'sync-collection', MAIN],
  ['MKCALENDAR', 'mkcalendar', `${CALENDARS}/made`],
]

const bodies: HostileCalls[] = Object.entries(xmlBodies).map(([why, bytes]) => ({
  name: `dav/xml: ${why}`,
  why,
  ...(/laughs|in one another|names of properties/.test(why) && { worst: true as const }),
  async calls({ attacker }) {
    const send = await program(attacker)
    await send('PUT', `${FILES}/notes.txt`, 'Notes')
    const faults: string[] = []
    for (const [method, root, path] of READERS) {
      const { whole } = await send(method, path, bytes(root), { depth: '1' })
      faults.push(...tells(whole).map((sign) => `${method} ${root} tells ${sign}`))
      if (whole.length > 20 * MB) faults.push(`${method} ${root} answers ${whole.length} bytes`)
    }
    return faults
  },
}))

const DAV = 'xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"'
const LOCKINFO = `<D:lockinfo ${DAV}><D:lockscope><D:exclusive/></D:lockscope><D:locktype><D:write/></D:locktype><D:owner>x</D:owner></D:lockinfo>`
const query = (filter: string) =>
  `<C:calendar-query ${DAV}><D:prop><C:calendar-data/></D:prop><C:filter><C:comp-filter name="VCALENDAR">${filter}</C:comp-filter></C:filter></C:calendar-query>`
const between = (from: string, to: string) =>
  query(`<C:comp-filter name="VEVENT"><C:time-range start="${from}" end="${to}"/></C:comp-filter>`)
const event = (lines: string) =>
  `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//x//x//EN\r\nBEGIN:VEVENT\r\nUID:x\r\nDTSTAMP:20260101T000000Z\r\nDTSTART:20260101T000000Z\r\nSUMMARY:x\r\n${lines}END:VEVENT\r\nEND:VCALENDAR\r\n`

const ODD_HEADERS: readonly Record<string, string>[] = [
  ...['infinity', 'INFINITY', '2', '-1', '1,1', '1, noroot', '0x1', '1e0', ' ', 'a'.repeat(8000)].map((depth) => ({
    depth,
  })),
  ...[
    '(',
    '('.repeat(7000),
    '()',
    '(<>)',
    '([)',
    '<http://x/> (Not)',
    '(Not Not <x>)',
    `(${'<urn:x> '.repeat(1500)})`,
    '(["\\""])',
  ].map((value) => ({ if: value })),
  ...['*', '"', 'W/"x", "y', `${'"x",'.repeat(3000)}"y"`, '\u00e9'].map((value) => ({ 'if-match': value })),
  ...['Second-99999999999999999999', 'Second--1', 'Infinite, Second-4100000000', 'Second-', 'never'].map((timeout) => ({
    timeout,
  })),
  ...['<urn:uuid:00000000-0000-0000-0000-000000000000>', 'x', '<>', `<${'a'.repeat(8000)}>`].map((value) => ({
    'lock-token': value,
  })),
  ...['maybe', 'F', 'FALSE '].map((overwrite) => ({ overwrite })),
  ...['bytes=0-0,'.repeat(1000), 'bytes=9-1', 'bytes=-0', 'bytes=99999999999999999999-', 'lines=1-2'].map((range) => ({
    range,
  })),
  { 'content-range': 'bytes 0-4/99999999999' },
  { 'content-type': 'multipart/form-data; boundary=' },
  { 'content-encoding': 'gzip' },
  { 'x-oc-mtime': '99999999999999999999' },
  { 'x-oc-mtime': '-1e9' },
  { 'if-modified-since': 'Thu, 99 Foo 99999 99:99:99 GMT' },
  { 'x-http-method-override': 'DELETE' },
  { 'x-scope': 'team:../../x' },
]

const DESTINATIONS = [
  '/',
  '',
  '*',
  'x',
  '//evil.example/dav/me/sync/x',
  'http://evil.example/dav/me/sync/x',
  'javascript:alert(1)',
  'file:///etc/passwd',
  '/dav/me/content-calendar/main/x.ics',
  '/dav/me/sync/notes.txt',
  '/dav/me/sync/notes.txt/inside',
  '/dav/me/sync/../../../etc/passwd',
  '/dav/me/sync/%2e%2e/%2e%2e/etc/passwd',
  '/dav/me/sync/..%2f..%2fx',
  '/dav/me/sync/%00',
  '/dav/me/sync/%ff%fe',
  '/dav/me/sync/%',
  '/dav/me/sync/a%2fb',
  `/dav/me/sync/${'a'.repeat(6000)}`,
  `/dav/me/sync/${'a/'.repeat(3000)}x`,
  '/dav/00000000-0000-4000-8000-000000000000/sync/x',
  '/dav/__proto__/sync/x',
  '/dav/me/__proto__/x',
  '/api/user',
]

const orders: HostileCalls[] = [
  {
    name: 'dav/headers',
    why: 'headers that are no such, with each method',
    async calls({ attacker }) {
      const send = await program(attacker)
      for (const headers of ODD_HEADERS) {
        await send('PUT', `${FILES}/notes.txt`, 'Notes', headers)
        for (const method of ['PROPFIND', 'GET', 'LOCK', 'UNLOCK', 'PROPPATCH', 'DELETE'])
          await send(method, `${FILES}/notes.txt`, method === 'LOCK' ? LOCKINFO : undefined, headers)
        await send('COPY', `${FILES}/notes.txt`, undefined, { destination: `${FILES}/copy.txt`, ...headers })
        await send('PROPFIND', `${MAIN}/`, undefined, headers)
        await send('REPORT', MAIN, between('20260101T000000Z', '20260201T000000Z'), headers)
      }
      return undefined
    },
  },
  {
    name: 'dav/addresses',
    why: 'destinations and addresses outside of the tree, of nobody, and of no bytes',
    async calls({ attacker }) {
      const send = await program(attacker)
      const faults: string[] = []
      for (const destination of DESTINATIONS) {
        await send('PUT', `${FILES}/notes.txt`, 'Notes')
        for (const method of ['COPY', 'MOVE']) {
          const { whole } = await send(method, `${FILES}/notes.txt`, undefined, { destination })
          faults.push(...tells(whole))
        }
        if (!destination.startsWith('/dav') || destination.includes('..')) continue
        for (const method of ['GET', 'PUT', 'PROPFIND', 'MKCOL', 'DELETE', 'OPTIONS'])
          faults.push(...tells((await send(method, destination, method === 'PUT' ? 'x' : undefined)).whole))
      }
      for (const method of ['DELETE', 'MOVE', 'PUT', 'MKCOL', 'LOCK', 'PROPPATCH'])
        for (const path of ['/dav', '/dav/me', FILES, CALENDARS, MAIN])
          await send(method, path, method === 'LOCK' ? LOCKINFO : undefined, { destination: `${FILES}/moved` })
      return faults
    },
  },
  {
    name: 'dav/methods',
    why: 'methods that there are not, or not here',
    async calls({ attacker }) {
      const send = await program(attacker)
      for (const method of ['PATCH', 'SEARCH', 'BIND', 'ACL', 'CHECKOUT', 'MKACTIVITY', 'M-SEARCH', 'POST'])
        for (const path of [FILES, MAIN, `${FILES}/x`, '/dav', '/', '/api/user']) await send(method, path)
      await send('REPORT', FILES, between('20260101T000000Z', '20260201T000000Z'))
      await send('MKCALENDAR', `${FILES}/calendar`)
      return undefined
    },
  },
  {
    name: 'dav/huge-propfind',
    why: '2,000 properties asked of each of 300 files',
    worst: true,
    async calls({ attacker }) {
      const send = await program(attacker)
      for (let at = 0; at < 300; at++) await send('PUT', `${FILES}/f${at}.txt`, 'x')
      const asked = `<D:propfind ${DAV}><D:prop>${many(2000, (at) => `<x${at} xmlns="urn:${'n'.repeat(100)}"/>`)}</D:prop></D:propfind>`
      const faults: string[] = []
      for (const depth of ['0', '1', 'infinity']) {
        const { whole } = await send('PROPFIND', FILES, asked, { depth })
        if (whole.length > 20 * MB) faults.push(`Depth ${depth} answers ${whole.length} bytes for ${asked.length}`)
      }
      return faults
    },
  },
  {
    name: 'dav/properties',
    why: 'properties without end: many at once, long ones, and more each time',
    async calls({ attacker }) {
      const send = await program(attacker)
      const path = `${FILES}/notes.txt`
      await send('PUT', path, 'Notes')
      const set = (prop: string) =>
        `<D:propertyupdate ${DAV}><D:set><D:prop>${prop}</D:prop></D:set></D:propertyupdate>`
      await send('PROPPATCH', path, set(many(20_000, (at) => `<p${at} xmlns="urn:x">1</p${at}>`)))
      await send('PROPPATCH', path, set(`<p xmlns="urn:x">${'a'.repeat(4 * MB)}</p>`))
      await send(
        'PROPPATCH',
        path,
        set(`<p xmlns="urn:x"><script xmlns="http://www.w3.org/1999/xhtml">alert(1)</script></p>`),
      )
      for (let at = 0; at < 60; at++)
        await send(
          'PROPPATCH',
          path,
          set(many(20, (n) => `<p${at}-${n} xmlns="urn:x">${'a'.repeat(2000)}</p${at}-${n}>`)),
        )
      const { whole } = await send('PROPFIND', path, undefined, { depth: '0' })
      return whole.length > MB ? [`all its properties are ${whole.length} bytes`] : []
    },
  },
  {
    name: 'dav/depth-of-folders',
    why: 'folders 200 deep, moved into themselves, copied and removed',
    async calls({ attacker }) {
      const send = await program(attacker)
      let path = FILES
      for (let at = 0; at < 200; at++) {
        path += '/d'
        const { status } = await send('MKCOL', path)
        if (status !== 201) break
      }
      await send('MOVE', `${FILES}/d`, undefined, { destination: `${FILES}/d/d/d/e` })
      await send('COPY', `${FILES}/d`, undefined, { destination: `${FILES}/d/d/e`, depth: 'infinity' })
      await send('COPY', `${FILES}/d`, undefined, { destination: `${FILES}/e` })
      await send('PROPFIND', path, undefined, { depth: '1' })
      await send('DELETE', `${FILES}/d`)
      return undefined
    },
  },
  {
    name: 'dav/locks',
    why: 'a thousand locks, and those of somebody else',
    async calls({ attacker, other }) {
      const send = await program(attacker)
      const theirs = await program(other)
      let token = ''
      for (let at = 0; at < 1000; at++) {
        const { whole } = await send('LOCK', `${FILES}/l${at}.txt`, LOCKINFO, { timeout: 'Second-3600' })
        token = /urn:uuid:[\w-]+/.exec(whole)?.[0] ?? token
      }
      const taken = await theirs('UNLOCK', `${FILES}/l0.txt`, undefined, { 'lock-token': `<${token}>` })
      await send('LOCK', FILES, LOCKINFO.replace(/<D:owner>x/, `<D:owner>${'<D:href>x</D:href>'.repeat(20_000)}`))
      return taken.status < 400 ? ['somebody else’s lock was taken away'] : []
    },
  },
  {
    name: 'dav/keys',
    why: 'names and keys that are none, or somebody else’s',
    async calls({ attacker, other }) {
      await program(other)
      const faults: string[] = []
      const basic = (text: string | Buffer) => `Basic ${Buffer.from(text).toString('base64')}`
      const wrong = [
        'Basic',
        'Basic %%%',
        basic(''),
        basic(':'),
        basic(`${'a'.repeat(6000)}:${'b'.repeat(2000)}`),
        basic(Buffer.from([0xff, 0xfe, 0x3a, 0x00])),
        basic('other:correct horse battery'),
        'Bearer ',
        `Bearer ${'a'.repeat(8000)}`,
        'Digest username="x", realm="x", nonce="x", uri="/", response="x"',
        'Negotiate TlRMTVNTUAABAAAA',
      ]
      for (const authorization of wrong) {
        const answer = await attacker.send(`key ${authorization.slice(0, 20)}`, 'PROPFIND', FILES, undefined, {
          authorization,
          cookie: '',
        })
        if (answer.status !== 401 && answer.status !== 400 && answer.status !== 429)
          faults.push(`${authorization.slice(0, 30)}: ${answer.status}`)
      }
      return faults
    },
  },
  {
    name: 'caldav/queries',
    why: 'filters 10,000 deep, times that there are not, 50,000 names, tokens of others',
    worst: true,
    async calls({ attacker, other }) {
      const send = await program(attacker)
      const theirs = await program(other)
      await theirs('PUT', `${MAIN}/secret.ics`, event('DESCRIPTION:somebody else’s secret\r\n'), {
        'content-type': 'text/calendar',
      })
      await send('PUT', `${MAIN}/x.ics`, event('RRULE:FREQ=DAILY\r\n'), { 'content-type': 'text/calendar' })
      const sync = (token: string, more = '') =>
        `<D:sync-collection ${DAV}><D:sync-token>${token}</D:sync-token><D:sync-level>1</D:sync-level>${more}<D:prop><C:calendar-data/></D:prop></D:sync-collection>`
      const multiget = (hrefs: string) =>
        `<C:calendar-multiget ${DAV}><D:prop><C:calendar-data/></D:prop>${hrefs}</C:calendar-multiget>`
      const asked = [
        between('00010101T000000Z', '99991231T235959Z'),
        between('20260201T000000Z', '20260101T000000Z'),
        between('99999999T999999Z', 'x'),
        between('-1', '20260101'),
        query('<C:comp-filter name="VEVENT">'.repeat(10_000) + '</C:comp-filter>'.repeat(10_000)),
        query(many(20_000, (at) => `<C:comp-filter name="V${at}"><C:is-not-defined/></C:comp-filter>`)),
        query(
          `<C:comp-filter name="VEVENT"><C:prop-filter name="SUMMARY"><C:text-match collation="i;none">${'(a+)+$'.repeat(1000)}</C:text-match></C:prop-filter></C:comp-filter>`,
        ),
        query('<C:comp-filter name="VTODO"/><C:comp-filter/><C:comp-filter name="__proto__"/>'),
        `<C:free-busy-query ${DAV}><C:time-range start="00010101T000000Z" end="99991231T235959Z"/></C:free-busy-query>`,
        `<C:calendar-query ${DAV}><D:prop><C:calendar-data><C:expand start="00010101T000000Z" end="99991231T235959Z"/></C:calendar-data></D:prop></C:calendar-query>`,
        multiget(many(50_000, (at) => `<D:href>${MAIN}/${at}.ics</D:href>`)),
        multiget(`<D:href>${MAIN}/x.ics</D:href>`.repeat(5000)),
        multiget(`<D:href>/dav/${other.id}/content-calendar/main/secret.ics</D:href>`),
        multiget(
          `<D:href>/dav/person:${other.id}/content-calendar/main/secret.ics</D:href><D:href>file:///etc/passwd</D:href>`,
        ),
        multiget(`<D:href>${MAIN}/../../../../etc/passwd</D:href><D:href>%</D:href><D:href/>`),
        sync('nonsense'),
        sync('http://x/'.repeat(500)),
        sync('', '<D:limit><D:nresults>99999999999999999999</D:nresults></D:limit>'),
        sync('', '<D:limit><D:nresults>-1</D:nresults></D:limit>'),
        `<C:calendar-query ${DAV}/>`,
        `<D:principal-property-search ${DAV}><D:property-search><D:prop><D:displayname/></D:prop><D:match>a</D:match></D:property-search></D:principal-property-search>`,
        `<D:expand-property ${DAV}>${'<D:property name="x">'.repeat(5000)}${'</D:property>'.repeat(5000)}</D:expand-property>`,
      ]
      const faults: string[] = []
      for (const body of asked)
        for (const path of [MAIN, CALENDARS, `${MAIN}/x.ics`]) {
          const { whole } = await send('REPORT', path, body, { depth: '1' })
          if (whole.includes('else’s secret')) faults.push(`somebody else’s event: ${body.slice(0, 100)}`)
          if (whole.length > 20 * MB) faults.push(`${whole.length} bytes for ${body.slice(0, 100)}`)
          faults.push(...tells(whole))
        }
      return faults
    },
  },
  {
    name: 'caldav/objects',
    why: 'objects of a calendar that are none, name others, or never end',
    async calls({ attacker }) {
      const send = await program(attacker)
      const bad: (string | Buffer)[] = [
        '',
        'BEGIN:VCALENDAR',
        'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n',
        event(`ATTACH:file:///etc/passwd\r\n`),
        event(`ATTACH;ENCODING=BASE64;VALUE=BINARY:${'QUFB'.repeat(MB)}\r\n`),
        event('RRULE:FREQ=SECONDLY\r\n'),
        event('RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30\r\n'),
        event('RRULE:FREQ=DAILY;COUNT=99999999999\r\n'),
        event(many(20_000, (at) => `EXDATE:2026${String(at % 12).padStart(2, '0')}01T000000Z\r\n`)),
        event(many(20_000, () => 'BEGIN:VALARM\r\nACTION:AUDIO\r\nTRIGGER:-PT1M\r\nEND:VALARM\r\n')),
        event(`X-A;${many(20_000, (at) => `P${at}=x;`)}Q=1:x\r\n`),
        event(`SUMMARY;LANGUAGE=${'a'.repeat(100_000)}:x\r\n`),
        event(many(100_000, () => 'BEGIN:X\r\n')),
        event(`DTSTART;TZID=${'../'.repeat(30)}etc/passwd:20260101T000000\r\n`),
        event('UID:y\r\nUID:z\r\n'),
        `${event('')}${event('')}`,
        Buffer.from(event('SUMMARY:\u00fc\r\n'), 'latin1'),
        Buffer.from(event('SUMMARY:x\r\n'), 'utf16le'),
        event('SUMMARY:\0\ud800\r\n'),
        event('DURATION:P99999999999999W\r\n'),
        event('DTSTART:00000000T000000Z\r\nDTEND:99991231T235959Z\r\n'),
        event('RECURRENCE-ID:20260101T000000Z\r\n'),
      ]
      for (const [at, body] of bad.entries()) {
        const path = `${MAIN}/bad${at}.ics`
        await send('PUT', path, body, { 'content-type': 'text/calendar' })
        await send('GET', path)
        await send('REPORT', MAIN, between('20260101T000000Z', '20260201T000000Z'))
      }
      for (const name of ['x', 'x.txt', '.ics', '%00.ics', 'a%2fb.ics', '../x.ics', `${'a'.repeat(4000)}.ics`])
        await send('PUT', `${MAIN}/${name}`, event(''), { 'content-type': 'text/calendar' })
      await send('PUT', `${MAIN}/type.ics`, event(''), { 'content-type': 'text/html' })
      return undefined
    },
  },
]

export const davCalls: readonly HostileCalls[] = [...bodies, ...orders]
