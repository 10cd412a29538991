import { AppError } from '@atrium/contract/errors'
import { collection, defineModule, type Row } from '@atrium/contract/module'
import { defineServer } from '@atrium/contract/module-server'
import { IMPORT_ROWS_MAX, readersOf } from '@atrium/contract/reading'
import type { RecordHistory, TrashList } from '@atrium/contract/record-history'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type TestModules, testModules } from './test-module.ts'

const Payment = z.object({
  payee: z.string().min(1, 'A payment needs a payee.'),
  cents: z.number().int(),
  note: z.string().default(''),
  ref: z.string().default(''),
  receipt: z.string().nullable().default(null),
})
const One = z.object({ id: z.string() })

const till = defineModule({
  id: 'till',
  title: 'Till',
  summary: 'Payments',
  kind: 'module',
  industries: ['all'],
  tier: 'free',
  triggers: ['/till'],
  icon: 'coins',
  collections: { payments: collection(Payment, { version: 1, search: ['payee'], key: 'ref' }) },
  actions: {
    add: { summary: 'Add', effect: 'write', input: Payment, output: z.unknown() },
    change: { summary: 'Change', effect: 'write', input: Payment.partial().extend(One.shape), output: z.unknown() },
    remove: { summary: 'Remove', effect: 'write', input: One, output: z.object({ ok: z.boolean() }) },
    list: { summary: 'List', effect: 'read', input: z.object({}), output: z.array(z.unknown()) },
    attach: {
      summary: 'Attach',
      effect: 'write',
      input: One.extend({ text: z.string(), fails: z.boolean().default(false) }),
      output: One,
    },
    attachAll: {
      summary: 'Attach many',
      effect: 'write',
      input: z.object({ sizes: z.array(z.number()), fails: z.boolean().default(false) }),
      output: z.array(z.object({ id: z.string(), name: z.string(), size: z.number(), sha256: z.string() })),
    },
    share: {
      summary: 'Share',
      effect: 'write',
      input: One.extend({ password: z.string().optional(), expiresAt: z.iso.datetime().optional() }),
      output: z.object({ id: z.string(), token: z.string() }),
    },
    unshare: { summary: 'Unshare', effect: 'write', input: One, output: z.object({ ok: z.boolean() }) },
    sneak: { summary: 'Write in a read', effect: 'read', input: z.object({}), output: z.unknown() },
  },
  imports: {
    lines: {
      summary: 'Lines of payee;cents;ref',
      accepts: ['.txt'],
      options: z.object({ note: z.string().optional() }),
    },
  },
  exports: {
    lines: { summary: 'As lines', extension: '.txt', mime: 'text/plain' },
    dots: { summary: 'As ten thousand dots', extension: '.txt', mime: 'text/plain' },
  },
})

/** Pieces of the export of dots that were written between two turns of the loop, at most. */
let dotsInOneTurn = 0

/** So many bytes, which are others for each number, in pieces. */
async function* piecesOf(at: number, size: number) {
  for (let from = 0; from < size; from += 10_000) yield Buffer.alloc(Math.min(10_000, size - from), `\0${at} `)
}

const read = readersOf<typeof import('./test-readers.ts')>()

