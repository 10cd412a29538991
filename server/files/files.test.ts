import { readdirSync, statSync } from 'node:fs'
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ErrorBody } from '@atrium/contract/errors'
import { FILE_MAX_BYTES, type StoredFile } from '@atrium/contract/files'
import { sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../platform/database/test-database.ts'
import { testServer } from '../platform/http/test-server.ts'
import { silentLog } from '../platform/telemetry.ts'
import { createFiles } from './files.ts'
import { docxParts, makePdf, makeZip } from './test-documents.ts'

const { db } = await testDatabase()
const dir = await mkdtemp(join(tmpdir(), 'atrium-files-'))
afterAll(() => rm(dir, { recursive: true, force: true }))
const files = createFiles({ db, dir, log: silentLog })
await mkdir(join(dir, 'files'))
const url = await testServer(files.routes)

const as = (who: string | null) => (who ? { 'x-test-person': who } : {})
const upload = (name: string, body: Buffer | string, who: string | null = 'ann', type = 'application/octet-stream') =>
  fetch(`${url}/api/files?name=${encodeURIComponent(name)}`, {
    method: 'POST',
    headers: { ...as(who), 'content-type': type },
    body: typeof body === 'string' ? body : new Uint8Array(body),
  })
const uploaded = async (...args: Parameters<typeof upload>) => {
  const answer = await upload(...args)
  expect(answer.status).toBe(201)
  return (await answer.json()) as StoredFile
}
const get = (file: { url: string }, headers: Record<string, string> = {}, who: string | null = 'ann') =>
  fetch(url + file.url, { headers: { ...as(who), ...headers } })
const refusal = async (answer: Response) => ((await answer.json()) as ErrorBody).error
const textOf = async (file: StoredFile, who = 'ann') => (await files.readText(who, [file.id]))[0]?.text
const onDisk = () =>
  readdirSync(join(dir, 'files'), { recursive: true, encoding: 'utf8' }).filter((path) =>
    statSync(join(dir, 'files', path)).isFile(),
  )

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

describe('uploading', () => {
  test('keeps the bytes once under their hash, and the rows of everyone', async () => {
    const before = onDisk().length
    const mine = await uploaded('notes.txt', 'The same words.')
    const theirs = await uploaded('copy.txt', 'The same words.', 'bob')
    expect(mine).toMatchObject({ name: 'notes.txt', mime: 'text/plain', size: 15, hasText: true })
    expect(mine.url).toBe(`/api/files/${mine.id}`)
    expect(onDisk()).toHaveLength(before + 1)
    expect(onDisk().at(-1)).toMatch(/^([0-9a-f]{2})[/\\]\1[0-9a-f]{62}$/)
    expect(await (await get(mine)).text()).toBe('The same words.')
    expect(await (await get(theirs, {}, 'bob')).text()).toBe('The same words.')

    expect((await fetch(url + mine.url, { method: 'DELETE', headers: as('ann') })).status).toBe(200)
    expect((await get(mine)).status).toBe(404)
    expect(await (await get(theirs, {}, 'bob')).text()).toBe('The same words.')
    await fetch(url + theirs.url, { method: 'DELETE', headers: as('bob') })
    expect(onDisk()).toHaveLength(before)
  })

  test('of one content by many at once, while others delete it, loses no bytes', async () => {
    const rounds = await Promise.all(
      Array.from({ length: 12 }, async (_, at) => {
        const file = await uploaded(`${at}.txt`, 'wanted by many')
        if (at % 2) await fetch(url + file.url, { method: 'DELETE', headers: as('ann') })
        return { file, deleted: at % 2 === 1 }
      }),
    )
    for (const { file, deleted } of rounds) expect((await get(file)).status).toBe(deleted ? 404 : 200)
  })

  test('needs a session, of a guest at least', async () => {
    const answer = await upload('a.txt', 'words', null)
    expect(answer.status).toBe(401)
    expect((await refusal(answer)).message).toBe('Please sign in first.')
    await uploaded('a.txt', 'words', 'gus:guest')
  })

  test('refuses the empty, the nameless and the too large with a sentence, and leaves nothing behind', async () => {
    const before = onDisk()
    const empty = await upload('empty.txt', '')
    expect(empty.status).toBe(400)
    expect((await refusal(empty)).message).toBe('That file is empty.')
    const nameless = await fetch(`${url}/api/files`, { method: 'POST', headers: as('ann'), body: 'x' })
    expect(nameless.status).toBe(400)
    expect((await refusal(nameless)).message).toContain('name')
    const large = await upload('large.bin', Buffer.alloc(FILE_MAX_BYTES + 1024 * 1024))
    expect(large.status).toBe(413)
    expect((await refusal(large)).message).toBe('That file is too large: at most 50 MB.')
    expect(onDisk()).toEqual(before)
  })

  test('counts the bytes of a body that does not tell its length', async () => {
    const before = onDisk()
    let sent = 0
    const body = new ReadableStream({
      pull(controller) {
        if (sent > FILE_MAX_BYTES) return controller.close()
        sent += 1024 * 1024
        controller.enqueue(new Uint8Array(1024 * 1024))
      },
    })
    const answer = await fetch(`${url}/api/files?name=endless.bin`, {
      method: 'POST',
      headers: as('ann'),
      body,
      duplex: 'half',
    } as RequestInit)
    expect(answer.status).toBe(413)
    expect(onDisk()).toEqual(before)
  })

  test('that breaks off leaves nothing behind', async () => {
    const before = onDisk()
    const { hostname, port } = new URL(url)
    const socket = createConnection(Number(port), hostname)
    socket.write(
      'POST /api/files?name=cut.txt HTTP/1.1\r\nHost: x\r\nX-Test-Person: ann\r\nContent-Length: 1000\r\n\r\nabc',
    )
    await expect.poll(() => onDisk().length).toBe(before.length + 1)
    socket.destroy()
    await expect.poll(() => onDisk()).toEqual(before)
  })

  test.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\ann\\Bericht.docx', 'Bericht.docx'],
    ['..', 'file'],
    ['/', 'file'],
    ['.htaccess', 'htaccess'],
    ['a\0b\r\nc.txt', 'abc.txt'],
    ['photo\u202egpj.exe', 'photogpj.exe'],
    [`${'long '.repeat(100)}name.pdf`, /^long .{60,72}\.pdf$/],
    ['Résumé – 日本語 "1".txt', 'Résumé – 日本語 _1_.txt'],
    ['\ud800.txt', '\ufffd.txt'],
  ])('calls %j %s', async (sent, kept) => {
    const answer = await fetch(`${url}/api/files?name=${encodeURIComponent(sent.toWellFormed())}`, {
      method: 'POST',
      headers: as('ann'),
      body: 'x',
    })
    expect(((await answer.json()) as StoredFile).name).toMatch(
      kept instanceof RegExp ? kept : new RegExp(`^${RegExp.escape(kept)}$`),
    )
  })
})

