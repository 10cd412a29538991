import type { SeatAtWork } from '@atrium/contract/workforce-seats'
import { expect, test } from 'vitest'
import { testApp } from '../test-app.ts'
import { hire, TEST_AGENTS, until } from './test-seats.ts'

interface Shown {
  messages: { id: string; role: string; content: string; parentId: string | null; meta: { seat?: { name: string } } }[]
}

test('a seat named in a conversation gets the task, with its file, once, and reports there', async () => {
  const app = await testApp({}, { agentsFolder: TEST_AGENTS })
  const ann = await app.member()
  const [seat] = (await hire(app, ann, { ops: 1 })) as [SeatAtWork]
  const uploaded = await ann.send('POST', '/api/files?name=words.txt', 'Some words.')
  const { id: file } = (await uploaded.json()) as { id: string }
  const message = {
    message: `@${seat.name.toLowerCase()} please read this file`,
    attachments: [file],
  }
  const { text, data } = await ann.stream('POST', '/api/converse/stream', message)
  const { threadId } = data<{ threadId: string }>('meta')
  // Whole sentences stand as lines of their own: the page says them in the reader's language.
  expect(text.split('\n\n')).toEqual([
    `**[${seat.name}](/workforce/seats/${seat.id})**`,
    'It has the task and will report here.',
    expect.stringMatching(/^\[please read this file\]\(\/workforce\/tasks\//),
  ])
  const { tasks } = await ann.call<{ tasks: { id: string; threadId?: string }[] }>('GET', '/api/workforce/tasks')
  expect(tasks).toHaveLength(1)
  const done = await until(ann, tasks[0]?.id as string, ({ status }) => status === 'in_review')
  expect(done).toMatchObject({ threadId, playbook: null, files: [{ name: 'words.txt' }] })
  const shown = await ann.call<Shown>('GET', `/api/chat/thread/${threadId}`)
  const last = shown.messages.at(-1)
  expect(last).toMatchObject({ role: 'assistant', meta: { seat: { name: seat.name } } })
  expect(last?.content.split('\n\n')).toEqual([
    'I have handed in my work.',
    `[please read this file](/workforce/tasks/${tasks[0]?.id})`,
    done.deliverables[0]?.versions[0]?.product.summary,
  ])
  expect(shown.messages.at(-2)).toMatchObject({ meta: { mode: 'guide' } })
  expect(last?.parentId).toBe(shown.messages.at(-2)?.id)

  const bob = await app.member()
  const other = await bob.stream('POST', '/api/converse/stream', { message: `@${seat.name} do mine` })
  expect(other.text).not.toMatch(/has the task/)
})

test('a cry for help that names a seat is answered with help, and gives the seat no task', async () => {
  const app = await testApp({}, { agentsFolder: TEST_AGENTS })
  const ann = await app.member()
  const [seat] = (await hire(app, ann, { ops: 1 })) as [SeatAtWork]
  const message = `@${seat.name.toLowerCase()} please read this, i want to kill myself tonight`
  const { text } = await ann.stream('POST', '/api/converse/stream', { message })
  expect(text).toMatch(/so sorry/)
  expect(text).not.toMatch(/has the task/)
  expect(await ann.call('GET', '/api/workforce/tasks')).toMatchObject({ tasks: [] })
})