const server = defineServer(
  till,
  {
    add: (payment, { store }) => store.payments.insert(payment),
    change: ({ id, ...change }, { store }) => store.payments.update(id, change),
    remove: async ({ id }, { store }) => {
      await store.payments.remove(id)
      return { ok: true }
    },
    list: (_, { store }) => store.payments.list({ order: 'payee' }),
    attach: async ({ id, text, fails }, { store, files }) => {
      const file = await files.save('receipt.txt', 'text/plain', new TextEncoder().encode(text))
      await store.payments.update(id, { receipt: file.id })
      if (fails) throw new AppError('conflict', `Kept as ${file.id}`)
      return { id: file.id }
    },
    attachAll: async ({ sizes, fails }, { files }) => {
      const sent = async function* () {
        for (const [at, size] of sizes.entries())
          yield { name: `${at}.bin`, mime: 'application/octet-stream', bytes: piecesOf(at, size) }
        if (fails) throw new AppError('conflict', 'The package breaks off.')
      }
      const kept = []
      for await (const one of files.saveAll(sent())) kept.push(one)
      return kept
    },
    share: async ({ id, password, expiresAt }, { store, links }) => {
      const { id: subject } = await store.payments.get(id)
      return links.create({ subject, password, ...(expiresAt && { expiresAt: new Date(expiresAt) }) })
    },
    unshare: async ({ id }, { links }) => {
      await links.revoke(id)
      return { ok: true }
    },
    sneak: (_, { files }) => files.save('x', 'text/plain', new Uint8Array([1])),
  },
  {
    readers: new URL('./test-readers.ts', import.meta.url),
    imports: {
      async *lines(file, { note }, context) {
        const { timeZone, language } = context
        let line = 0
        for await (const text of read(context, file, 'lines', {})) {
          line += 1
          const [payee = '', cents = '', ref = ''] = text.split(';')
          if (!/^-?\d+$/.test(cents)) yield { refused: 'There is no amount.', line, text }
          else if (payee === 'Where?') yield { refused: `${timeZone} ${language}` }
          else if (payee.startsWith('id ')) {
            const data = { payee: 'Named', cents: Number(cents), ref }
            yield { collection: 'payments', line, id: payee.slice(3), data, merge: () => ({ cents: Number(cents) }) }
          } else
            yield {
              collection: 'payments',
              line,
              data: { payee, cents: Number(cents), ref, ...(note !== undefined && { note }) },
            }
        }
      },
    },
    exports: {
      lines: async (_, { store, now }) => {
        const rows = await Array.fromAsync(store.payments.each({ order: 'payee' }))
        if (rows.length === 0) throw new AppError('not_found', 'There is nothing to export.')
        const pieces = async function* () {
          for (const { payee, cents } of rows) yield `${payee};${cents}\n`
        }
        return { name: `till ${now.getUTCFullYear()}.txt`, body: pieces() }
      },
      dots: async () => {
        const pieces = async function* () {
          let inThis = 0
          let turn = setImmediate(function next() {
            inThis = 0
            turn = setImmediate(next)
          })
          for (let at = 0; at < 10_000; at++) {
            inThis += 1
            dotsInOneTurn = Math.max(dotsInOneTurn, inThis)
            yield '.'
          }
          clearImmediate(turn)
        }
        return { name: 'dots.txt', body: pieces() }
      },
    },
    routes: [
      {
        method: 'GET',
        path: '/shared/:token',
        summary: 'A shared payment',
        access: 'link',
        effect: 'read',
        handle: async ({ link, context }) => Response.json(await context.store.payments.get(link?.subject ?? '')),
      },
      {
        method: 'PUT',
        path: '/notes/:id',
        summary: 'A note as plain text',
        access: 'own',
        effect: 'write',
        handle: async ({ request, params, context }) => {
          await context.store.payments.update(params.id ?? '', { note: await request.text() })
          return new Response(null, { status: 204 })
        },
      },
    ],
  },
)

type Paid = Row<z.infer<typeof Payment>>
let at: TestModules
beforeAll(async () => {
  at = await testModules(server)
})
const act = <T = Paid>(who: string, action: string, input: unknown = {}) => at.act<T>(who, `till.${action}`, input)
const add = async (who: string, payee: string, more = {}) =>
  (await act(who, 'add', { payee, cents: 100, ...more })).output
const list = async (who: string) => (await act<Paid[]>(who, 'list')).output
const take = (who: string, bytes: string | Uint8Array, more = {}) =>
  at.importFile(who, 'till.lines', { name: 'Bank.TXT', bytes }, more)

