import pg from 'pg'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { type TestModules, testModules } from '../../server/records/test-module.ts'
import type { ActivityLine } from './activity-lines.ts'
import type { EntryRow, Shared } from './rows.ts'
import server from './server.ts'

let at: TestModules
beforeAll(async () => {
  at = await testModules(server)
})
const act = <T = Record<string, unknown>>(who: string, action: string, input: object = {}) =>
  at.act<T>(who, `sync.${action}`, input)
type Page = { lines: ActivityLine[]; next: string | null }
const activity = async (who: string, asked: object = {}) => (await act<Page>(who, 'activity', asked)).output
const save = async (who: string, name: string, text: string, folder = '') =>
  (await act<EntryRow>(who, 'save', { name, text, folder })).output
const folder = async (who: string, name: string, parent = '') =>
  (await act<EntryRow>(who, 'makeFolder', { name, parent })).output
const told = ({ lines }: Page) => lines.map(({ kind, name }) => `${kind} ${name}`)

describe('what happened with files and folders', () => {
  test('is told from the first to the last: made, changed, renamed, moved, thrown away, brought back, shared', async () => {
    const trip = await folder('ann', 'Trip')
    const plan = await save('ann', 'plan.txt', 'one', trip.id)
    await save('ann', 'plan.txt', 'two', trip.id)
    await act('ann', 'rename', { id: plan.id, name: 'route.txt' })
    await act('ann', 'move', { ids: [plan.id], to: '' })
    const link = (await act<{ id: string }>('ann', 'share', { id: plan.id })).output
    await act('ann', 'unshare', { id: link.id })
    await act('ann', 'request', { title: 'Photos', folder: trip.id })
    await act('ann', 'remove', { ids: [plan.id] })
    await act('ann', 'restore', { ids: [plan.id] })
    const { versions } = (
      await act<{ versions: { id: string; isCurrent: boolean }[] }>('ann', 'versions', { id: plan.id })
    ).output
    await act('ann', 'restoreVersion', { id: plan.id, content: versions.find(({ isCurrent }) => !isCurrent)?.id })
    const page = await activity('ann')
    expect(told(page)).toEqual([
      'wentBack route.txt',
      'restored route.txt',
      'deleted route.txt',
      'asked Photos',
      'unlinked route.txt',
      'linked route.txt',
      'moved route.txt',
      'renamed route.txt',
      'changed plan.txt',
      'added plan.txt',
      'made Trip',
    ])
    expect(page.lines.map(({ who }) => who.kind)).toEqual(Array(11).fill('you'))
    const line = (kind: string) => page.lines.find((one) => one.kind === kind)
    expect(line('renamed')).toMatchObject({ from: 'plan.txt', folder: 'Trip' })
    expect(line('moved')).toMatchObject({ folder: '', from: null })
    expect(line('added')?.items).toEqual([{ id: plan.id, name: 'plan.txt', kind: 'file', isThere: true }])
    expect(line('linked')?.items).toEqual([{ id: plan.id, name: 'route.txt', kind: 'file', isThere: true }])
    // of a file alone, of a folder alone; nothing of another person's
    expect(told(await activity('ann', { id: plan.id }))).not.toContain('made Trip')
    expect(told(await activity('ann', { id: trip.id }))).toEqual(['asked Photos', 'made Trip'])
    expect(told(await activity('eve'))).toEqual([])
    expect((await act('eve', 'activity', { id: plan.id })).status).toBe(404)
  })

  test('of a folder that is thrown away tells the folder, and of many that are added in a row one line', async () => {
    const top = await folder('bea', 'Top')
    const inner = await folder('bea', 'Inner', top.id)
    for (const name of ['a.txt', 'b.txt', 'c.txt', 'd.txt', 'e.txt']) await save('bea', name, name, inner.id)
    await act('bea', 'remove', { ids: [top.id] })
    const { lines } = await activity('bea')
    expect(lines.map(({ kind, items, more }) => [kind, items.map(({ name }) => name), more])).toEqual([
      ['deleted', ['Top'], 0],
      ['added', ['e.txt', 'd.txt', 'c.txt'], 2],
      ['made', ['Inner'], 0],
      ['made', ['Top'], 0],
    ])
    expect(lines[0]?.items[0]?.isThere).toBe(false)
  })

  test('names what it lies in by one question, however many folders and links it is about', async () => {
    const many = (number: number) => Array.from({ length: number }, (_, n) => n)
    const costs = async (who: string, number: number) => {
      for (const n of many(number)) {
        const one = await folder(who, `Folder ${n}`)
        const file = await save(who, `file ${n}.txt`, 'x', one.id)
        const { url } = (await act<{ url: string }>(who, 'share', { id: file.id })).output
        await at.fetch('', `/api/m${url}/content/${file.id}?download`).then((answer) => answer.arrayBuffer())
      }
      const spy = vi.spyOn(pg.Client.prototype, 'query')
      const { lines } = await activity(who, { limit: 100 })
      const asked = spy.mock.calls.length
      spy.mockRestore()
      expect(lines.filter(({ kind }) => kind === 'added').map(({ folder: of }) => of)).toEqual(
        many(number)
          .map((n) => `Folder ${n}`)
          .toReversed(),
      )
      expect(lines.filter(({ kind }) => kind === 'downloaded')).toHaveLength(number)
      return asked
    }
    expect(await costs('una', 9)).toBe(await costs('uno', 2))
  })

  test('an undo is told too, and marking a favourite is not', async () => {
    const file = await save('cyn', 'a.txt', 'a')
    const renamed = await act('cyn', 'rename', { id: file.id, name: 'b.txt' })
    await at.undo('cyn', renamed.change)
    await act('cyn', 'favour', { ids: [file.id], isFavourite: true })
    expect(told(await activity('cyn'))).toEqual(['renamed a.txt', 'renamed b.txt', 'added a.txt'])
  })

  test('comes by pages that neither repeat nor hide anything, and a place that is none is refused in a sentence', async () => {
    const file = await save('dan', '0.txt', 'x')
    for (let n = 1; n <= 12; n++) await act('dan', 'rename', { id: file.id, name: `${n}.txt` })
    for (const id of [undefined, file.id]) {
      const found: string[] = []
      for (let after: string | undefined, pages = 0; pages < 9; pages++) {
        const { lines, next } = await activity('dan', { limit: 5, id, after })
        found.push(...lines.map(({ name }) => name))
        if (next === null) break
        after = next
      }
      expect(found).toEqual([...Array.from({ length: 12 }, (_, n) => `${12 - n}.txt`), '0.txt'])
    }
    for (const after of ['x', '2026-99-01T00:00:00.000Z x', "2026-01-01T00:00:00.000Z '", '\0'])
      expect([after, (await act('dan', 'activity', { after })).status]).toEqual([after, 400])
  })
})

