import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import yauzl from 'yauzl'
import { SMALLEST_PNG } from '../../server/files/test-pictures.ts'
import { type TestModules, testModules } from '../../server/records/test-module.ts'
import type { EntryRow, Found, SharedView } from './rows.ts'
import server from './server.ts'

let at: TestModules
beforeAll(async () => {
  at = await testModules(server)
})
const act = <T>(who: string, action: string, input: unknown = {}) => at.act<T>(who, `sync.${action}`, input)
const save = async (who: string, path: string, name: string, text: string) =>
  (await act<EntryRow>(who, 'save', { path, name, text })).output
const folder = async (who: string, name: string) => (await act<EntryRow>(who, 'makeFolder', { name })).output
const entries = async (who: string, path = '') =>
  (await act<{ entries: EntryRow[] }>(who, 'list', { path })).output.entries
const names = async (who: string, path = '') => (await entries(who, path)).map(({ name }) => name)
const textOf = async (who: string, name: string) => (await act<{ text: string }>(who, 'read', { name })).output.text
const found = async (who: string, words: string) =>
  (await act<{ entries: Found[] }>(who, 'search', { words })).output.entries.map(({ name }) => name)
const trash = async (who: string) =>
  (await act<{ entries: EntryRow[]; bytes: number }>(who, 'trash')).output.entries.map(({ name }) => name)

/** bytes */
const used = async (who: string) =>
  ((await (await at.fetch(who, '/api/room')).json()) as { usedBytes: number }).usedBytes

/** The names and texts in a zip, read by another program's code. */
const unzip = (bytes: Buffer) =>
  new Promise<Record<string, string>>((done, failed) =>
    yauzl.fromBuffer(bytes, { lazyEntries: true }, (error, zip) => {
      if (error) return failed(error)
      const read: Record<string, string> = {}
      zip.on('end', () => done(read)).on('error', failed)
      zip.on('entry', (entry: yauzl.Entry) => {
        if (entry.fileName.endsWith('/')) {
          read[entry.fileName] = ''
          return zip.readEntry()
        }
        zip.openReadStream(entry, async (problem, stream) => {
          if (problem) return failed(problem)
          const chunks = await Array.fromAsync(stream as AsyncIterable<Uint8Array>)
          read[entry.fileName] = Buffer.concat(chunks).toString()
          zip.readEntry()
        })
      })
      zip.readEntry()
    }),
  )
const download = async (who: string, path: string, init?: RequestInit) =>
  Buffer.from(await (await at.fetch(who, `/api/m/sync/${path}`, init)).arrayBuffer())

