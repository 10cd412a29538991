import type { ThreadHistory, ToolResult } from '@atrium/contract/chat'
import type { ImportAnswer } from '@atrium/contract/module-files'
import type { RecordHistory } from '@atrium/contract/record-history'
import { ownerOfTeam, SCOPE_HEADER } from '@atrium/contract/teams'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { startFakeProvider } from '../../e2e/fake-provider/client.ts'
import { wordOn } from '../approvals/test-word.ts'
import { SMALLEST_PNG } from '../files/test-pictures.ts'
import { type Client, testApp } from '../test-app.ts'
import { inTeam, join, listen, makeTeam } from './test-teams.ts'

const fake = await startFakeProvider()
afterAll(() => fake.stop())
const app = await testApp({ OPENAI_API_KEY: 'sk-test', OPENAI_BASE_URL: `${fake.url}/v1`, MODELS: 'gpt-4o-mini' })
beforeEach(() => fake.reset())

const PIXEL = new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13])
const COLLECTION = '/api/m/tasks/collections/tasks'

/** A team: its owner, an editor and a viewer; and somebody who is not in it. */
async function team() {
  const [owner, editor, viewer, stranger] = [
    await app.member(),
    await app.member(),
    await app.member(),
    await app.member(),
  ]
  const { id } = await makeTeam(owner)
  await join(owner, id, editor, 'editor')
  await join(owner, id, viewer, 'viewer')
  return { id, owner, editor, viewer, stranger }
}

const add = (who: Client, id: string, title: string) =>
  inTeam<{ id: string }>(who, id, 'POST', '/api/m/tasks/add', { title })
const titlesOf = async (who: Client, id: string) => {
  const { output } = await inTeam<{ title: string }[] | { tasks: { title: string }[] }>(
    who,
    id,
    'POST',
    '/api/m/tasks/list',
    { view: 'inbox' },
  )
  return (Array.isArray(output) ? output : output.tasks).map(({ title }) => title)
}
const remove = (owner: Client, id: string, who: { id: string }) =>
  owner.call('DELETE', `/api/teams/${id}/members/${who.id}`)

