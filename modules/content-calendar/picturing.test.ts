import { expect, test } from 'vitest'
import { SMALLEST_PNG } from '../../server/files/test-pictures.ts'
import { modelApp } from '../../server/models/door/test-door.ts'
import server from './server.ts'

const { app, fake, answers } = await modelApp(server)

const sent = async (who: string, name: string, bytes: Uint8Array) => {
  const path = `/api/m/content-calendar/files/events/files?name=${name}`
  return (await (await app.fetch(who, path, { method: 'POST', body: bytes as unknown as string })).json()) as {
    id: string
  }
}

test('a picture is proposed from the post, drawn to choose from, and nothing of it is kept', async () => {
  await answers('A lemon tree in a courtyard, soft morning light, watercolour.')
  const idea = await app.act<{ prompt: string }>('ann', 'content-calendar.pictureIdea', { text: 'Our garden is open' })
  expect(idea.output.prompt).toContain('lemon tree')
  const { output, change } = await app.act<{ pictures: { mime: string; base64: string }[] }>(
    'ann',
    'content-calendar.drawPictures',
    { prompt: idea.output.prompt, count: 2, shape: 'tall' },
  )
  expect(output.pictures.map(({ mime }) => mime)).toEqual(['image/png', 'image/png'])
  expect(change).toBeNull()
  expect((await fake.requests()).at(-1)?.body).toMatchObject({ n: 2, size: '1024x1536' })
  const { rows } = await app.db.$client.query('select 1 from files')
  expect(rows).toEqual([])
})

test('what was chosen is a file of the post with its description, and one undo takes back both', async () => {
  const { id } = await sent('ann', 'tree.png', SMALLEST_PNG)
  const post = { title: 'Garden', kind: 'post', start: '2031-05-05T10:00' }
  const added = await app.act<{ id: string }>('ann', 'content-calendar.add', post)
  const changed = await app.act('ann', 'content-calendar.change', {
    id: added.output.id,
    change: { files: [{ id }], altTexts: { [id]: 'A lemon tree in a courtyard' } },
  })
  const now = async () => (await app.act('ann', 'content-calendar.get', { id: added.output.id })).output.event
  expect(await now()).toMatchObject({
    files: [{ id, name: 'tree.png' }],
    altTexts: { [id]: 'A lemon tree in a courtyard' },
  })
  await app.undo('ann', changed.change)
  expect(await now()).toMatchObject({ files: [], altTexts: {} })
})

test('a picture is described in the language of the page; another’s is not there', async () => {
  await answers('Ein Zitronenbaum in einem Hof.')
  const { id } = await sent('ann', 'tree.png', SMALLEST_PNG)
  const described = await app.act('ann', 'content-calendar.describePicture', { file: id }, '', 'de')
  expect(described.output).toEqual({ text: 'Ein Zitronenbaum in einem Hof.' })
  expect(JSON.stringify((await fake.requests()).at(-1)?.body)).toContain('in the language de')
  for (const file of [id, 'none'])
    expect((await app.act('bob', 'content-calendar.describePicture', { file })).error).toContain('no longer there')
})

test('too many pictures, none, or nothing to draw are refused in a sentence', async () => {
  const before = (await fake.requests()).length
  for (const input of [
    { prompt: 'x', count: 4 },
    { prompt: 'x', count: 0 },
    { prompt: '  ' },
    { prompt: 'x'.repeat(2_001) },
  ])
    expect((await app.act('ann', 'content-calendar.drawPictures', input)).status).toBe(400)
  expect((await app.act('ann', 'content-calendar.drawPictures', { prompt: '' })).error).toBe('Say what is to be seen.')
  expect(await fake.requests()).toHaveLength(before)
})