describe('files and folders', () => {
  test('are listed by folder, for nobody else', async () => {
    await save('ann', 'Documents/2026', 'note.txt', 'First')
    await save('ann', '', 'top.txt', 'Top')
    expect(await names('ann')).toEqual(['Documents', 'top.txt'])
    expect(await names('ann', '/Documents/2026')).toEqual(['note.txt'])
    expect(await names('eve')).toEqual([])
    expect((await act('ann', 'list', { path: 'Nowhere' })).error).toBe('There is no folder “Nowhere”.')
    const [, top] = await entries('ann')
    expect((await at.fetch('eve', `/api/m/sync/content/${top?.content}`)).status).toBe(404)
    expect((await act('eve', 'read', { id: top?.id })).status).toBe(404)
    expect((await act('eve', 'move', { ids: [top?.id], to: '' })).status).toBe(404)
  })
  test('are found by a folder’s name wherever it lies, where one alone has it', async () => {
    await save('gus', 'Welcome/Travel', 'packing.txt', 'Tent')
    await save('gus', 'Work', 'plan.txt', 'Plan')
    expect(await names('gus', 'travel')).toEqual(['packing.txt'])
    const [plan] = await entries('gus', 'Work')
    expect((await act('gus', 'move', { ids: [plan?.id], to: 'Travel' })).status).toBe(200)
    expect(await names('gus', 'Welcome/Travel')).toEqual(['packing.txt', 'plan.txt'])
    expect((await act('gus', 'move', { ids: [plan?.id], to: 'Nowhere' })).status).toBe(404)
    await save('gus', 'Old/Travel', 'map.txt', 'Map')
    expect((await act('gus', 'list', { path: 'Travel' })).error).toBe('There is no folder “Travel”.')
    expect((await act('gus', 'move', { ids: [plan?.id], to: 'Travel' })).status).toBe(404)
    await save('gus', 'Travel', 'top.txt', 'Top')
    expect(await names('gus', 'travel')).toEqual(['top.txt'])
    expect((await act('eve', 'move', { ids: [], to: 'Travel' })).status).not.toBe(200)
  })
  test('are made by path, once', async () => {
    const first = await folder('path', 'a/b/c')
    expect((await folder('path', 'a/b/c')).id).toBe(first.id)
    expect(await names('path', 'a/b')).toEqual(['c'])
    await save('path', 'a', 'file', 'x')
    expect((await act('path', 'makeFolder', { name: 'a/file/d' })).error).toBe(
      '“file” is a file, so nothing can be put into it.',
    )
    expect((await act('path', 'makeFolder', { name: '..' })).status).toBe(400)
  })
  test('are renamed and moved, never over another nor into themselves', async () => {
    const a = await folder('mover', 'A')
    const b = await folder('mover', 'A/B')
    const one = await save('mover', 'A', 'x.txt', '1')
    await save('mover', '', 'x.txt', '2')
    await save('mover', '', 'y.txt', '3')
    expect((await act('mover', 'rename', { id: one.id, name: 'B' })).error).toMatch(/There is a “B” here already/)
    expect((await act('mover', 'move', { ids: [a.id], to: b.id })).error).toBe('“A” cannot be moved into itself.')
    const moved = await act('mover', 'move', { ids: [one.id], to: '' })
    expect(await names('mover')).toEqual(['A', 'x (2).txt', 'x.txt', 'y.txt'])
    await at.undo('mover', moved.change)
    expect(await names('mover', 'A')).toEqual(['B', 'x.txt'])
    await act('mover', 'rename', { id: one.id, name: 'z/../w.txt' })
    expect(await names('mover', 'A')).toEqual(['B', 'z_.._w.txt'])
  })
  test('are taken from another module as text, base64 or a kept file; bad input gets a sentence', async () => {
    const input = { name: 'b.txt', base64: Buffer.from('Bytes').toString('base64') }
    await act('saver', 'save', input)
    expect(await textOf('saver', 'b')).toBe('Bytes')
    expect((await act('saver', 'save', { name: 'b.txt', base64: '***' })).error).toContain('That is no base64.')
    expect((await act('saver', 'save', { name: 'b.txt', file: 'nothing' })).error).toBe(
      'The file to save is not there.',
    )
    expect((await act('saver', 'save', { text: 'x' })).error).toContain('needs a name')
    expect((await act('saver', 'read', {})).error).toContain('Say which file')
  })
})

describe('a file saved again under its name', () => {
  test('is a new version; an old one comes back, and one that is deleted frees its room', async () => {
    const { id, content } = await save('vera', '', 'draft.txt', 'One')
    await save('vera', '', 'draft.txt', 'Two, longer')
    await save('vera', '', 'draft.txt', 'Two, longer')
    expect(await names('vera')).toEqual(['draft.txt'])
    type Versions = { versions: { id: string; size: number; isCurrent: boolean }[] }
    const versions = async () => (await act<Versions>('vera', 'versions', { id })).output.versions
    expect((await versions()).map(({ size, isCurrent }) => [size, isCurrent])).toEqual([
      [11, true],
      [3, false],
    ])
    expect(await found('vera', 'longer')).toEqual(['draft.txt'])
    const back = await act('vera', 'restoreVersion', { id, content })
    expect([await textOf('vera', 'draft'), await found('vera', 'longer')]).toEqual(['One', []])
    await at.undo('vera', back.change)
    expect(await textOf('vera', 'draft')).toBe('Two, longer')
    const [newest] = await versions()
    expect((await act('vera', 'removeVersion', { id, content: newest?.id })).status).toBe(409)
    expect(await used('vera')).toBe(14)
    expect((await act('vera', 'removeVersion', { id, content })).output).toEqual({ bytes: 3 })
    expect([await used('vera'), (await versions()).length]).toEqual([11, 1])
  })
})