describe('what is done in a team', () => {
  test('belongs to it: members see each other’s, nobody else does, and their own stays apart', async () => {
    const { id, owner, editor, viewer, stranger } = await team()
    await add(owner, id, 'from the owner')
    await add(editor, id, 'from the editor')
    await editor.call('POST', '/api/m/tasks/add', { title: 'my own' })
    for (const who of [owner, editor, viewer])
      expect((await titlesOf(who, id)).sort()).toEqual(['from the editor', 'from the owner'])
    const own = await editor.call<{ output: unknown }>('POST', '/api/m/tasks/list', { view: 'inbox' })
    expect(JSON.stringify(own)).toContain('my own')
    expect(JSON.stringify(own)).not.toContain('from the')
    const refused = await inTeam(stranger, id, 'POST', '/api/m/tasks/list', { view: 'inbox' })
    const unknown = await inTeam(stranger, '0198c0de', 'POST', '/api/m/tasks/list', { view: 'inbox' })
    expect([refused.status, refused.error]).toEqual([404, unknown.error])
    expect((await inTeam(app.visitor(), id, 'POST', '/api/m/tasks/list', { view: 'inbox' })).status).toBe(401)
    expect((await inTeam(await app.guest(), id, 'POST', '/api/m/tasks/list', { view: 'inbox' })).status).toBe(404)
    const odd = await owner.send('POST', '/api/m/tasks/list', { view: 'inbox' }, { [SCOPE_HEADER]: 'everything' })
    expect(odd.status).toBe(400)
    expect((await owner.send('GET', `/api/room?scope=${ownerOfTeam('%00')}`)).status).toBe(400)
  })

  test('a viewer may look at and not change, by whichever door', async () => {
    const { id, owner, viewer } = await team()
    const { output, change } = await add(owner, id, 'look at me')
    const tries: [string, string, unknown?][] = [
      ['POST', '/api/m/tasks/add', { title: 'x' }],
      ['POST', '/api/m/tasks/ADD', { title: 'x' }],
      ['POST', '/api/uploads?name=a.csv', 'a,b'],
      ['POST', '/api/m/flash/imports/text', { upload: 'x' }],
      ['PUT', '/api/m/flash/media/a.png', PIXEL],
      ['POST', `${COLLECTION}/${output.id}/revert`, { version: 1 }],
      ['DELETE', `${COLLECTION}/trash`],
      ['POST', `/api/changes/${change}/undo`],
    ]
    for (const [method, path, body] of tries) {
      const { status, error } = await inTeam(viewer, id, method, path, body)
      if (path.endsWith('ADD')) expect(status).toBe(404)
      else expect([path, status, error]).toEqual([path, 403, expect.stringContaining('not change it')])
    }
    expect(await titlesOf(viewer, id)).toEqual(['look at me'])
    expect((await inTeam(viewer, id, 'GET', `${COLLECTION}/export?format=csv`)).body).toContain('look at me')
    expect((await inTeam(viewer, id, 'GET', '/api/room')).status).toBe(200)
  })

  test('has a history that names who did it, also by a member who has left', async () => {
    const { id, owner, editor } = await team()
    const { output } = await add(owner, id, 'first')
    await inTeam(editor, id, 'POST', '/api/m/tasks/change', { id: output.id, title: 'second' })
    const names = async (who: Client) =>
      ((await inTeam(who, id, 'GET', `${COLLECTION}/${output.id}/history`)).body as RecordHistory).versions.map(
        ({ by }) => by,
      )
    const [ownerName, editorName] = await Promise.all(
      [owner, editor].map(async (who) => (await who.call<{ username: string }>('GET', '/api/user')).username),
    )
    await remove(owner, id, editor)
    expect(await names(owner)).toEqual([editorName, ownerName])
    const mine = await owner.call<{ output: { id: string } }>('POST', '/api/m/tasks/add', { title: 'own' })
    const own = await owner.call<RecordHistory>('GET', `${COLLECTION}/${mine.output.id}/history`)
    expect(own.versions[0]).not.toHaveProperty('by')
  })

  test('can be undone by another editor, whatever they look at, and not by a stranger', async () => {
    const { id, owner, editor, stranger } = await team()
    const { change } = await add(owner, id, 'undo me')
    expect(await stranger.refusal('POST', `/api/changes/${change}/undo`)).toMatchObject({ status: 404 })
    await editor.call('POST', `/api/changes/${change}/undo`)
    expect(await titlesOf(owner, id)).toEqual([])
  })

  test('is out of reach at once for who was removed', async () => {
    const { id, owner, editor } = await team()
    const { change } = await add(editor, id, 'still here')
    await remove(owner, id, editor)
    expect((await add(editor, id, 'too late')).status).toBe(404)
    expect((await editor.refusal('POST', `/api/changes/${change}/undo`)).status).toBe(404)
    expect(await titlesOf(owner, id)).toEqual(['still here'])
  })

  test('by a key has the rights of its person', async () => {
    const { id, owner, viewer } = await team()
    const keyOf = async (who: Client) =>
      (await who.call<{ key: string }>('POST', '/api/user/keys', { name: 'k', scopes: ['read', 'write'] })).key
    const by = async (key: string) => {
      const headers = { authorization: `Bearer ${key}`, [SCOPE_HEADER]: ownerOfTeam(id) }
      return (await app.visitor().send('POST', '/api/m/tasks/add', { title: 'by a program' }, headers)).status
    }
    expect([await by(await keyOf(owner)), await by(await keyOf(viewer))]).toEqual([200, 403])
  })
})

