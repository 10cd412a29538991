import { expect, test } from 'vitest'
import { fromChatGpt } from './chatgpt.ts'
import { fromClaude } from './claude.ts'
import { linesOf } from './json-stream.ts'

test('a conversation of any number of messages is read', () => {
  const many = 150_000
  const said = Array.from({ length: many }, (_, at) => ({ uuid: `${at}`, sender: 'human', text: 'a' }))
  expect(fromClaude('ann', { uuid: 'c', chat_messages: said }).messages).toHaveLength(many)
  const children = Array.from({ length: many }, (_, at) => `${at}`)
  const message = { author: { role: 'user' }, content: { content_type: 'text', parts: ['Why?'] } }
  const mapping = { root: { children, message } }
  expect(fromChatGpt('ann', { id: 'c', mapping }).messages).toHaveLength(1)
})

test('a line of an archive with more in it than is parsed at once is refused; many lines are not', async () => {
  async function* texts(piece: string, count: number) {
    const bytes = Buffer.from(piece)
    for (let at = 0; at < count; at++) yield bytes
  }
  const count = async (source: AsyncIterable<Uint8Array>) => {
    let lines = 0
    for await (const _ of linesOf(source)) lines++
    return lines
  }
  await expect(count(texts('[],'.repeat(100_000), 30))).rejects.toMatchObject({
    code: 'unprocessable',
    message: expect.stringContaining('larger than any should be'),
  })
  expect(await count(texts(`[${'0,'.repeat(100_000)}0]\n`, 50))).toBe(50)
  expect(await count(texts(`${JSON.stringify('{'.repeat(9_000_000))}\n`, 1))).toBe(1)
})
