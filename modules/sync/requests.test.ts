import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { type TestModules, testModules } from '../../server/records/test-module.ts'
import { isOfSorts } from './file-sorts.ts'
import type { EntryRow, RequestView, ShownRequest } from './rows.ts'
import server from './server.ts'

let at: TestModules
beforeAll(async () => {
  at = await testModules(server)
})
const act = <T = Record<string, unknown>>(who: string, action: string, input: object = {}) =>
  at.act<T>(who, `sync.${action}`, input)
const folder = async (who: string, name = 'Inbox') => (await act<EntryRow>(who, 'makeFolder', { name })).output
const ask = async (who: string, more: object = {}) => {
  const box = await folder(who)
  const { output } = await act<{ id: string; url: string }>(who, 'request', {
    title: 'Photos',
    folder: box.id,
    ...more,
  })
  return { box, id: output.id, token: output.url.split('/').at(-1) ?? '' }
}
const inBox = async (who: string, id: string) =>
  (await act<{ entries: EntryRow[] }>(who, 'list', { folder: id })).output.entries

// A stranger's browser, as tus-js-client speaks.
const TUS = { 'tus-resumable': '1.0.0' }
const base = (token: string) => `/api/m/sync/requests/${token}`
const begin = (token: string, size: number | null, values: Record<string, string>, more: Record<string, string> = {}) =>
  at.fetch('', `${base(token)}/tus`, {
    method: 'POST',
    headers: {
      ...TUS,
      ...(size === null ? { 'upload-defer-length': '1' } : { 'upload-length': String(size) }),
      'upload-metadata': Object.entries(values)
        .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
        .join(','),
      ...more,
    },
  })
const patch = (url: string, offset: number, bytes: Uint8Array, more: Record<string, string> = {}) =>
  at.fetch('', url, {
    method: 'PATCH',
    headers: { ...TUS, 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset), ...more },
    body: bytes as unknown as string,
  })
const send = async (token: string, name: string, text: string, sender = 'Ada') => {
  const bytes = new TextEncoder().encode(text)
  const begun = await begin(token, bytes.length, { filename: name, sender })
  if (begun.status !== 201) return begun
  return patch(begun.headers.get('location') ?? '', 0, bytes)
}
const sentence = async (answer: Response) => ((await answer.json()) as { error: { message: string } }).error.message
const view = async (token: string, headers: Record<string, string> = {}) => {
  const answer = await at.fetch('', base(token), { headers })
  return { status: answer.status, body: (await answer.json()) as RequestView & { error: { message: string } } }
}