describe('files', () => {
  test('kept with a team’s records open to its members by their address alone, and take the team’s room', async () => {
    const { id, owner, editor, viewer, stranger } = await team()
    const kept = (await inTeam(editor, id, 'PUT', '/api/m/flash/media/a.png', PIXEL)).body as { file: string }
    const path = `/api/files/${kept.file}`
    for (const who of [owner, viewer]) expect((await who.send('GET', path)).status).toBe(200)
    expect((await stranger.send('GET', path)).status).toBe(404)
    expect((await viewer.send('DELETE', path)).status).toBe(403)
    expect((await inTeam(viewer, id, 'GET', '/api/room')).body).toMatchObject({ usedBytes: PIXEL.length })
    expect(await editor.call('GET', '/api/room')).toMatchObject({ usedBytes: 0 })
    await remove(owner, id, editor)
    expect((await editor.send('GET', path)).status).toBe(404)
  })

  test('in a field of a team’s record are seen by its viewers, changed by its editors, and no stranger’s', async () => {
    const { id, owner, editor, viewer, stranger } = await team()
    const DOOR = '/api/m/content-calendar/files/events/files'
    const sent = await inTeam(editor, id, 'POST', `${DOOR}?name=a.png`, SMALLEST_PNG)
    const { id: file } = sent.body as { id: string }
    const path = `/api/files/${file}`
    const post = { title: 'Fair', start: '2026-11-20', files: [{ id: file }] }
    expect((await inTeam(viewer, id, 'POST', `${DOOR}?name=a.png`, SMALLEST_PNG)).status).toBe(403)
    expect((await inTeam(viewer, id, 'DELETE', `/api/m/content-calendar/files/${file}`)).status).toBe(403)
    expect((await inTeam(stranger, id, 'DELETE', `/api/m/content-calendar/files/${file}`)).status).toBe(404)
    expect((await inTeam(viewer, id, 'POST', '/api/m/content-calendar/add', post)).status).toBe(403)
    // a member’s own calendar is not the team’s
    expect((await editor.refusal('POST', '/api/m/content-calendar/add', post)).status).toBe(400)
    expect((await inTeam(owner, id, 'POST', '/api/m/content-calendar/add', post)).output).toMatchObject({
      files: [{ id: file, name: 'a.png', mime: 'image/png', size: SMALLEST_PNG.length }],
    })
    for (const who of [owner, editor, viewer]) expect((await who.send('GET', path)).status).toBe(200)
    expect((await stranger.send('GET', path)).status).toBe(404)
    expect((await app.visitor().send('GET', path)).status).toBe(404)
    expect((await inTeam(viewer, id, 'GET', '/api/room')).body).toMatchObject({ usedBytes: SMALLEST_PNG.length })
    await remove(owner, id, viewer)
    expect((await viewer.send('GET', path)).status).toBe(404)
  })

  test('imported into a team are its records, and one member’s upload is another’s to import', async () => {
    const { id, owner, editor, stranger } = await team()
    const sent = await inTeam(editor, id, 'POST', '/api/uploads?name=words.csv', 'front,back\nhallo,hello\n')
    const { id: upload } = sent.body as { id: string }
    const takeIn = (who: Client) => inTeam(who, id, 'POST', '/api/m/flash/imports/text', { upload })
    expect((await takeIn(stranger)).status).toBe(404)
    expect((await stranger.refusal('POST', '/api/m/flash/imports/text', { upload })).status).toBe(404)
    const taken = (await takeIn(owner)).body as ImportAnswer
    expect(taken.report.added).toBeGreaterThan(0)
    const exported = await owner.send('GET', `/api/m/flash/exports/text?scope=${ownerOfTeam(id)}`)
    expect(await exported.text()).toContain('hallo')
    expect(await (await owner.send('GET', '/api/m/flash/exports/text')).text()).not.toContain('hallo')
    expect((await stranger.send('GET', `/api/m/flash/exports/text?scope=${ownerOfTeam(id)}`)).status).toBe(404)
  })

  test('shared by a link stay shared after its maker has left, and neither while the team is closed nor once a member ends it', async () => {
    const { id, owner, editor } = await team()
    const { output } = await inTeam<{ path: string; id: string }>(
      editor,
      id,
      'POST',
      '/api/m/content-calendar/makeFeed',
      {},
    )
    await remove(owner, id, editor)
    const open = async () => (await app.visitor().send('GET', output.path)).status
    expect(await open()).toBe(200)
    await owner.call('DELETE', `/api/teams/${id}`)
    expect(await open()).toBe(404)
    await owner.call('POST', `/api/teams/${id}/restore`)
    expect(await open()).toBe(200)
    expect((await inTeam(owner, id, 'POST', '/api/m/content-calendar/endFeed', { id: output.id })).status).toBe(200)
    expect(await open()).toBe(404)
  })
})

test('news of a team reach its members as it happens, and who was removed hears no more', async () => {
  const { id, owner, editor, stranger } = await team()
  const [late, hears, deaf] = [await app.member(), await listen(app.url, editor), await listen(app.url, stranger)]
  const joins = await listen(app.url, late)
  await join(owner, id, late, 'viewer')
  await vi.waitFor(() => expect(joins.told).toContainEqual({ topic: 'teams' }))
  await add(owner, id, 'news')
  for (const one of [hears, joins])
    await vi.waitFor(() => expect(one.told).toContainEqual({ topic: 'records', module: 'tasks' }))
  await remove(owner, id, editor)
  await vi.waitFor(() => expect(hears.told.filter(({ topic }) => topic === 'teams').length).toBeGreaterThan(1))
  const before = hears.told.filter(({ topic }) => topic === 'records').length
  await add(owner, id, 'secret')
  await vi.waitFor(() => expect(joins.told.filter(({ topic }) => topic === 'records')).toHaveLength(2))
  expect(hears.told.filter(({ topic }) => topic === 'records')).toHaveLength(before)
  expect(deaf.told).toEqual([])
})