describe('an import', () => {
  const file = 'Café;100;a\nBakery;250;b\nnonsense\nBakery;250;b\n;5;c\n'
  test('is shown before anything is kept', async () => {
    const { report, change } = await take('ann', file, { preview: true })
    expect(report).toMatchObject({ added: 2, changed: 0, same: 0, duplicate: 1, refused: 2 })
    expect(report.rows.added).toEqual([
      { line: 1, title: 'Café' },
      { line: 2, title: 'Bakery' },
    ])
    expect(report.rows.refused).toEqual([
      { line: 3, text: 'nonsense', reason: 'There is no amount.' },
      { line: 5, text: expect.stringContaining('"c"'), reason: 'payee: A payment needs a payee.' },
    ])
    expect(change).toBeNull()
    expect(await list('ann')).toEqual([])
  })
  test('keeps the good rows, adds nothing twice, changes what differs, and is undone as one', async () => {
    const first = await take('ann', file, { options: { note: 'first' } })
    expect((await list('ann')).map(({ payee, note }) => [payee, note])).toEqual([
      ['Bakery', 'first'],
      ['Café', 'first'],
    ])
    const second = await take('ann', file.replace('250', '300'))
    expect(second.report).toMatchObject({ added: 0, changed: 1, same: 1, duplicate: 1 })
    expect(second.report.rows.changed).toEqual([{ line: 2, title: 'Bakery', fields: ['cents'] }])
    expect((await list('ann')).map(({ cents, note }) => [cents, note])).toEqual([
      [300, 'first'],
      [100, 'first'],
    ])
    expect((await at.undo('ann', second.change)).status).toBe(200)
    expect((await list('ann')).map(({ cents }) => cents)).toEqual([250, 100])
    expect((await at.undo('ann', first.change)).status).toBe(200)
    expect(await list('ann')).toEqual([])
  })
  test('knows a row by the id that the module names, once; one that is gone, or is another person’s, is a new row', async () => {
    const [own, gone, theirs] = [await add('ida', 'Own'), await add('ida', 'Gone'), await add('ole', 'Theirs')]
    await act('ida', 'remove', { id: gone.id })
    const ids = [own, own, theirs, gone, own].map(({ id }) => id)
    const lines = ids.map((id, at) => `id ${id};${700 + at};new\n`).join('')
    const { report } = await take('ida', `${lines}Other;1;new\n`)
    expect(report).toMatchObject({ added: 3, changed: 1, same: 0, duplicate: 2 })
    expect(report.rows.changed).toEqual([{ line: 1, title: 'Named', fields: ['cents'] }])
    const kept = await list('ida')
    expect(kept.map(({ payee, cents }) => [payee, cents]).toSorted()).toEqual([
      ['Named', 702],
      ['Named', 703],
      ['Other', 1],
      ['Own', 700],
    ])
    expect(kept.map(({ id }) => id)).not.toContain(theirs.id)
    expect(kept.map(({ id }) => id)).not.toContain(gone.id)
    expect((await list('ole')).map(({ payee, cents }) => [payee, cents])).toEqual([['Theirs', 100]])
  })
  test('reads windows-1252 whose first accent comes late, UTF-16, byte order marks and mixed line ends', async () => {
    const plain = Array.from({ length: 30_000 }, (_, at) => `Payee ${at};1;r${at}`).join('\r\n')
    const late = Buffer.concat([Buffer.from(`${plain}\n`), Buffer.from('Caf\xe9 \x80R\xe9my;5;last\r', 'latin1')])
    const { report } = await take('late', late)
    expect(report).toMatchObject({ added: 30_001, refused: 0 })
    expect((await list('late'))[0]?.payee).toBe('Café €Rémy')
    const utf16 = Buffer.from('\uFEFFCafé;1;a\rBar;2;b', 'utf16le')
    expect((await take('sixteen', utf16)).report).toMatchObject({ added: 2, refused: 0 })
    expect((await list('sixteen'))[1]?.payee).toBe('Café')
  })
  test('of more rows than can be compared is refused as a whole, preview and all', async () => {
    const long = `First;1;f1\n${'nonsense\n'.repeat(IMPORT_ROWS_MAX)}`
    for (const preview of [true, false]) {
      const answer = await take('long', long, { preview })
      expect([answer.status, answer.error]).toEqual([413, expect.stringContaining('more than 100,000 rows')])
    }
    expect(await list('long')).toEqual([])
  })
  test('knows where the person is and which language they read', async () => {
    const { report } = await take('ann', 'Where?;1', { timeZone: 'Europe/Rome', language: 'it', preview: true })
    expect(report.rows.refused).toMatchObject([{ reason: 'Europe/Rome it' }])
  })
  test('of another format, of no text, of nobody’s upload is refused with a sentence', async () => {
    const wrong = await at.importFile('ann', 'till.lines', { name: 'bank.ofx', bytes: 'x' })
    expect([wrong.status, wrong.error]).toEqual([415, '“bank.ofx” is not one of these: .txt.'])
    const binary = await take('ann', new Uint8Array([0, 1, 2, 3, 0, 255]))
    expect([binary.status, binary.error]).toEqual([400, expect.stringContaining('is not a text')])
    const body = JSON.stringify({ upload: '0198d9f6-0000-7000-8000-000000000000' })
    const headers = { 'content-type': 'application/json' }
    const gone = await at.fetch('ann', '/api/m/till/imports/lines', { method: 'POST', body, headers })
    expect(gone.status).toBe(404)
  })
})