describe('favourites', () => {
  const favourites = async (who: string) =>
    (await act<{ entries: Found[] }>(who, 'favourites')).output.entries.map(({ name, path }) => [
      ...path.map((place) => place.name),
      name,
    ])
  test('are found wherever they lie, until they are taken back or thrown away, by nobody else', async () => {
    const letter = await save('fay', 'A/B', 'letter.txt', 'Dear')
    const box = await folder('fay', 'Box')
    await save('fay', '', 'other.txt', 'x')
    const marked = await act<{ count: number }>('fay', 'favour', {
      ids: [letter.id, box.id, box.id],
      isFavourite: true,
    })
    expect(marked.output.count).toBe(2)
    expect(await favourites('fay')).toEqual([['Box'], ['A', 'B', 'letter.txt']])
    expect(await favourites('eve')).toEqual([])
    expect((await act('eve', 'favour', { ids: [letter.id], isFavourite: true })).status).toBe(404)
    await act('fay', 'favour', { ids: [box.id], isFavourite: false })
    expect(await favourites('fay')).toEqual([['A', 'B', 'letter.txt']])
    const [above] = (await entries('fay')).filter(({ name }) => name === 'A')
    const { change } = await act('fay', 'remove', { ids: [above?.id] })
    expect(await favourites('fay')).toEqual([])
    await at.undo('fay', change)
    expect(await favourites('fay')).toEqual([['A', 'B', 'letter.txt']])
  })
})

test('a picture says where its small one is, which its owner alone is given', async () => {
  const bytes = SMALLEST_PNG.toString('latin1')
  const at64 = await at.fetch('pam', '/api/m/sync/tus', {
    method: 'POST',
    headers: {
      'tus-resumable': '1.0.0',
      'upload-length': String(bytes.length),
      'upload-metadata': `filename ${Buffer.from('dot.png').toString('base64')}`,
      'content-type': 'application/offset+octet-stream',
    },
    body: new Uint8Array(SMALLEST_PNG),
  })
  expect(at64.status).toBe(201)
  const [entry] = await entries('pam')
  const asked = `/api/m/sync/content/${entry?.content}?thumbnail=small`
  const answer = await at.fetch('pam', asked, { redirect: 'manual' })
  expect(answer.status).toBe(302)
  expect(answer.headers.get('location')).toMatch(/^\/api\/files\/[\w-]+\?thumbnail=small$/)
  expect((await at.fetch('pat', asked, { redirect: 'manual' })).status).toBe(404)
  expect((await at.fetch('pam', asked.replace('small', 'huge'))).status).toBe(400)
  const text = await save('pam', '', 'a.txt', 'words')
  const whole = await at.fetch('pam', `/api/m/sync/content/${text.content}?thumbnail=small`)
  expect(await whole.text()).toBe('words')
})