describe('an upload link', () => {
  test('takes files from strangers into its folder, and says from whom; the stranger sees nothing of the folder', async () => {
    const { box, id, token } = await ask('ann', { message: 'Of the holiday, please.' })
    await act('ann', 'save', { name: 'secret.txt', folder: box.id, text: 'secret' })
    const { body } = await view(token)
    expect(body).toEqual({
      ...{ title: 'Photos', message: 'Of the holiday, please.', endsAt: null, maxBytes: null, filesLeft: null },
      ...{ kinds: [], asksName: true, state: 'open' },
    })
    const sent = await send(token, 'sea.jpg', 'pixels', 'Ben  of\u202E the hill')
    expect([sent.status, sent.headers.get('x-entry'), sent.headers.get('upload-offset')]).toEqual([204, null, '6'])
    expect((await inBox('ann', box.id)).map(({ name, size }) => [name, size])).toEqual([
      ['sea.jpg', 6],
      ['secret.txt', 6],
    ])
    const { arrivals } = (await act<{ arrivals: object[] }>('ann', 'arrivals', { request: id })).output
    expect(arrivals).toMatchObject([{ name: 'sea.jpg', size: 6, sender: 'Ben of the hill' }])
    const [mine] = (await act<{ requests: ShownRequest[] }>('ann', 'requests')).output.requests
    expect(mine).toMatchObject({ title: 'Photos', folderName: 'Inbox', received: 1, state: 'open', hasPassword: false })
    // of another person: neither the list nor what came
    expect((await act<{ requests: unknown[] }>('eve', 'requests')).output.requests).toEqual([])
    expect((await act('eve', 'arrivals', { request: id })).status).toBe(404)
    // the link opens neither shared things nor the owner's uploads, and calls no action
    for (const path of [`shared/${token}`, `shared/${token}/content/${box.id}`, `links/${token}/save`])
      expect([403, 404, 405]).toContain((await at.fetch('', `/api/m/sync/${path}`)).status)
    const own = await at.fetch('ann', '/api/m/sync/tus', {
      method: 'POST',
      headers: { ...TUS, 'upload-length': '5', 'upload-metadata': `filename ${btoa('own.txt')}` },
    })
    const upload = own.headers.get('location')?.split('/').at(-1)
    expect((await at.fetch('', `${base(token)}/tus/${upload}`, { method: 'HEAD', headers: TUS })).status).toBe(404)
    expect((await patch(`${base(token)}/tus/${upload}`, 0, new Uint8Array(5))).status).toBe(404)
  })

  test('never overwrites: what has a taken name gets a number, also when many come at once', async () => {
    const { box, id, token } = await ask('bea')
    await act('bea', 'save', { name: 'a.txt', folder: box.id, text: 'the owner’s' })
    const begun = await Promise.all(
      Array.from({ length: 8 }, () => begin(token, 3, { filename: 'a.txt', sender: 'Ada' })),
    )
    const done = await Promise.all(
      begun.map((answer, n) => patch(answer.headers.get('location') ?? '', 0, Buffer.from(`n=${n}`))),
    )
    expect(done.map(({ status }) => status)).toEqual(Array(8).fill(204))
    const found = await inBox('bea', box.id)
    expect(found.map(({ name }) => name).sort()).toEqual(
      ['a.txt', ...Array.from({ length: 8 }, (_, n) => `a (${n + 2}).txt`)].sort(),
    )
    const owners = found.find(({ name }) => name === 'a.txt')
    expect((await act<{ text: string }>('bea', 'read', { id: owners?.id })).output.text).toBe('the owner’s')
    expect((await act<{ requests: ShownRequest[] }>('bea', 'requests')).output.requests[0]?.received).toBe(8)
    const { arrivals, next } = (
      await act<{ arrivals: object[]; next: string | null }>('bea', 'arrivals', { request: id, limit: 5 })
    ).output
    expect([arrivals.length, typeof next]).toEqual([5, 'string'])
  })

  test('goes on where an upload stopped, or gives it up', async () => {
    const { box, token } = await ask('cyn')
    const bytes = randomBytes(100_000)
    const url =
      (await begin(token, bytes.length, { filename: 'film.bin', sender: 'Ada' })).headers.get('location') ?? ''
    expect(url).toMatch(new RegExp(`^${base(token)}/tus/[\\w-]+$`))
    await patch(url, 0, bytes.subarray(0, 40_000))
    const head = () => at.fetch('', url, { method: 'HEAD', headers: TUS })
    expect((await head()).headers.get('upload-offset')).toBe('40000')
    expect(await inBox('cyn', box.id)).toEqual([])
    // the owner's page does not offer to go on with a stranger's file
    expect((await act<{ uploads: unknown[] }>('cyn', 'uploads')).output.uploads).toEqual([])
    expect((await patch(url, 40_000, bytes.subarray(40_000))).status).toBe(204)
    expect((await inBox('cyn', box.id)).map(({ size }) => size)).toEqual([100_000])
    const other = (await begin(token, 10, { filename: 'b.bin', sender: 'Ada' })).headers.get('location') ?? ''
    expect((await at.fetch('', other, { method: 'DELETE', headers: TUS })).status).toBe(204)
    expect((await at.fetch('', other, { method: 'HEAD', headers: TUS })).status).toBe(404)
  })

  test('refuses what was not asked for, and says why', async () => {
    const limits = { maxBytes: 2_000_000, maxFiles: 2, kinds: ['image'] }
    const { token } = await ask('dot', limits)
    const refused = async (size: number | null, values: Record<string, string>) => {
      const answer = await begin(token, size, values)
      return [answer.status, await sentence(answer)]
    }
    expect(await refused(3_000_000, { filename: 'a.jpg', sender: 'Ada' })).toEqual([
      413,
      '“a.jpg” is too large: a file may have at most 2 MB here.',
    ])
    expect(await refused(10, { filename: 'a.exe', sender: 'Ada' })).toEqual([
      415,
      '“a.exe” is of a kind that was not asked for.',
    ])
    expect(await refused(10, { filename: 'a.jpg', sender: ' ' })).toEqual([
      400,
      'Say who you are, then send the files.',
    ])
    expect(await refused(null, { filename: 'a.jpg', sender: 'Ada' })).toEqual([
      400,
      'Say how large the file is before it is sent.',
    ])
    expect((await refused(10, { filename: '', sender: 'Ada' }))[0]).toBe(400)
    await send(token, '1.jpg', 'x')
    expect((await view(token)).body.filesLeft).toBe(1)
    const last = await begin(token, 1, { filename: '2.jpg', sender: 'Ada' })
    expect(last.status).toBe(201)
    // what is on its way counts: nobody sends a hundred by beginning them at once
    const full = 'All the files that were asked for have come. Nothing more can be sent by this link.'
    expect(await refused(1, { filename: '3.jpg', sender: 'Ada' })).toEqual([409, full])
    expect((await patch(last.headers.get('location') ?? '', 0, Buffer.from('x'))).status).toBe(204)
    expect((await view(token)).body).toMatchObject({ filesLeft: 0, state: 'full' })
  })

  test('is turned off and on, ends, and its end and limits are changed', async () => {
    const { id, token } = await ask('eli', { asksName: false })
    const change = (input: object) => act<ShownRequest>('eli', 'changeRequest', { id, ...input })
    expect((await change({ isOpen: false })).output.state).toBe('off')
    expect((await view(token)).body.state).toBe('off')
    expect(await sentence(await send(token, 'a.txt', 'x'))).toBe(
      'Nothing can be sent by this link at the moment: it was turned off.',
    )
    await change({ isOpen: true, title: 'Scans' })
    expect((await send(token, 'a.txt', 'x')).status).toBe(204)
    expect((await view(token)).body.title).toBe('Scans')
    expect((await change({ endsAt: '2020-01-01T00:00:00.000Z' })).error).toBe(
      'That moment is over. Choose a later one.',
    )
    await at.db.$client.query(
      `update records set data = data || '{"endsAt":"2020-01-01T00:00:00.000Z"}' where id = $1`,
      [id],
    )
    expect((await view(token)).body.state).toBe('ended')
    expect(await sentence(await send(token, 'b.txt', 'x'))).toBe('The time for sending files by this link is over.')
    expect((await change({ title: '' })).status).toBe(400)
    expect((await act('eve', 'changeRequest', { id, isOpen: true })).status).toBe(404)
  })

  test('that is turned off takes nothing more of an upload that has begun, and says why; turned on, it goes on', async () => {
    const { box, id, token } = await ask('zoe')
    const url = (await begin(token, 4, { filename: 'a.txt', sender: 'Ada' })).headers.get('location') ?? ''
    expect((await patch(url, 0, Buffer.from('ab'))).status).toBe(204)
    await act('zoe', 'changeRequest', { id, isOpen: false })
    const refused = await patch(url, 2, Buffer.from('cd'))
    expect([refused.status, await sentence(refused)]).toEqual([
      409,
      'Nothing can be sent by this link at the moment: it was turned off.',
    ])
    expect(await inBox('zoe', box.id)).toEqual([])
    await act('zoe', 'changeRequest', { id, isOpen: true })
    expect((await patch(url, 2, Buffer.from('cd'))).status).toBe(204)
    expect((await inBox('zoe', box.id)).map(({ name, size }) => [name, size])).toEqual([['a.txt', 4]])
  })

  test('asks for its password at every call, gets another link, and is removed', async () => {
    const { id, token } = await ask('fay', { password: 'Öffne' })
    expect((await view(token)).body.error.message).toBe('This link asks for a password.')
    const headers = { 'x-link-password': encodeURIComponent('Öffne') }
    expect((await view(token, headers)).body.title).toBe('Photos')
    expect((await begin(token, 1, { filename: 'a.txt', sender: 'Ada' })).status).toBe(403)
    const begun = await begin(token, 1, { filename: 'a.txt', sender: 'Ada' }, headers)
    expect(begun.status).toBe(201)
    const url = begun.headers.get('location') ?? ''
    expect((await patch(url, 0, Buffer.from('x'))).status).toBe(403)
    expect((await patch(url, 0, Buffer.from('x'), headers)).status).toBe(204)
    const renewed = (await act<{ url: string }>('fay', 'renewRequest', { id })).output.url.split('/').at(-1) ?? ''
    expect([(await view(token, headers)).status, (await view(renewed)).status]).toEqual([404, 200])
    expect((await act('fay', 'removeRequest', { id })).status).toBe(200)
    expect((await view(renewed)).status).toBe(404)
  })

  test('works no more while its folder, or one above it, lies in the trash', async () => {
    await folder('gus', 'Top/Inbox')
    const [top] = (await act<{ entries: EntryRow[] }>('gus', 'list')).output.entries
    const [box] = await inBox('gus', top?.id ?? '')
    const { output } = await act<{ url: string }>('gus', 'request', { title: 'T', folder: box?.id })
    const token = output.url.split('/').at(-1) ?? ''
    await act('gus', 'remove', { ids: [top?.id] })
    expect((await view(token)).status).toBe(404)
    expect((await begin(token, 1, { filename: 'a', sender: 'Ada' })).status).toBe(404)
    expect((await act<{ requests: ShownRequest[] }>('gus', 'requests')).output.requests[0]?.state).toBe('gone')
  })

  test('counts to its owner’s room, and a stranger is not told how much that is', async () => {
    const { token } = await ask('hal')
    const half = Buffer.alloc(30 * 1024 * 1024, 1) // of 50 MB
    const one = (await begin(token, half.length, { filename: '1.bin', sender: 'Ada' })).headers.get('location') ?? ''
    expect((await patch(one, 0, half)).status).toBe(204)
    const two = (await begin(token, half.length, { filename: '2.bin', sender: 'Ada' })).headers.get('location') ?? ''
    const full = await patch(two, 0, half)
    expect([full.status, await sentence(full)]).toEqual([
      413,
      'There is no room for this file at the moment. Tell whoever asked you for it.',
    ])
  })

  test('tells its owner, of what one sender sends in a moment once, unless they do not want it', async () => {
    const { token } = await ask('ida')
    await send(token, 'a.jpg', 'x', 'Ben')
    await send(token, 'b.jpg', 'y', 'Ben')
    await send(token, 'c.jpg', 'z', 'Cem')
    await at.notifications.deliver(new Date(Date.now() + 60_000))
    const told = async (who: string) =>
      (
        (await (await at.fetch(who, '/api/notifications')).json()) as {
          notifications: { title: string; body: string }[]
        }
      ).notifications
    expect((await told('ida')).map(({ title, body }) => `${title} | ${body}`).sort()).toEqual([
      'Photos | Ben: b.jpg, a.jpg',
      'Photos | Cem: c.jpg',
    ])
    // who sends under many names makes no more noise than a few
    const many = await ask('oda')
    for (let n = 0; n < 15; n++) await send(many.token, `${n}.jpg`, 'x', `Sender ${n}`)
    await at.notifications.deliver(new Date(Date.now() + 60_000))
    expect(await told('oda')).toHaveLength(11)
    const quiet = await ask('jon', { notifiesOwner: false })
    await send(quiet.token, 'a.jpg', 'x')
    await at.notifications.deliver(new Date(Date.now() + 60_000))
    expect(await told('jon')).toEqual([])
  })

  test('is not closed by what somebody began and never sent', async () => {
    const { token } = await ask('lea', { maxFiles: 1 })
    const begun = await begin(token, 1, { filename: 'a.jpg', sender: 'Ada' })
    expect(begun.status).toBe(201)
    expect((await begin(token, 1, { filename: 'b.jpg', sender: 'Ben' })).status).toBe(409)
    const upload = begun.headers.get('location')?.split('/').at(-1)
    await at.db.$client.query(`update records set updated_at = now() - interval '2 hours' where id = $1`, [upload])
    expect((await send(token, 'b.jpg', 'x')).status).toBe(204)
    // whoever comes back with the first has come too late, and nothing is there twice
    expect((await patch(begun.headers.get('location') ?? '', 0, Buffer.from('x'))).status).toBe(409)
    expect((await view(token)).body).toMatchObject({ filesLeft: 0, state: 'full' })
  })

  test('takes nothing more of what was begun before its end', async () => {
    const { box, id, token } = await ask('mia')
    const url = (await begin(token, 2, { filename: 'a.jpg', sender: 'Ada' })).headers.get('location') ?? ''
    expect((await patch(url, 0, Buffer.from('x'))).status).toBe(204)
    await at.db.$client.query(
      `update records set data = data || '{"endsAt":"2020-01-01T00:00:00.000Z"}' where id = $1`,
      [id],
    )
    const late = await patch(url, 1, Buffer.from('y'))
    expect([late.status, await sentence(late)]).toEqual([409, 'The time for sending files by this link is over.'])
    expect(await inBox('mia', box.id)).toEqual([])
    expect((await at.fetch('', url, { method: 'DELETE', headers: TUS })).status).toBe(204)
  })

  test('takes no file that its owner would not see, and gives long names that are taken a number', async () => {
    const { box, token } = await ask('noa')
    for (const name of ['.DS_Store', '._film.mp4', 'desktop.ini'])
      expect((await begin(token, 1, { filename: name, sender: 'Ada' })).status, name).toBe(415)
    const long = `a${'😀'.repeat(97)}.txt`
    for (let time = 0; time < 3; time++) expect((await send(token, long, `${time}`)).status).toBe(204)
    expect(new Set((await inBox('noa', box.id)).map(({ name }) => name)).size).toBe(3)
  })

  test('is not made into no folder, or with an end that is over', async () => {
    const box = await folder('kim')
    expect((await act('kim', 'request', { title: 'T', folder: '' })).error).toBe(
      'Choose a folder that the files go into.',
    )
    expect((await act('eve', 'request', { title: 'T', folder: box.id })).status).toBe(404)
    const past = { title: 'T', folder: box.id, endsAt: '2020-01-01T00:00:00.000Z' }
    expect((await act('kim', 'request', past)).status).toBe(400)
    for (const wrong of [{ title: '' }, { maxFiles: 0 }, { kinds: ['virus'] }, { maxBytes: -1 }])
      expect((await act('kim', 'request', { title: 'T', folder: box.id, ...wrong })).status).toBe(400)
  })
})

test('kinds are told by endings, whatever their case', () => {
  expect(isOfSorts('IMG_1.HEIC', ['image'])).toBe(true)
  expect(isOfSorts('a.pdf', ['image', 'document'])).toBe(true)
  expect(isOfSorts('a.jpg.exe', ['image'])).toBe(false)
  expect(isOfSorts('jpg', ['image'])).toBe(false)
  expect(isOfSorts('anything', [])).toBe(true)
})