describe('serving', () => {
  test('is for the owner alone: for others the file does not exist', async () => {
    const mine = await uploaded('mine.txt', 'private')
    const theirs = await refusal(await get(mine, {}, 'bob'))
    const none = await refusal(await get({ url: '/api/files/019a0000-0000-7000-8000-000000000000' }, {}, 'bob'))
    expect({ ...theirs, requestId: '' }).toEqual({ ...none, requestId: '' })
    expect(theirs).toMatchObject({ code: 'not_found', message: 'File not found' })
    expect((await get(mine, {}, null)).status).toBe(404)
    expect((await get(mine, {}, 'root:administrator')).status).toBe(404)
    const removal = await fetch(url + mine.url, { method: 'DELETE', headers: as('bob') })
    expect(removal.status).toBe(404)
    expect((await get(mine)).status).toBe(200)
    for (const odd of ['x', '%00', '..%2f..', "'"]) expect((await get({ url: `/api/files/${odd}` })).status).toBe(404)
  })

  test('never lets content become code, whatever type was declared', async () => {
    const pages: Array<[string, string, string]> = [
      ['page.html', '<script>alert(1)</script>', 'text/html; charset=utf-8'],
      [
        'drawing.svg',
        '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
        'image/svg+xml; charset=utf-8',
      ],
      ['data.xml', '<?xml version="1.0"?><a/>', 'application/xml; charset=utf-8'],
      ['picture.png', '<html><script>alert(1)</script>', 'text/plain; charset=utf-8'],
    ]
    for (const [name, body, type] of pages) {
      const answer = await get(await uploaded(name, body, 'ann', 'image/png'))
      expect(answer.headers.get('content-type')).toBe(type)
      expect(answer.headers.get('content-disposition')).toMatch(/^attachment;/)
      expect(answer.headers.get('content-security-policy')).toBe("sandbox; default-src 'none'")
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
      await answer.arrayBuffer()
    }
    const picture = await get(await uploaded('script.html', png, 'ann', 'text/html'))
    expect(picture.headers.get('content-type')).toBe('image/png')
    expect(picture.headers.get('content-disposition')).toMatch(/^inline;/)
    expect(Buffer.from(await picture.arrayBuffer())).toEqual(png)
  })

  test('names the file for old and new clients', async () => {
    const answer = await get(await uploaded("Café %22(1)'s.txt", 'x'))
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="Cafe _22(1)'s.txt"; filename*=UTF-8''Caf%C3%A9%20%2522%281%29%27s.txt`,
    )
  })

  test('sends ranges', async () => {
    const file = await uploaded('ten.txt', '0123456789')
    const ranges: Array<[string, number, string, string | null]> = [
      ['bytes=2-4', 206, '234', 'bytes 2-4/10'],
      ['bytes=7-', 206, '789', 'bytes 7-9/10'],
      ['bytes=-3', 206, '789', 'bytes 7-9/10'],
      ['bytes=-30', 206, '0123456789', 'bytes 0-9/10'],
      ['bytes=5-99', 206, '56789', 'bytes 5-9/10'],
      ['bytes=0-0', 206, '0', 'bytes 0-0/10'],
      ['bytes=10-', 416, '', 'bytes */10'],
      ['bytes=-0', 416, '', 'bytes */10'],
      ['bytes=4-2', 200, '0123456789', null],
      ['bytes=0-1,3-4', 200, '0123456789', null],
      ['lines=1-2', 200, '0123456789', null],
    ]
    for (const [range, status, body, contentRange] of ranges) {
      const answer = await get(file, { range })
      expect([range, answer.status, await answer.text(), answer.headers.get('content-range')]).toEqual([
        range,
        status,
        body,
        contentRange,
      ])
    }
    const whole = await get(file)
    expect(whole.headers.get('accept-ranges')).toBe('bytes')
    const etag = whole.headers.get('etag') ?? ''
    expect((await get(file, { range: 'bytes=1-1', 'if-range': etag })).status).toBe(206)
    expect((await get(file, { range: 'bytes=1-1', 'if-range': '"other"' })).status).toBe(200)
  })

  test('answers a browser that has it already', async () => {
    const file = await uploaded('kept.txt', 'kept')
    const first = await get(file)
    expect(first.headers.get('cache-control')).toBe('private, no-cache')
    const etag = first.headers.get('etag') ?? ''
    const again = await get(file, { 'if-none-match': `W/${etag}` })
    expect([again.status, await again.text()]).toEqual([304, ''])
    expect((await get(file, { 'if-none-match': etag }, 'bob')).status).toBe(404)
    const head = await fetch(url + file.url, { method: 'HEAD', headers: as('ann') })
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '4', ''])
  })

  test('says when the bytes are gone from the disk', async () => {
    const file = await uploaded('lost.txt', 'soon lost')
    await rm(join(dir, 'files', onDisk().find((path) => statSync(join(dir, 'files', path)).size === 9) ?? '-'))
    expect(await refusal(await get(file))).toMatchObject({ code: 'gone' })
  })
})

describe('what other features use', () => {
  test('reads the texts of the owner, in the order asked for', async () => {
    const one = await uploaded('one.txt', 'first')
    const two = await uploaded('two.bin', Buffer.from([0, 1, 2, 3]))
    const other = await uploaded('other.txt', 'secret', 'bob')
    const read = await files.readText('ann', [two.id, other.id, 'missing', one.id])
    expect(read).toEqual([
      { id: two.id, name: 'two.bin', mime: 'application/octet-stream', text: '' },
      { id: one.id, name: 'one.txt', mime: 'text/plain', text: 'first' },
    ])
    expect(await files.readBytes('ann', other.id)).toBeNull()
    expect((await files.readBytes('bob', other.id))?.bytes.toString()).toBe('secret')
  })

  test('keeps what the server makes', async () => {
    const file = await files.saveBytes('ann', 'chart.png', 'image/png', png)
    expect(file).toMatchObject({ name: 'chart.png', mime: 'image/png', size: png.length, hasText: false })
    expect(Buffer.from(await (await get(file)).arrayBuffer())).toEqual(png)
  })

  test('moves a guest’s files to the account', async () => {
    const file = await uploaded('guest.txt', 'made as a guest', 'guest-1:guest')
    await db.transaction((tx) => files.claim(tx, 'guest-1', 'cleo'))
    expect((await get(file, {}, 'guest-1:guest')).status).toBe(404)
    expect((await get(file, {}, 'cleo')).status).toBe(200)
  })

  test('cleaning up spares the bytes of an upload that is just being recorded', async () => {
    const waiting = async () => {
      const { rows } = await db.execute(
        sql`select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return rows[0]?.count
    }
    const gate = await db.$client.connect()
    await gate.query('begin; lock table files in exclusive mode') // its bytes are in place, its row is not
    const uploading = uploaded('slow.txt', 'recorded slowly')
    let cleaning = Promise.resolve()
    try {
      await expect.poll(waiting).toBe(1)
      cleaning = files.cleanUp()
      await expect.poll(waiting).toBe(2)
    } finally {
      await gate.query('commit')
      gate.release()
    }
    await cleaning
    expect(await (await get(await uploading)).text()).toBe('recorded slowly')
  })

  test('cleaning up removes what crashes left, and nothing else', async () => {
    const file = await uploaded('stays.txt', 'stays')
    const orphan = `${'ab'.repeat(32)}`
    await mkdir(join(dir, 'files', 'ab'), { recursive: true })
    await writeFile(join(dir, 'files', 'ab', orphan), 'no row knows this')
    const old = join(dir, 'files', 'incoming', 'old')
    const young = join(dir, 'files', 'incoming', 'young')
    await writeFile(old, 'x')
    await writeFile(young, 'x')
    await utimes(old, 1, 1)
    await utimes(young, new Date(), new Date()) // by the clock of this process, whatever the file system's is
    await files.cleanUp()
    expect(onDisk().filter((path) => /old|young|abab/.test(path))).toEqual([join('incoming', 'young')])
    expect((await get(file)).status).toBe(200)
    await rm(young)
  })
})