describe('the trash', () => {
  test('takes a folder with what is in it, and gives back what went in together', async () => {
    const gone = await save('tom', 'Box', 'before.txt', 'apart')
    await save('tom', 'Box/Inner', 'deep.txt', 'treasure')
    await act('tom', 'remove', { ids: [gone.id] })
    const box = await folder('tom', 'Box')
    const removed = await act('tom', 'remove', { ids: [box.id] })
    expect([await names('tom'), await found('tom', 'treasure'), await found('tom', 'deep')]).toEqual([[], [], []])
    expect((await trash('tom')).sort()).toEqual(['Box', 'before.txt'])
    await at.undo('tom', removed.change)
    expect(await names('tom', 'Box')).toEqual(['Inner'])
    await act('tom', 'remove', { ids: [box.id] })
    await folder('tom', 'Box')
    await act('tom', 'restore', { ids: [box.id] })
    expect(await names('tom')).toEqual(['Box', 'Box (2)'])
    expect(await names('tom', 'Box (2)/Inner')).toEqual(['deep.txt'])
    expect(await trash('tom')).toEqual(['before.txt'])
  })
  test('that is emptied frees the room', async () => {
    const file = await save('uma', 'A', 'a.txt', '12345')
    await save('uma', 'A', 'a.txt', '123')
    await act('uma', 'remove', { ids: [(await folder('uma', 'A')).id] })
    expect((await act('uma', 'emptyTrash')).output).toEqual({ count: 2, bytes: 8 })
    expect(await used('uma')).toBe(0)
    expect((await at.fetch('uma', `/api/m/sync/content/${file.content}`)).status).toBe(404)
  })
})

describe('a download', () => {
  test('can be a range, is asked about by its tag, and is never code', async () => {
    const page = await save('dan', '', 'page.html', '<script>alert(1)</script>')
    const get = (headers: Record<string, string> = {}) =>
      at.fetch('dan', `/api/m/sync/content/${page.content}`, { headers })
    const whole = await get()
    expect(whole.headers.get('content-disposition')).toMatch(/^attachment; filename="page.html"/)
    expect(whole.headers.get('content-security-policy')).toContain('sandbox')
    expect(whole.headers.get('x-content-type-options')).toBe('nosniff')
    const part = await get({ range: 'bytes=1-6' })
    expect([part.status, await part.text()]).toEqual([206, 'script'])
    expect((await get({ range: 'bytes=999-' })).status).toBe(416)
    expect((await get({ 'if-none-match': whole.headers.get('etag') ?? '' })).status).toBe(304)
  })
  test('of a folder is a zip of everything in it', async () => {
    await save('zoe', 'Trip/Day 1', 'plan.txt', 'Up')
    await save('zoe', 'Trip', 'Café.txt', 'Kaffee '.repeat(1000))
    const trip = await folder('zoe', 'Trip/Empty')
    expect(await unzip(await download('zoe', `zip?ids=${trip.parent}`))).toEqual({
      'Trip/': '',
      'Trip/Day 1/': '',
      'Trip/Day 1/plan.txt': 'Up',
      'Trip/Empty/': '',
      'Trip/Café.txt': 'Kaffee '.repeat(1000),
    })
    expect(Object.keys(await unzip(await download('zoe', 'zip')))).toHaveLength(5)
    expect((await at.fetch('eve', `/api/m/sync/zip?ids=${trip.parent}`)).status).toBe(404)
    expect((await at.fetch('eve', '/api/m/sync/zip')).status).toBe(404)
  })
})

