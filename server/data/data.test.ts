import { randomUUID } from 'node:crypto'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { ThreadHistory } from '@atrium/contract/chat'
import type { ImportReport } from '@atrium/contract/data'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { createStore } from '../files/store.ts'
import { type Client, testApp } from '../test-app.ts'
import { snapshotOf } from './export.ts'
import { ownCopyOf } from './session.ts'
import { openArchive } from './zip-read.ts'
import { zipOf } from './zip-write.ts'

const app = await testApp()
const clean = await testApp()

const exported = async (who: Client) => new Uint8Array(await (await who.send('GET', '/api/data/export')).arrayBuffer())
const taken = (who: Client, body: Uint8Array | string, query = '') =>
  who.call<ImportReport>('POST', `/api/data/import${query}`, body)
const refused = (who: Client, body: Uint8Array | string) => who.refusal('POST', '/api/data/import', body)
const sums = ({ counts }: ImportReport) =>
  Object.fromEntries(counts.map(({ kind, added, present, refused }) => [kind, [added, present, refused]]))
/** An archive's files as texts, in an order of their own; the manifest but for its moment. */
const contents = (zip: Uint8Array) => {
  const files = Object.entries(unzipSync(zip)).map(([name, bytes]) => [name, strFromU8(bytes)] as const)
  return Object.fromEntries(files.filter(([name]) => name !== 'profile.json' && name !== 'manifest.json'))
}

/** The smallest PNG. */
const PICTURE = new Uint8Array(
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
)

/** Somebody with branches, feedback, a file in a message, records (one deleted), memories and preferences. */
async function somebody() {
  const ann = await app.member()
  const upload = await ann.send('POST', '/api/files?name=notes.txt', 'The budget is 42 euros. é')
  const file = (await upload.json()) as { id: string }
  const first = await ann.call<{ threadId: string; userMessageId: string; messageId: string }>(
    'POST',
    '/api/converse',
    { message: 'What is 6 × 7?', attachments: [file.id] },
  )
  const again = await ann.stream('POST', `/api/messages/${first.userMessageId}/edit`, { message: 'What is 6 × 8?' })
  expect(again.status).toBeLessThan(300)
  await ann.call('PUT', `/api/messages/${first.messageId}/feedback`, { value: 'up' })
  await ann.call('PATCH', `/api/threads/${first.threadId}`, { title: 'Sums', pinned: true })
  await ann.call('POST', '/api/m/tasks/add', { title: 'Buy tea' })
  await ann.call('POST', '/api/memories', { text: 'Likes tea' })
  await ann.call('PUT', '/api/spaces/legal/instructions', { instructions: 'Quote the clause.' })
  await ann.call('POST', '/api/spaces/legal/files', { ids: [file.id] })
  const pins = [
    { kind: 'module', id: 'legal' },
    { kind: 'thread', id: first.threadId },
  ]
  await ann.call('PUT', '/api/spaces/legal/pins', { pins })
  await ann.call('PATCH', '/api/user', { firstName: 'Ann' })
  expect((await ann.send('PUT', '/api/user/picture', PICTURE)).status).toBe(200)
  await ann.call('POST', '/api/m/tasks/add', { title: 'Deleted' })
  await ann.call('POST', '/api/m/tasks/remove', { title: 'Deleted' })
  await ann.call('PATCH', '/api/user/preferences', { language: 'de', theme: 'dark', soulMode: true })
  await expect
    .poll(async () => (await ann.call<ThreadHistory>('GET', `/api/chat/thread/${first.threadId}`)).activeRunId, {
      timeout: 20_000,
    })
    .toBeNull()
  return { ann, file, threadId: first.threadId }
}