describe('the text of', () => {
  const bytes = (...parts: Array<string | number[]>) =>
    Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))))
  const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16()

  test.each<[string, string, Buffer, string, string]>([
    ['UTF-8', 'a.txt', bytes('Café €Rémy'), 'Café €Rémy', 'text/plain'],
    ['UTF-8 with a mark', 'a.csv', bytes([0xef, 0xbb, 0xbf], 'a;b'), 'a;b', 'text/csv'],
    ['windows-1252', 'a.txt', Buffer.from('436166e9208052e96d79', 'hex'), 'Café €Rémy', 'text/plain'],
    ['UTF-16LE with a mark', 'a.txt', bytes([0xff, 0xfe], [...Buffer.from('Café', 'utf16le')]), 'Café', 'text/plain'],
    ['UTF-16BE with a mark', 'a.tsv', bytes([0xfe, 0xff], [...utf16be('a\tb')]), 'a\tb', 'text/tab-separated-values'],
    ['UTF-16LE without', 'a.md', Buffer.from('# Title\nwords', 'utf16le'), '# Title\nwords', 'text/markdown'],
    ['code', 'a.py', bytes('print("hi")\n'), 'print("hi")\n', 'text/plain'],
    ['JSON', 'a.json', bytes('{"a": 1}'), '{"a": 1}', 'application/json'],
    [
      'words that begin like a picture',
      'a.txt',
      bytes('BM is a town in Hesse, GIF a format'),
      'BM is a town in Hesse, GIF a format',
      'text/plain',
    ],
  ])('%s', async (_what, name, body, text, mime) => {
    const file = await uploaded(name, body)
    expect(file).toMatchObject({ mime, hasText: true })
    expect(await textOf(file)).toBe(text)
  })

  test('bytes is none', async () => {
    const noise = Buffer.from(Array.from({ length: 5000 }, (_, at) => (at * 7919) % 256))
    expect(await uploaded('noise.txt', noise)).toMatchObject({ hasText: false, mime: 'application/octet-stream' })
    expect(await uploaded('blank.txt', ' \n \n')).toMatchObject({ hasText: false, mime: 'text/plain' })
  })

  test('a very long file is its first megabyte, with a note', async () => {
    const file = await uploaded('long.txt', 'Zeile für Zeile äöü\n'.repeat(200_000))
    const text = (await textOf(file)) ?? ''
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(1024 * 1024)
    expect(Buffer.byteLength(text)).toBeGreaterThan(1024 * 1024 - 100)
    expect(text).toMatch(/^(Zeile für Zeile äöü\n)+[^\ufffd]{0,20}\n\n\[The text goes on: .*\]$/)
  })

  test('a PDF', async () => {
    const file = await uploaded('letter.pdf', makePdf(['Dear Atrium,', 'Caf\\351 costs 3 \\200.']))
    expect(file).toMatchObject({ mime: 'application/pdf', hasText: true })
    expect(await textOf(file)).toBe('Dear Atrium,\nCafé costs 3 €.')
    expect((await get(file)).headers.get('content-disposition')).toMatch(/^attachment;/)
  })

  test('a Word document', async () => {
    const file = await uploaded('letter.docx', makeZip(docxParts(['Sehr geehrte Frau Rémy,', 'bis bald.'])))
    expect(file).toMatchObject({
      mime: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      hasText: true,
    })
    expect(await textOf(file)).toBe('Sehr geehrte Frau Rémy,\n\nbis bald.\n\n')
  })

  test('a damaged document is none, and the file is kept', async () => {
    const pdf = await uploaded('half.pdf', Buffer.from('%PDF-1.7\nnothing that a reader could use'))
    expect(pdf).toMatchObject({ mime: 'application/pdf', hasText: false })
    const docx = makeZip(docxParts(['text']))
    docx.fill(0xff, docx.indexOf('word/document.xml') + 20, docx.indexOf('word/document.xml') + 60)
    const word = await uploaded('half.docx', docx)
    expect(word.hasText).toBe(false)
    expect((await get(word)).status).toBe(200)
  })
})