describe('what is downloaded by a link', () => {
  const shared = async (who: string) => {
    const trip = await folder(who, 'Trip')
    const file = await save(who, 'plan.txt', 'a plan of ten', trip.id)
    const { url } = (await act<{ url: string }>(who, 'share', { id: trip.id })).output
    const link = `/api/m${url}`
    const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
      at.fetch('', `${link}/content/${path}`, { method, headers }).then(async (answer) => {
        await answer.arrayBuffer()
        return answer.status
      })
    const links = async () => (await act<{ shares: Shared[] }>(who, 'shares')).output.shares
    return { trip, file, get, links }
  }

  test('is counted with the link and told by the day, and each further range of one download is not', async () => {
    const { trip, file, get, links } = await shared('fay')
    const whole = `${file.id}?download`
    expect(await get(whole)).toBe(200)
    for (const range of ['bytes=0-3', 'bytes=0-', 'bytes=4-7', 'bytes=8-', 'bytes=-2'])
      expect([range, await get(whole, { range })]).toEqual([range, 206])
    expect(await get(whole, { range: 'bytes=99-' })).toBe(416)
    expect(await get(whole, {}, 'HEAD')).toBe(200)
    expect(await get(file.id)).toBe(200) // looked at in the page
    expect(await get(`${trip.id}?download`)).toBe(200) // the folder as a zip
    const [link] = await links()
    expect([link?.downloads, typeof link?.downloadedAt, link?.uses]).toEqual([3, 'string', 5])
    const { lines } = await activity('fay')
    const downloads = lines.filter(({ kind }) => kind === 'downloaded')
    expect(downloads.map(({ name, count, who }) => [name, count, who])).toEqual([
      ['Trip', 1, { kind: 'link', name: null }],
      ['plan.txt', 2, { kind: 'link', name: null }],
    ])
    expect(told(await activity('fay', { id: file.id }))).toEqual(['downloaded plan.txt', 'added plan.txt'])
    expect(told(await activity('fay', { id: trip.id })).slice(0, 2)).toEqual(['downloaded Trip', 'downloaded plan.txt'])
    expect(told(await activity('eve'))).toEqual([])
  })

  test('has a bounded number of lines for each link, which go with the link and are forgotten after a season', async () => {
    const { trip, file, get } = await shared('gus')
    await get(`${file.id}?download`)
    const mine = (await at.db.$client.query(`select link_id from link_downloads where target = $1`, [file.id])).rows[0]
      .link_id
    await at.db.$client.query(
      `insert into link_downloads (link_id, target, day, id, last_at)
       select $1, 't' || n, date '2026-01-01', 'l' || n, timestamptz '2026-01-01' from generate_series(1, 300) n`,
      [mine],
    )
    await get(`${trip.id}?download`)
    const count = async () =>
      Number(
        (await at.db.$client.query('select count(*) from link_downloads where link_id = $1', [mine])).rows[0].count,
      )
    expect(await count()).toBe(200)
    await at.cleanUp()
    expect(await count()).toBe(2)
    const { shares } = (await act<{ shares: Shared[] }>('gus', 'shares')).output
    await act('gus', 'unshare', { id: shares[0]?.id })
    expect(await count()).toBe(0)
  })
})

test('what comes by an upload link is told as that, with the name that the sender gave', async () => {
  const box = await folder('ira', 'Inbox')
  const { url } = (await act<{ url: string }>('ira', 'request', { title: 'Photos', folder: box.id })).output
  const encode = (text: string) => Buffer.from(text).toString('base64')
  const begun = await at.fetch('', `/api/m/sync/requests/${url.split('/').at(-1)}/tus`, {
    method: 'POST',
    headers: {
      ...{ 'tus-resumable': '1.0.0', 'upload-length': '3', 'content-type': 'application/offset+octet-stream' },
      'upload-metadata': `filename ${encode('sea.txt')},sender ${encode('Ben')}`,
    },
    body: 'sea',
  })
  expect(begun.status).toBe(201)
  const [line] = (await activity('ira')).lines
  expect(line).toMatchObject({ kind: 'received', name: 'sea.txt', folder: 'Inbox', who: { kind: 'link', name: 'Ben' } })
})