describe('the assistant', () => {
  const say = (who: Client, id: string, message: string, more: object = {}) =>
    who
      .send('POST', '/api/converse', { message, userId: 'me', ...more }, { [SCOPE_HEADER]: ownerOfTeam(id) })
      .then(async (answer) => ({
        status: answer.status,
        ...((await answer.json()) as { threadId: string; runId: string; meta: { tools?: ToolResult[] } }),
      }))
  const call = { name: 'tasks_add', input: { title: 'buy milk' } }
  const allow = async (who: Client, { threadId }: { threadId: string }, more: object = {}) => {
    const history = await who.call<ThreadHistory>('GET', `/api/chat/thread/${threadId}`)
    const tool = history.messages.at(-1)?.meta.tools?.at(-1)
    const answer = await who.send('POST', ...wordOn(tool, 'approve', more))
    return answer.status
  }
  const lastTool = async (who: Client, threadId: string) =>
    (await who.call<ThreadHistory>('GET', `/api/chat/thread/${threadId}`)).messages.at(-1)?.meta.tools?.at(-1)

  test('acts where the person was when they sent the message, also after they have waited', async () => {
    const { id, owner, viewer } = await team()
    await fake.script({ toolCalls: [call] }, { text: 'Noted.' })
    const asked = await say(owner, id, 'we need milk', { preferredModel: 'gpt-4o-mini' })
    expect(asked.meta.tools).toMatchObject([{ state: 'confirm', scope: ownerOfTeam(id) }])
    expect(await allow(owner, asked, { always: true })).toBe(400)
    expect(await allow(owner, asked)).toBe(200)
    await vi.waitFor(async () => expect(await titlesOf(viewer, id)).toEqual(['buy milk']), { timeout: 10_000 })
    expect(JSON.stringify(await owner.call('POST', '/api/m/tasks/list', { view: 'inbox' }))).not.toContain('milk')
  })

  test('does nothing for who was removed meanwhile, nor beyond the person’s role', async () => {
    const { id, owner, editor, viewer } = await team()
    await fake.script({ toolCalls: [call] }, { text: 'Oh.' }, { toolCalls: [call] }, { text: 'Oh.' })
    const asked = await say(editor, id, 'we need milk', { preferredModel: 'gpt-4o-mini' })
    await remove(owner, id, editor)
    await allow(editor, asked)
    await vi.waitFor(async () => expect(await lastTool(editor, asked.threadId)).toMatchObject({ state: 'failed' }), {
      timeout: 10_000,
    })
    const looked = await say(viewer, id, 'we need milk', { preferredModel: 'gpt-4o-mini' })
    await allow(viewer, looked)
    await vi.waitFor(
      async () =>
        expect(await lastTool(viewer, looked.threadId)).toMatchObject({
          state: 'failed',
          error: expect.stringContaining('not change it'),
        }),
      { timeout: 10_000 },
    )
    expect(await titlesOf(owner, id)).toEqual([])
    expect((await say(editor, id, 'hello')).status).toBe(404)
  })

  test('asked with a key does no more than the key may', async () => {
    const { id, owner } = await team()
    const by = async (scopes: string[]) => {
      const { key } = await owner.call<{ key: string }>('POST', '/api/user/keys', { name: 'k', scopes })
      const headers = { authorization: `Bearer ${key}`, [SCOPE_HEADER]: ownerOfTeam(id) }
      const body = { message: `add task with ${scopes.join(' ')}`, userId: 'me', preferredModel: 'guide' }
      expect((await app.visitor().send('POST', '/api/converse', body, headers)).status).toBe(200)
    }
    await by(['read', 'chat'])
    await by(['write', 'chat'])
    expect(await titlesOf(owner, id)).toEqual(['with write chat'])
  })

  test('as the Guide does the same', async () => {
    const { id, owner, viewer } = await team()
    await say(owner, id, 'add task water the plants', { preferredModel: 'guide' })
    expect(await titlesOf(viewer, id)).toEqual(['water the plants'])
  })
})