describe('an export', () => {
  test('is a file to be saved, in the module’s format, as JSON and as CSV without formulas', async () => {
    await add('ben', '=cmd', { note: 'a "quoted", note' })
    const lines = await at.fetch('ben', '/api/m/till/exports/lines')
    expect(lines.headers.get('content-disposition')).toMatch(/^attachment; filename="till \d{4}\.txt"/)
    expect(await lines.text()).toBe('=cmd;100\n')
    const json = await at.fetch('ben', '/api/m/till/collections/payments/export')
    expect(await json.json()).toMatchObject([{ payee: '=cmd', cents: 100 }])
    const sent = await at.fetch('ben', '/api/m/till/collections/payments/export?format=csv')
    const csv = Buffer.from(await sent.arrayBuffer()).toString()
    expect(csv.split('\r\n')[0]).toBe('\uFEFFid,payee,cents,note,ref,receipt,createdAt,updatedAt')
    expect(csv).toContain(`,'=cmd,100,"a ""quoted"", note",`)
  })
  test('that is made as fast as it is written keeps nobody waiting', async () => {
    const sent = await at.fetch('ben', '/api/m/till/exports/dots')
    expect(await sent.text()).toBe('.'.repeat(10_000))
    expect(dotsInOneTurn).toBeGreaterThan(0)
    expect(dotsInOneTurn).toBeLessThan(500)
  })
  test('that fails says why, in JSON', async () => {
    const answer = await at.fetch('nobody', '/api/m/till/exports/lines')
    expect([answer.status, await answer.json()]).toEqual([
      404,
      { error: expect.objectContaining({ message: 'There is nothing to export.' }) },
    ])
    expect((await at.fetch('ben', '/api/m/till/exports/lines?options=nonsense')).status).toBe(400)
  })
})