test('an export goes into an empty installation without loss, and a second time adds nothing', async () => {
  const { ann, file, threadId } = await somebody()
  const archive = await exported(ann)
  const before = contents(archive)
  expect(before['threads.jsonl']?.split('\n').length).toBeGreaterThanOrEqual(6)
  expect(before['spaces.json']).toContain('Quote the clause.')
  expect(before[`files/${file.id}`]).toBe('The budget is 42 euros. é')
  expect(JSON.stringify(before)).not.toMatch(/password|\$argon|token"/)

  const bob = await clean.member()
  const preview = await taken(bob, archive, '?preview=1')
  expect(contents(await exported(bob))['threads.jsonl']).toBe('')
  const report = await taken(bob, archive)
  expect(sums(report)).toEqual(sums(preview))
  expect(report.format).toBe('atrium')
  expect(report.refused).toEqual([])
  expect(contents(await exported(bob))).toEqual(before)
  expect(before.picture).toHaveLength(strFromU8(PICTURE).length)
  expect(await bob.call('GET', '/api/user')).toMatchObject({ firstName: 'Ann', picture: expect.any(String) })
  expect(await ann.call('GET', `/api/chat/thread/${threadId}`)).toMatchObject({ title: 'Sums', pinned: true })

  const second = await taken(bob, archive)
  expect(second.counts.every(({ added, refused }) => added === 0 && refused === 0)).toBe(true)
  expect(contents(await exported(bob))).toEqual(before)

  const files = await bob.call<{ files: { id: string }[]; usedBytes: number; quotaBytes: number }>('GET', '/api/files')
  expect(files.files.map(({ id }) => id)).toEqual([file.id])
  expect(files.usedBytes).toBe(26)
  expect(files.quotaBytes).toBeGreaterThan(1e9)
})

test('what happened while nobody looked is in the export, and what it was given is not', async () => {
  const ann = await app.member()
  const { job } = await ann.call<{ job: string }>('POST', '/api/m/tasks/collections/tasks/export/job', {
    format: 'csv',
  })
  const status = async () => (await ann.call<{ status: string }>('GET', `/api/activity/${job}`)).status
  await expect.poll(status, { timeout: 20_000 }).toBe('succeeded')
  const lines = contents(await exported(ann))
    ['activity.jsonl']?.trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(lines).toMatchObject([{ id: job, name: 'export.tasks', file: 'tasks-tasks.csv', status: 'succeeded' }])
  expect(lines?.[0]).not.toHaveProperty('input')
})

/** As whoever changes an archive by hand has to: without what says what it was. */
const withoutSums = (manifest: string) => JSON.stringify({ ...JSON.parse(manifest), sha256: undefined })

/** The archive without these files, and with those changed. */
function repacked(zip: Uint8Array, without: RegExp, changes: Record<string, (text: string) => string> = {}) {
  const change: typeof changes = { 'manifest.json': withoutSums, ...changes }
  return zipSync(
    Object.fromEntries(
      Object.entries(unzipSync(zip)).flatMap(([name, bytes]) =>
        without.test(name) ? [] : [[name, change[name] ? strToU8(change[name](strFromU8(bytes))) : bytes]],
      ),
    ),
  )
}
const versions = (zip: Uint8Array) =>
  (contents(zip)['history/versions.jsonl'] ?? '')
    .split('\n')
    .filter(Boolean)
    .map((one) => JSON.parse(one))

test('names that are here already are numbered, and what did not come along is not named', async () => {
  const ann = await app.member()
  const account = await ann.call<{ output: { id: string } }>('POST', '/api/m/wallet/addAccount', {
    ...{ name: 'Bank', currency: 'EUR', balance: 5_00 },
  })
  await ann.call('POST', '/api/m/wallet/addAccount', { name: 'Cash', currency: 'EUR', balance: 7_00 })
  const archive = await exported(ann)
  const bob = await clean.member()
  await bob.call('POST', '/api/m/wallet/addAccount', { name: 'bank', currency: 'EUR' })
  // Without the account “Cash”, whose transaction is there; and without the categories.
  const partial = repacked(archive, /^records\/wallet\.categories/, {
    'records/wallet.accounts.jsonl': (text) =>
      text
        .split('\n')
        .filter((line) => !line.includes('Cash'))
        .join('\n'),
  })
  const report = await taken(bob, partial)
  expect(report.counts.find(({ kind }) => kind === 'wallet.accounts')).toMatchObject({ added: 1, refused: 0 })
  expect(report.counts.find(({ kind }) => kind === 'wallet.transactions')).toMatchObject({ added: 1, refused: 1 })
  expect(report.refused).toEqual([{ what: 'wallet.transactions', reason: 'What it names did not come along.' }])
  interface Overview {
    output: { accounts: { id: string; name: string; balance: number }[] }
  }
  const { accounts } = (await bob.call<Overview>('POST', '/api/m/wallet/overview', {})).output
  expect(accounts.map(({ name, balance }) => [name, balance])).toEqual([
    ['Bank (2)', 5_00], // made before the other
    ['bank', 0],
  ])
  expect(accounts[0]?.id).toBe(account.output.id)
  const again = await taken(bob, partial)
  expect(again.counts.find(({ kind }) => kind === 'wallet.accounts')).toMatchObject({ added: 0, present: 1 })
})

interface Tasks {
  output: { tasks: { id: string; title: string; version: number }[] }
}
const tasksOf = async (who: Client) => (await who.call<Tasks>('POST', '/api/m/tasks/list', {})).output.tasks

test('the history of records and what lies in the trash come along: what was done elsewhere is undone here', async () => {
  const ann = await app.member()
  await ann.call('POST', '/api/m/tasks/add', { title: 'Buy tea' })
  const [tea] = await tasksOf(ann)
  const { change } = await ann.call<{ change: string }>('POST', '/api/m/tasks/change', {
    id: tea?.id,
    title: 'Buy milk',
  })
  const removed = await ann.call<{ change: string }>('POST', '/api/m/tasks/remove', { title: 'Buy milk' })
  const archive = await exported(ann)
  expect(versions(archive).map(({ version, before }) => [version, before?.data.title])).toEqual([
    [1, undefined],
    [2, 'Buy tea'],
    [3, 'Buy milk'],
  ])

  // In another installation under the same ids, in this one as somebody else's under new ones.
  const bob = await clean.member()
  const eve = await app.member()
  for (const [who, idOf] of [
    [bob, (id: string) => id],
    [eve, (id: string) => ownCopyOf(eve.id, id)],
  ] as const) {
    expect((await taken(who, archive)).refused).toEqual([])
    expect(await tasksOf(who)).toEqual([])
    await who.call('POST', `/api/changes/${idOf(removed.change)}/undo`)
    expect(await tasksOf(who)).toMatchObject([{ title: 'Buy milk', version: 4 }])
  }
  expect((await eve.refusal('POST', `/api/changes/${change}/undo`)).status).toBe(404)

  // The record moved on here: importing again takes nothing back, and it can still be changed.
  expect((await taken(bob, archive)).counts.every(({ added }) => added === 0)).toBe(true)
  expect(versions(await exported(bob))).toHaveLength(4)
  const [milk] = await tasksOf(bob)
  await bob.call('POST', '/api/m/tasks/change', { id: milk?.id, title: 'Buy cocoa' })
  expect(await tasksOf(bob)).toMatchObject([{ title: 'Buy cocoa', version: 5 }])
})

test('what was said about records comes along, one’s own as one’s own, and once', async () => {
  const ann = await app.member()
  await ann.call('POST', '/api/m/tasks/add', { title: 'Buy tea' })
  const [tea] = await tasksOf(ann)
  const path = (id: string | undefined) => `/api/m/tasks/collections/tasks/${id}/comments`
  const { id } = await ann.call<{ id: string }>('POST', path(tea?.id), { text: 'Green, please' })
  await ann.call('PATCH', `${path(tea?.id)}/${id}`, { text: 'Black, please' })
  const others = { 'history/comments.jsonl': (text: string) => text.replace('"isMine":true', '"isMine":false') }
  const archive = await exported(ann)
  const broken = { 'history/comments.jsonl': (text: string) => `${text}${text.replace(/"text":"[^"]*"/, '"text":""')}` }
  for (const [who, zip, isMine] of [
    [await clean.member(), archive, true],
    [await app.member(), archive, true],
    [await clean.member(), repacked(archive, /^none$/, others), false],
    [await clean.member(), repacked(archive, /^none$/, broken), true],
  ] as const) {
    const { refused } = await taken(who, zip)
    expect(refused.length).toBe(zip === archive || !isMine ? 0 : 1)
    await taken(who, zip)
    const [task] = await tasksOf(who)
    const { comments } = await who.call<{ comments: unknown[] }>('GET', path(task?.id))
    expect(comments).toMatchObject([{ text: 'Black, please', isMine, editedAt: expect.any(String) }])
  }
})

test('a past that is newer than its record, or not of its shape, stays out; an archive without any is read', async () => {
  const ann = await app.member()
  await ann.call('POST', '/api/m/tasks/add', { title: 'Buy tea' })
  const [tea] = await tasksOf(ann)
  await ann.call('POST', '/api/m/tasks/change', { id: tea?.id, title: 'Buy milk' })
  const archive = await exported(ann)

  const bob = await clean.member()
  const forged = repacked(archive, /^none$/, {
    'history/versions.jsonl': (text) =>
      text.replace(/"title":"Buy tea"/, '"title":7') + text.replaceAll(/"version":\d/g, '"version":3'),
  })
  const report = await taken(bob, forged)
  expect(report.refused).toEqual([{ what: 'A version of a record', reason: expect.stringContaining('title') }])
  expect(versions(await exported(bob)).map(({ version }) => version)).toEqual([1])
  const [theirs] = await tasksOf(bob)
  await bob.call('POST', '/api/m/tasks/change', { id: theirs?.id, title: 'Buy cocoa' })

  const carol = await clean.member()
  const older = await taken(carol, repacked(archive, /^history\//))
  expect(older.refused).toEqual([])
  expect(await tasksOf(carol)).toMatchObject([{ title: 'Buy milk', version: 2 }])
})

test('what no column can hold is refused by itself, never a failure of the server', async () => {
  const ann = await app.member()
  await ann.call('POST', '/api/m/tasks/add', { title: 'Buy tea' })
  await ann.call('POST', '/api/converse', { message: '2 + 2' })
  const spoilt = repacked(await exported(ann), /^none$/, {
    'memories.json': () => '{}',
    'threads.jsonl': (text) =>
      text.replace('"space":null', '"space":"a\\u0000b"') + text.replaceAll('"id":"', '"id":"\\u0000'),
    'records/tasks.tasks.jsonl': (text) =>
      text.replace(/"version":1/, '"version":99999999999') + text.replace('"id":"', '"id":"\\u0000'),
    'history/changes.jsonl': (text) => text.replaceAll('"id":"', '"id":"\\u0000'),
  })
  const bob = await clean.member()
  const { counts } = await taken(bob, spoilt)
  expect(counts.find(({ kind }) => kind === 'threads')).toMatchObject({ added: 1, refused: 1 })
  expect(counts.find(({ kind }) => kind === 'memories')).toMatchObject({ refused: 1 })
  expect(counts.find(({ kind }) => kind === 'tasks.tasks')).toMatchObject({ added: 0, refused: 2 })
  const deep = repacked(spoilt, /^none$/, { 'memories.json': () => '['.repeat(5000) + ']'.repeat(5000) })
  expect(await refused(bob, deep)).toMatchObject({ status: 422, message: expect.stringContaining('nested deeper') })
})

test('an archive of hardly anything but broken lines is refused whole, soon and with the first reason', async () => {
  const ann = await app.member()
  await ann.call('POST', '/api/converse', { message: '2 + 2' })
  const archive = await exported(ann)
  const broken = (lines: number) =>
    repacked(archive, /^none$/, { 'threads.jsonl': (text) => text + '{}\n'.repeat(lines) })
  const bob = await clean.member()
  expect((await taken(bob, broken(200))).counts.find(({ kind }) => kind === 'messages')).toMatchObject({
    added: expect.any(Number),
    refused: 200,
  })
  const answer = await refused(bob, broken(20_001))
  expect(answer).toMatchObject({
    status: 422,
    message: expect.stringContaining('More than 20,000 things in this file cannot be read'),
  })
})

test('an export is what there was at one moment, whatever is written while it is made', async () => {
  const ann = await app.member()
  await ann.call('POST', '/api/memories', { text: 'Likes tea' })
  const { scratch, pathOf } = createStore(join(app.dataDir, 'snapshot'))
  const settings = { db: app.db, owner: ann.id, version: 'test', signal: new AbortController().signal }
  const snapshot = await snapshotOf({
    ...settings,
    store: {
      pathOf,
      scratch: async () => {
        const { path, file } = await scratch()
        const write = file.write.bind(file)
        // Somebody is faster than the disk: the first piece is written before the memories are read.
        const slowly = async (text: string) => {
          await ann.call('POST', '/api/memories', { text: `Likes coffee, too: ${randomUUID()}` })
          return write(text)
        }
        return { path, file: Object.assign(file, { write: slowly }) }
      },
    },
  })
  const zip = new Uint8Array(await buffer(zipOf(snapshot.entries())))
  await snapshot.discard()
  expect(JSON.parse(contents(zip)['memories.json'] ?? '')).toMatchObject([{ text: 'Likes tea' }])
  expect(JSON.parse(contents(await exported(ann))['memories.json'] ?? '').length).toBeGreaterThan(1)
  expect(readdirSync(join(app.dataDir, 'snapshot', 'incoming'))).toEqual([])
})

test('what is somebody else’s here comes in as a copy, which the next import finds again', async () => {
  const { ann, threadId } = await somebody()
  const archive = await exported(ann)
  const before = contents(archive)
  const eve = await app.member()
  const report = await taken(eve, archive)
  expect(report.refused).toEqual([])
  expect(contents(await exported(ann))).toEqual(before)
  expect((await eve.refusal('GET', `/api/chat/thread/${threadId}`)).status).toBe(404)
  expect((await taken(eve, archive)).counts.every(({ added }) => added === 0)).toBe(true)
})

const node = (id: string, parent: string | null, children: string[], role?: string, parts: unknown[] = []) => ({
  id,
  parent,
  children,
  message: role
    ? {
        author: { role },
        create_time: 1_700_000_000 + Number(id),
        content: { content_type: parts.some((part) => typeof part !== 'string') ? 'multimodal_text' : 'text', parts },
        metadata: { model_slug: 'gpt-4o' },
      }
    : null,
})
const chatGpt = [
  {
    conversation_id: 'c1',
    title: 'Trees',
    create_time: 1_700_000_000.5,
    update_time: 1_700_000_100,
    current_node: '5',
    mapping: {
      0: node('0', null, ['1']),
      1: node('1', '0', ['2'], 'system', ['']),
      2: node('2', '1', ['3', '5'], 'user', [{ content_type: 'image_asset_pointer' }, 'Which tree?']),
      3: node('3', '2', [], 'assistant', ['An oak.']),
      5: node('5', '2', [], 'assistant', ['A beech.']),
    },
  },
  { title: 'Broken', mapping: 7 },
]

test('ChatGPT’s conversations keep titles, dates and branches; a broken one is refused with the reason', async () => {
  const ann = await app.member()
  const report = await taken(ann, `\uFEFF${JSON.stringify(chatGpt)}`)
  expect(report.format).toBe('chatgpt')
  expect(sums(report)).toEqual({ threads: [1, 0, 1], messages: [3, 0, 0] })
  expect(report.refused).toEqual([{ what: 'Broken', reason: expect.stringContaining('mapping') }])
  const { threads } = await ann.call<{ threads: { id: string }[] }>('GET', '/api/threads')
  const history = await ann.call<ThreadHistory>('GET', `/api/chat/thread/${threads[0]?.id}`)
  expect(history).toMatchObject({ title: 'Trees', createdAt: '2023-11-14T22:13:20.500Z' })
  expect(history.messages.map(({ content }) => content)).toEqual([
    '[An image that is not part of the export]\n\nWhich tree?',
    'A beech.',
  ])
  expect(history.messages[1]?.siblings).toHaveLength(2)
  const zip = zipSync({ 'export/conversations.json': strToU8(JSON.stringify(chatGpt)), 'chat.html': strToU8('x') })
  expect(sums(await taken(ann, zip))).toEqual({ threads: [0, 1, 1], messages: [0, 3, 0] })
})

test('Claude’s conversations come with what was attached to them', async () => {
  const ann = await app.member()
  const said = (uuid: string, sender: string, text: string, more = {}) => ({
    uuid,
    sender,
    text,
    created_at: '2025-03-01T10:00:00.000Z',
    ...more,
  })
  const conversation = {
    uuid: 'k1',
    name: 'Letters',
    created_at: '2025-03-01T09:59:00.000Z',
    updated_at: '2025-03-01T10:05:00.000Z',
    chat_messages: [
      said('a', 'human', 'Shorten this', { attachments: [{ file_name: 'a.txt', extracted_content: 'A long letter' }] }),
      said('b', 'assistant', 'old', { content: [{ type: 'text', text: 'A letter' }] }),
    ],
  }
  const report = await taken(ann, zipSync({ 'conversations.json': strToU8(JSON.stringify([conversation])) }))
  expect(report.format).toBe('claude')
  const { threads } = await ann.call<{ threads: { id: string }[] }>('GET', '/api/threads')
  const history = await ann.call<ThreadHistory>('GET', `/api/chat/thread/${threads[0]?.id}`)
  expect(history).toMatchObject({ title: 'Letters', createdAt: '2025-03-01T09:59:00.000Z' })
  expect(history.messages.map(({ role, content }) => [role, content])).toEqual([
    ['user', 'Shorten this\n\n[Attachment: a.txt]\nA long letter'],
    ['assistant', 'A letter'],
  ])
})

test('a moment that no column holds counts as none, in the conversations of every service', async () => {
  const ann = await app.member()
  const said = (uuid: string, created_at: string) => ({ uuid, sender: 'human', text: `said ${uuid}`, created_at })
  const claude = [
    '99999-01-01',
    '+275000-01-01T00:00:00Z',
    '-200000-01-01T00:00:00Z',
    '9999-12-31T23:59:59.999Z',
    'x',
  ].map((far, at) => ({
    uuid: `far${at}`,
    name: `Far ${at}`,
    created_at: far,
    updated_at: far,
    chat_messages: [said(`${at}a`, far), said(`${at}b`, '2025-03-01T10:00:00.000Z'), said(`${at}c`, far)],
  }))
  const preview = await taken(ann, JSON.stringify(claude), '?preview=1')
  expect(preview.counts).toContainEqual({ kind: 'messages', added: 15, present: 0, refused: 0 })
  expect(sums(await taken(ann, JSON.stringify(claude)))).toEqual({ threads: [5, 0, 0], messages: [15, 0, 0] })
  const far = [-1e15, 1e300, 9e12, 8.64e12].map((seconds, at) => ({
    ...chatGpt[0],
    conversation_id: `far ${at}`,
    create_time: seconds,
    update_time: seconds,
    mapping: { 1: node('1', null, [], 'user', ['Why?']) },
  }))
  for (const { mapping, create_time } of far) Object.assign(mapping['1'].message ?? {}, { create_time })
  expect(sums(await taken(ann, JSON.stringify(far)))).toEqual({ threads: [4, 0, 0], messages: [4, 0, 0] })
  const { threads } = await ann.call<{ threads: { id: string; title: string }[] }>('GET', '/api/threads')
  expect(threads).toHaveLength(9)
  const first = await ann.call<ThreadHistory>(
    'GET',
    `/api/chat/thread/${threads.find(({ title }) => title === 'Far 0')?.id}`,
  )
  expect(first).toMatchObject({ createdAt: '2025-03-01T10:00:00.000Z' })
  expect(first.messages.map(({ content }) => content)).toEqual(['said 0a', 'said 0b', 'said 0c'])

  const own = repacked(await exported(ann), /^none$/, {
    'threads.jsonl': (text) =>
      text.replaceAll(/"(createdAt|updatedAt)":"[^"]*"/g, '"$1":"+275000-01-01T00:00:00.000Z"'),
  })
  const bob = await clean.member()
  expect(sums(await taken(bob, own))).toMatchObject({ threads: [9, 0, 0], messages: [19, 0, 0] })
  const here = await bob.call<ThreadHistory>('GET', `/api/chat/thread/${first.id}`)
  expect(here.messages.map(({ content }) => content)).toEqual(['said 0a', 'said 0b', 'said 0c'])
})

test('what is refused is told in our own words, never in a library’s', async () => {
  const ann = await app.member()
  const talk = (id: string, more = {}) => ({ ...chatGpt[0], conversation_id: id, ...more })
  const odd = [
    talk('list', { mapping: [] }),
    talk('x'.repeat(201)),
    talk('part', { mapping: { [`a${'b'.repeat(10_000)}\ud800`]: { message: { author: null } } } }),
    talk('time', { create_time: 'NaN' }),
    talk('title', { title: { a: 1 } }),
    { uuid: 7, chat_messages: [] },
    { uuid: 'c', chat_messages: [{ uuid: 'm', sender: 'nobody' }] },
    null,
    5,
    'x',
  ]
  const { counts, refused: told } = await taken(ann, JSON.stringify(odd))
  expect(counts).toEqual([{ kind: 'threads', added: 0, present: 0, refused: odd.length }])
  const reasons = told.map(({ reason }) => reason)
  expect(
    reasons.filter((reason) => !/(It does not fit|That is too long|of ChatGPT or Claude)\.$/.test(reason)),
  ).toEqual([])
  expect(reasons[0]).toBe('“mapping” is not right: It does not fit.')
  expect(reasons[1]).toBe('“conversation_id” is not right: That is too long.')

  const archive = repacked(await exported(ann), /^none$/, {
    'threads.jsonl': () => '{"thread":[]}\n{"message":7}\n7\n',
    'memories.json': () => '[{"id":"a","text":5}]',
  })
  const lines = await taken(await clean.member(), archive)
  expect(lines.refused).toHaveLength(4)
  expect(lines.refused.map(({ reason }) => reason).filter((reason) => !reason.endsWith('It does not fit.'))).toEqual([])
})

test('ids of half characters are ids, each another', async () => {
  const ann = await app.member()
  const talk = (uuid: string) => ({
    uuid,
    name: 'Half',
    chat_messages: [
      { uuid: 'm\ud800', sender: 'human', text: 'one' },
      { uuid: 'm\ud801', sender: 'human', text: 'two' },
    ],
  })
  const halves = JSON.stringify([talk('c\ud800'), talk('c\ud801')])
  expect(sums(await taken(ann, halves))).toEqual({ threads: [2, 0, 0], messages: [4, 0, 0] })
  expect(sums(await taken(ann, halves))).toEqual({ threads: [0, 2, 0], messages: [0, 4, 0] })
})

test('what is no archive is refused with a sentence, and nothing of it comes in', async () => {
  const ann = await app.member()
  const sentence = async (body: Uint8Array | string) => {
    const { status, message } = await refused(ann, body)
    expect(status).toBe(422)
    return message
  }
  expect(await sentence('hello')).toMatch(/not valid JSON/)
  expect(await sentence('[{"a":1}]')).toMatch(/No conversations/)
  // beyond a thousand strangers it is not read: that its end is broken is not seen any more
  expect(await sentence(`[${'{},'.repeat(3_000_000)}`)).toMatch(/No conversations/)
  expect(await sentence(JSON.stringify(chatGpt).slice(0, -1))).toMatch(/not valid JSON/)
  expect(await sentence(zipSync({ 'x.txt': strToU8('x') }))).toMatch(/neither/)
  expect(await sentence(zipSync({ '../conversations.json': strToU8('[]') }))).toMatch(/leads out/)
  const zip = zipSync({ 'conversations.json': strToU8(JSON.stringify(chatGpt)) })
  expect(await sentence(zip.subarray(0, zip.length - 30))).toMatch(/damaged/)
  const directory = zip.length - 22 - (46 + 'conversations.json'.length)
  const encrypted = Uint8Array.from(zip)
  encrypted[directory + 8] = 1
  expect(await sentence(encrypted)).toMatch(/encrypted/)
  const lying = Uint8Array.from(zip)
  lying[directory + 24] = 10 // bytes unpacked, as declared
  lying[directory + 25] = 0
  expect(await sentence(lying)).toMatch(/damaged/)
  lying[directory + 27] = 0x40 // a gigabyte
  expect(await sentence(lying)).toMatch(/far more/)
  expect(await ann.call('GET', '/api/threads')).toMatchObject({ threads: [] })
})

test('a byte that was flipped anywhere in an archive is noticed before anything is written', async () => {
  const { ann } = await somebody()
  const archive = await exported(ann)
  const bob = await clean.member()
  const before = contents(await exported(bob))
  for (const name of ['records/tasks.tasks.jsonl', 'threads.jsonl', 'picture', 'profile.json']) {
    const entries = unzipSync(archive)
    const bytes = Uint8Array.from(entries[name] as Uint8Array)
    const at = bytes.length >> 1
    bytes[at] = (bytes[at] ?? 0) ^ 1
    // Packed anew its CRC-32 is right, as when the disk changed it before it was packed.
    const { status, message } = await refused(bob, zipSync({ ...entries, [name]: bytes }))
    expect([status, message]).toEqual([
      422,
      expect.stringContaining(`“${name}” in this archive is not what was exported`),
    ])
    const { [name]: _, ...without } = entries
    expect(await refused(bob, zipSync(without))).toMatchObject({
      status: 422,
      message: expect.stringContaining('lacks'),
    })
  }
  // Stored as it is, a changed byte is noticed by its CRC-32 alone: nothing else knows of it.
  const plain = zipSync({ 'conversations.json': strToU8(JSON.stringify(chatGpt)) }, { level: 0 })
  const title = Buffer.from(plain).indexOf('"title"') + 10
  const flipped = Uint8Array.from(plain)
  flipped[title] = (flipped[title] ?? 0) ^ 1
  expect((await refused(bob, flipped)).message).toMatch(/damaged/)
  expect(contents(await exported(bob))).toEqual(before)
})

test('a guest exports but does not import, and the zip is one that others read', async () => {
  const guest = await app.guest()
  const path = join(app.dataDir, 'export.zip')
  writeFileSync(path, await exported(guest))
  const archive = await openArchive(path)
  expect(archive.names()).toContain('manifest.json')
  archive.close()
  expect(await refused(guest, '[]')).toMatchObject({ status: 403, message: 'Create an account to do this.' })
})