describe('a share link', () => {
  const view = async (url: string, query = '', headers: Record<string, string> = {}) => {
    const answer = await at.fetch('', `/api/m${url}${query}`, { headers })
    return { status: answer.status, body: (await answer.json()) as SharedView & { error: { message: string } } }
  }
  const share = async (who: string, input: object) =>
    (await act<{ id: string; url: string }>(who, 'share', input)).output

  test('opens a folder and what is in it for whoever has it, and nothing beside it', async () => {
    const inner = await save('sue', 'Public/Inner', 'open.txt', 'Open')
    const secret = await save('sue', 'Private', 'secret.txt', 'Secret')
    const { url } = await share('sue', { name: 'Public' })
    const { body } = await view(url)
    expect([body.root.name, body.entries.map(({ name }) => name)]).toEqual(['Public', ['Inner']])
    const below = await view(url, `?entry=${inner.parent}`)
    expect(below.body.entries.map(({ name }) => name)).toEqual(['open.txt'])
    expect((await download('', `${url.replace('/sync/', '')}/content/${inner.id}`)).toString()).toBe('Open')
    const zip = await unzip(await download('', `${url.replace('/sync/', '')}/content/${body.root.id}`))
    expect(zip['Public/Inner/open.txt']).toBe('Open')
    for (const id of [secret.id, secret.parent]) {
      expect((await view(url, `?entry=${id}`)).status).toBe(404)
      expect((await at.fetch('', `/api/m${url}/content/${id}`)).status).toBe(404)
    }
  })
  test('opens nothing while a folder above it lies in the trash, however deep, and opens it again when that is back', async () => {
    const file = await save('val', 'Top/Middle', 'deep.txt', 'Deep')
    const ofFile = await share('val', { id: file.id })
    const ofFolder = await share('val', { id: file.parent })
    const opens = async () => [
      (await view(ofFile.url)).status,
      (await view(ofFolder.url)).status,
      (await at.fetch('', `/api/m${ofFile.url}/content/${file.id}`)).status,
      (await at.fetch('', `/api/m${ofFolder.url}/content/${file.id}`)).status,
    ]
    expect(await opens()).toEqual([200, 200, 200, 200])
    const removed = await act('val', 'remove', {
      ids: (await entries('val')).filter(({ name }) => name === 'Top').map(({ id }) => id),
    })
    expect(await opens()).toEqual([404, 404, 404, 404])
    await at.undo('val', removed.change)
    expect(await opens()).toEqual([200, 200, 200, 200])
    // The file alone comes back from the trash while its folder stays there.
    const alone = await act('val', 'remove', { ids: [file.id] })
    const tops = (await entries('val')).filter(({ name }) => name === 'Top').map(({ id }) => id)
    await act('val', 'remove', { ids: tops })
    await at.undo('val', alone.change)
    expect(await opens()).toEqual([404, 404, 404, 404])
  })
  test('asks for its password, ends, is removed, and goes with what it opens and with an undo', async () => {
    const file = await save('sam', '', 'f.txt', 'x')
    const locked = await share('sam', { id: file.id, password: 'Öffne dich' })
    expect((await view(locked.url)).body.error.message).toBe('This link asks for a password.')
    const headers = { 'x-link-password': encodeURIComponent('Öffne dich') }
    expect((await view(locked.url, '', headers)).body.entry.name).toBe('f.txt')
    const form = { method: 'POST', body: new URLSearchParams({ password: 'Öffne dich' }) }
    expect((await download('', `${locked.url.slice(6)}/content/${file.id}`, form)).toString()).toBe('x')
    const endless = { method: 'POST', body: new URLSearchParams({ password: 'x'.repeat(20_000) }) }
    expect((await at.fetch('', `/api/m${locked.url}/content/${file.id}`, endless)).status).toBe(413)
    expect((await act('sam', 'share', { id: file.id, expiresAt: '2020-01-01T00:00:00Z' })).status).toBe(400)
    expect((await act('eve', 'share', { id: file.id })).status).toBe(404)

    const shares = async () => (await act<{ shares: { uses: number }[] }>('sam', 'shares')).output.shares
    expect(await shares()).toEqual([expect.objectContaining({ name: 'f.txt', hasPassword: true, uses: 2 })])
    await act('sam', 'unshare', { id: locked.id })
    expect([(await view(locked.url)).status, await shares()]).toEqual([404, []])

    const undone = await act<{ url: string }>('sam', 'share', { name: 'f.txt' })
    expect((await view(undone.output.url)).status).toBe(200)
    await at.undo('sam', undone.change)
    expect((await view(undone.output.url)).status).toBe(404)

    const open = await share('sam', { id: file.id })
    await act('sam', 'remove', { ids: [file.id] })
    expect((await view(open.url)).body.error.message).toMatch(/^What was shared is no longer here/)
  })
})