describe('every collection has', () => {
  const path = '/api/m/till/collections/payments'
  test('a trash, from which rows come back', async () => {
    const { id } = await add('cleo', 'Gone')
    await act('cleo', 'remove', { id })
    const trash = async (who: string) => (await (await at.fetch(who, `${path}/trash`)).json()) as TrashList
    expect(await trash('cleo')).toMatchObject({
      total: 1,
      rows: [{ id, payee: 'Gone', deletedAt: expect.any(String) }],
    })
    expect(await trash('ann')).toMatchObject({ rows: expect.not.arrayContaining([expect.objectContaining({ id })]) })
    expect((await at.fetch('ann', `${path}/${id}/restore`, { method: 'POST' })).status).toBe(404)
    expect((await at.fetch('cleo', `${path}/${id}/restore`, { method: 'POST' })).status).toBe(200)
    expect((await list('cleo')).map(({ payee }) => payee)).toEqual(['Gone'])
    await act('cleo', 'remove', { id })
    expect(await (await at.fetch('cleo', `${path}/trash`, { method: 'DELETE' })).json()).toEqual({ removed: 1 })
    expect(await trash('cleo')).toMatchObject({ total: 0 })
  })
  test('the history of each row, and the way back to a version', async () => {
    const { id } = await add('dora', 'One')
    await act('dora', 'change', { id, payee: 'Two' })
    await act('dora', 'change', { id, payee: 'Three' })
    const history = async () => (await (await at.fetch('dora', `${path}/${id}/history`)).json()) as RecordHistory
    expect((await history()).versions.map(({ version, action, data }) => [version, action, data.payee])).toEqual([
      [3, 'till.change', 'Three'],
      [2, 'till.change', 'Two'],
      [1, 'till.add', 'One'],
    ])
    const headers = { 'content-type': 'application/json' }
    const back = (version: number) =>
      at.fetch('dora', `${path}/${id}/revert`, { method: 'POST', headers, body: JSON.stringify({ version }) })
    expect((await back(1)).status).toBe(200)
    expect((await list('dora')).map(({ payee }) => payee)).toEqual(['One'])
    expect((await history()).versions[0]).toMatchObject({ version: 4, action: 'till.revert' })
    expect((await back(99)).status).toBe(404)
  })
})

describe('files of records', () => {
  const kept = async (who: string, id: string) => (await at.fetch(who, `/api/files/${id}`)).status
  test('are kept with the action, and not when it fails', async () => {
    const { id } = await add('eve', 'With a receipt')
    const good = await act<{ id: string }>('eve', 'attach', { id, text: 'Paid.' })
    expect(await kept('eve', good.output.id)).toBe(200)
    expect(await kept('ann', good.output.id)).toBe(404)
    const failed = await act('eve', 'attach', { id, text: 'Paid?', fails: true })
    expect(await kept('eve', failed.error.replace('Kept as ', ''))).toBe(404)
    expect((await list('eve'))[0]?.receipt).toBe(good.output.id)
    // the person's own list of files is for what they uploaded themselves
    const listed = (await (await at.fetch('eve', '/api/files')).json()) as { files: unknown[]; usedBytes: number }
    expect(listed).toMatchObject({ files: [], usedBytes: 5 })
  })
  test('go for good with the last record that names them', async () => {
    const [one, other] = [await add('fritz', 'One'), await add('fritz', 'Other')]
    const file = (await act<{ id: string }>('fritz', 'attach', { id: one.id, text: 'Shared.' })).output.id
    await act('fritz', 'change', { id: other.id, receipt: file })
    const emptied = async (id: string) => {
      await act('fritz', 'remove', { id })
      await at.fetch('fritz', '/api/m/till/collections/payments/trash', { method: 'DELETE' })
      return kept('fritz', file)
    }
    expect(await emptied(one.id)).toBe(200)
    await act('fritz', 'change', { id: other.id, receipt: null }) // its history still has it
    const third = await add('fritz', 'Third')
    expect(await emptied(third.id)).toBe(200)
    expect(await emptied(other.id)).toBe(404)
    const own = await at.fetch('fritz', '/api/files?name=own.txt', { method: 'POST', body: 'Mine.' })
    const { id } = (await own.json()) as { id: string }
    const named = await add('fritz', 'Names a file of their own', { receipt: id })
    await emptied(named.id)
    expect(await kept('fritz', id)).toBe(200)
  })
  test('are kept many at a time, each in its place, and none when one of them fails', async () => {
    const used = async () => {
      const { usedBytes } = (await (await at.fetch('gus', '/api/files')).json()) as { usedBytes: number }
      return usedBytes
    }
    const sizes = Array.from({ length: 450 }, (_, n) => (n % 100 === 7 ? 150_000 : 1 + (n % 50)))
    const broken = sizes.with(300, 0) // two hundred and more before it are kept by then
    expect((await act('gus', 'attachAll', { sizes: broken })).error).toBe('That file is empty.')
    expect((await act('gus', 'attachAll', { sizes, fails: true })).error).toBe('The package breaks off.')
    expect(await used()).toBe(0)
    type Kept = { id: string; name: string; size: number; sha256: string }
    const kept = (await act<Kept[]>('gus', 'attachAll', { sizes })).output
    expect(kept.map(({ name, size }) => [name, size])).toEqual(sizes.map((size, n) => [`${n}.bin`, size]))
    expect(await used()).toBe(sizes.reduce((sum, size) => sum + size, 0))
    for (const n of [0, 7, 199, 200, 449]) {
      const bytes = await (await at.fetch('gus', `/api/files/${kept[n]?.id}`)).arrayBuffer()
      expect(Buffer.from(bytes)).toEqual(Buffer.concat(await Array.fromAsync(piecesOf(n, sizes[n] as number))))
    }
  })
  test('cannot be made by a read', async () => expect((await act('eve', 'sneak')).status).toBe(500))
})

