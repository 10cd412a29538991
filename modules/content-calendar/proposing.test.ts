import { expect, test } from 'vitest'
import { modelApp } from '../../server/models/door/test-door.ts'
import server from './server.ts'

const { app, fake, answers } = await modelApp(server)

test('a post is drafted from facts alone; what they do not bear comes marked, and nothing is kept', async () => {
  const text = 'Open day on 5 May 2031. Free beer for 100 guests!'
  await answers(text, text)
  const { output, change } = await app.act('ann', 'content-calendar.draftPost', {
    facts: 'Open day\n\n2031-05-05',
    tone: 'friendly',
  })
  expect(output).toEqual({ text, unsupported: [{ kind: 'number', text: '100', start: 38, end: 41 }], isCut: false })
  expect(change).toBeNull()
  expect(JSON.stringify((await fake.requests())[0]?.body)).toContain('Tone: friendly.')
})