test('a search finds names and texts, and says which of several it cannot tell apart', async () => {
  await act('fay', 'sample')
  expect(await found('fay', 'deposit')).toEqual(expect.arrayContaining(['Rental agreement notes.txt']))
  expect(await found('fay', 'packing')).toEqual(['Packing list.md'])
  expect(await found('eve', 'packing')).toEqual([])
  expect((await act('fay', 'find', { words: 'packing' })).output).toEqual({
    files: [expect.objectContaining({ name: 'Packing list.md', folder: 'Welcome/Travel' })],
  })
  await save('fay', 'Other', 'packing list.md', 'x')
  expect((await act('fay', 'read', { name: 'Packing list' })).error).toContain('“Welcome/Travel/Packing list.md”')
  const [meter] = (await act<{ entries: EntryRow[] }>('fay', 'search', { words: 'meter' })).output.entries
  expect(meter?.sha256).toBe(
    createHash('sha256')
      .update(await download('fay', `content/${meter?.content}`))
      .digest('hex'),
  )
})

test('the files that came last are told, without what lies in the trash, in a folder there, or is another’s', async () => {
  const recent = async (who: string, limit?: number) =>
    (await act<{ files: { name: string }[] }>(who, 'recent', { limit })).output.files.map(({ name }) => name)
  for (const name of ['one.txt', 'two.txt', 'three.txt']) await save('rina', 'Papers', name, name)
  await save('rina', 'Old', 'four.txt', 'four')
  expect(await recent('rina')).toEqual(['four.txt', 'three.txt', 'two.txt', 'one.txt'])
  const [old] = (await entries('rina')).filter(({ name }) => name === 'Old')
  await act('rina', 'remove', { ids: [old?.id] })
  expect(await recent('rina', 2)).toEqual(['three.txt', 'two.txt'])
  expect(await recent('otto')).toEqual([])
})

describe('a name that Windows has for itself', () => {
  test('is cleaned whichever way it comes in, and the same name finds the file again', async () => {
    const save = (name: string, path = '') => at.act('win', 'sync.save', { name, path, text: name })
    await save('CON')
    await save('a:b', 'aux/x. /NUL.d')
    const upload = await at.fetch('win', '/api/m/sync/tus', {
      method: 'POST',
      headers: {
        'tus-resumable': '1.0.0',
        'upload-length': '3',
        'upload-metadata': `filename ${Buffer.from('lpt1.txt. ').toString('base64')}`,
        'content-type': 'application/offset+octet-stream',
      },
      body: 'abc',
    })
    expect(upload.status).toBe(201)
    await at.act('win', 'sync.makeFolder', { name: 'prn/what?' })
    const named = async (folder = '') =>
      (await at.act<{ entries: EntryRow[] }>('win', 'sync.list', { folder })).output.entries
    const top = await named()
    expect(top.map(({ name }) => name).sort()).toEqual(['_CON', '_aux', '_lpt1.txt', '_prn'])
    const [x] = await named(top.find(({ name }) => name === '_aux')?.id)
    const [d] = await named(x?.id)
    const [file] = await named(d?.id)
    expect([x?.name, d?.name, file?.name]).toEqual(['x', '_NUL.d', 'a_b'])
    const renamed = await at.act<EntryRow>('win', 'sync.rename', { id: file?.id, name: 'com1.\u202Egpj ' })
    expect(renamed.output.name).toBe('_com1.gpj')
    expect((await at.act('win', 'sync.rename', { id: file?.id, name: ' . .' })).error).toContain('needs a letter')
    await save('CON')
    expect(await named()).toHaveLength(4)
    expect((await at.act<{ entry: EntryRow }>('win', 'sync.read', { name: 'CON' })).output.entry.name).toBe('_CON')
  })
})
