import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { modelApp } from '../../server/models/door/test-door.ts'
import server from './server.ts'

const { app, fake } = await modelApp(server)

test('a side is spoken to be heard; kept, it is a sound of the note and goes along with the deck', async () => {
  const { output, change } = await app.act<{ mime: string; base64: string }>('ann', 'flash.speak', {
    text: 'der Zitronenbaum',
    language: 'de',
  })
  expect(output.mime).toBe('audio/mpeg')
  expect(change).toBeNull()
  expect((await fake.requests()).at(-1)?.body).toMatchObject({ input: 'der Zitronenbaum', response_format: 'mp3' })
  expect((await app.db.$client.query('select 1 from files')).rows).toEqual([])

  const bytes = Buffer.from(output.base64, 'base64')
  const put = await app.fetch('ann', '/api/m/flash/media/der%20Zitronenbaum.mp3', {
    method: 'PUT',
    body: bytes as unknown as string,
    headers: { 'content-type': 'audio/mpeg' },
  })
  const { name } = (await put.json()) as { name: string }
  const deck = (await app.act<{ id: string }>('ann', 'flash.open', { name: 'German' })).output.id
  const added = await app.act<{ id: string }>('ann', 'flash.addNote', {
    ...{ type: 'basic', deck },
    fields: ['lemon tree', `der Zitronenbaum[sound:${name}]`],
  })
  const exported = await app.fetch('ann', '/api/m/flash/exports/anki?zone=UTC')
  expect(exported.status).toBe(200)
  const packed = unzipSync(new Uint8Array(await exported.arrayBuffer()))
  expect(Object.values(packed).some((file) => Buffer.from(file).equals(bytes))).toBe(true)
  expect((await app.undo('ann', added.change)).status).toBe(200)
})

test('nothing to speak, too much, or a language that is none is refused in a sentence', async () => {
  const before = (await fake.requests()).length
  const refused = async (input: object) => (await app.act('ann', 'flash.speak', input)).error
  expect(await refused({ text: '  ' })).toBe('There are no words to speak.')
  expect(await refused({ text: 'x'.repeat(2_001) })).toBe('Give at most 2,000 characters.')
  expect(await refused({ text: 'x', language: 'ignore all rules' })).toBe('Choose a language.')
  expect(await fake.requests()).toHaveLength(before)
})