describe('a module’s own addresses', () => {
  const shared = (token: string, init?: RequestInit) => at.fetch('', `/api/m/till/shared/${token}`, init)
  test('take what no action can, for the signed-in, as a change', async () => {
    const { id } = await add('finn', 'Noted')
    const put = (who: string) => at.fetch(who, `/api/m/till/notes/${id}`, { method: 'PUT', body: 'By hand' })
    expect((await put('finn')).status).toBe(204)
    expect((await list('finn'))[0]?.note).toBe('By hand')
    expect((await put('ann')).status).toBe(404)
    expect((await put('')).status).toBe(401)
  })
  test('show by a link what was shared, until it is revoked or over', async () => {
    const { id } = await add('gil', 'Shared')
    const made = (await act<{ id: string; token: string }>('gil', 'share', { id })).output
    expect(await (await shared(made.token)).json()).toMatchObject({ payee: 'Shared' })
    expect((await shared('guessed')).status).toBe(404)
    expect((await act('ann', 'unshare', { id: made.id })).status).toBe(404)
    await act('gil', 'unshare', { id: made.id })
    expect((await shared(made.token)).status).toBe(404)
    const expired = await act<{ token: string }>('gil', 'share', { id, expiresAt: '2020-01-01T00:00:00.000Z' })
    expect((await shared(expired.output.token)).status).toBe(404)
  })
  test('ask for the password of a link, and after ten wrong ones for patience', async () => {
    const { id } = await add('hal', 'Secret')
    const { token } = (await act<{ token: string }>('hal', 'share', { id, password: 'Sesam öffne' })).output
    const detail = async (answer: Response) =>
      ((await answer.json()) as { error: { details: { password: string } } }).error.details.password
    expect(await detail(await shared(token))).toBe('missing')
    const right = { headers: { 'x-link-password': encodeURIComponent('Sesam öffne') } }
    expect((await shared(token, right)).status).toBe(200)
    expect(await detail(await shared(token, { headers: { 'x-link-password': '%' } }))).toBe('wrong')
    const wrong = () => shared(token, { headers: { 'x-link-password': 'no' } })
    expect(await detail(await wrong())).toBe('wrong')
    for (let n = 0; n < 8; n++) await wrong()
    expect((await shared(token, right)).status).toBe(429)
  })
})
