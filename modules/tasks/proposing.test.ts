import { expect, test } from 'vitest'
import { modelApp } from '../../server/models/door/test-door.ts'
import server from './server.ts'

const { app, fake, answers } = await modelApp(server)

test('a goal becomes lines that are read as typed ones, marked where they say what the goal does not; the chosen are one change', async () => {
  const text = '1. Pack the boxes\n- [ ] Hand over the keys by 5 May 2031\n\nCall Mr Smith'
  await answers(text, text)
  const { output, change } = await app.act<{ tasks: { line: string }[] }>('ann', 'tasks.split', {
    goal: 'Move out by 5 May 2031',
  })
  expect(output).toEqual({
    tasks: [
      { line: 'Pack the boxes', title: 'Pack the boxes', due: null, again: null, unsupported: [] },
      {
        line: 'Hand over the keys by 5 May 2031',
        title: 'Hand over the keys',
        due: '2031-05-05',
        again: null,
        unsupported: [],
      },
      { line: 'Call Mr Smith', title: 'Call Mr Smith', due: null, again: null, unsupported: ['Mr', 'Smith'] },
    ],
    isCut: false,
  })
  expect(change).toBeNull()
  const lines = output.tasks.slice(0, 2).map(({ line }) => line)
  const added = await app.act('ann', 'tasks.addMany', { lines })
  expect(added.output).toEqual({ added: 2 })
  const titles = async () =>
    (await app.act<{ tasks: { title: string }[] }>('ann', 'tasks.list', {})).output.tasks.map(({ title }) => title)
  expect((await titles()).sort()).toEqual(['Hand over the keys', 'Pack the boxes'])
  await app.undo('ann', added.change)
  expect(await titles()).toEqual([])
})

/** As Chromium's MediaRecorder begins one: EBML, its document type `webm`. */
const WEBM = Buffer.concat([
  Buffer.from(
    '1a45dfa39f4286810142f7810142f2810442f381084282847765626d42878104428581021853806701ffffffffffffff',
    'hex',
  ),
  Buffer.alloc(4_000, 7),
])
const recording = async (who: string, name: string, bytes: Uint8Array | string) => {
  const path = `/api/m/tasks/files/tasks/files?name=${name}`
  return ((await (await app.fetch(who, path, { method: 'POST', body: bytes as string })).json()) as { id: string }).id
}

test('a voice memo is written down, and what is to be done of it proposed', async () => {
  await answers('Buy milk tomorrow. And Anna wanted the report.', 'Buy milk\nSend Anna the report')
  const file = await recording('ann', 'memo.webm', WEBM)
  const { output } = await app.act<{ text: string }>('ann', 'tasks.transcribe', { file })
  expect(output.text).toBe('Buy milk tomorrow. And Anna wanted the report.')
  expect((await fake.requests()).at(-1)?.body).toMatchObject({
    model: 'whisper-1',
    file: { name: 'memo.webm', size: WEBM.length },
  })
  const proposed = await app.act<{ tasks: { title: string }[] }>('ann', 'tasks.split', {
    goal: output.text,
    from: 'memo',
  })
  expect(proposed.output.tasks.map(({ title }) => title)).toEqual(['Buy milk', 'Send Anna the report'])
  expect(JSON.stringify((await fake.requests()).at(-1)?.body)).toContain('the speaker wants')
})

test('what is no recording, is another’s or is not there is refused before anything is asked', async () => {
  const before = (await fake.requests()).length
  const refused = async (file: string) => {
    const { status, error } = await app.act('ann', 'tasks.transcribe', { file })
    return [status, error.split(/[.:]/, 1)[0]]
  }
  expect(await refused(await recording('ann', 'notes.txt', 'Buy milk'))).toEqual([415, 'That is no recording'])
  const gone = [404, 'This recording is no longer there']
  expect(await refused(await recording('bob', 'memo.webm', WEBM))).toEqual(gone)
  expect(await refused('none')).toEqual(gone)
  expect(await fake.requests()).toHaveLength(before)
})
