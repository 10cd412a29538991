import type { MemoryItem } from '@atrium/contract/profile'
import { expect, test } from 'vitest'
import { type Client, testApp } from '../test-app.ts'

const app = await testApp()
const say = async (who: Client, message: string, soulMode = true) =>
  (await who.stream('POST', '/api/converse/stream', { message, soulMode })).text
const kept = async (who: Client) =>
  (await who.call<{ memories: MemoryItem[] }>('GET', '/api/memories')).memories.map(({ text }) => text)

test('what is told to be remembered is kept once, told when it is asked for, and forgotten by its words', async () => {
  const ann = await app.member()
  expect(await say(ann, 'please remember that I am vegetarian')).toContain('I am vegetarian')
  await say(ann, 'remember that I am vegetarian')
  await say(ann, 'remember that my birthday is in May')
  expect((await kept(ann)).toSorted()).toEqual(['I am vegetarian', 'my birthday is in May'])
  expect(await say(ann, 'what do you know about me')).toMatch(/birthday[\s\S]*vegetarian/)
  expect(await say(ann, 'forget my birthday')).toContain('my birthday is in May')
  expect(await kept(ann)).toEqual(['I am vegetarian'])
})

test('nothing is forgotten that is not there, and not everything by one sentence', async () => {
  const ann = await app.member()
  await say(ann, 'remember that I live in Rome')
  await say(ann, 'remember that my sister lives in Rome')
  expect(await say(ann, 'forget that I drive a Skoda')).toContain('nothing of that')
  expect(await say(ann, 'forget everything you know about me')).toContain('all 2 things')
  expect(await kept(ann)).toHaveLength(2)
})

test('where remembering is off nothing is kept, and the answer says how to switch it on', async () => {
  const ann = await app.member()
  for (const message of ['remember that I am vegetarian', 'what do you know about me', 'forget my birthday'])
    expect(await say(ann, message, false)).toContain('**Use what you know about me**')
  expect(await kept(ann)).toEqual([])
})

test('one person’s facts are told to nobody else', async () => {
  const [ann, ben] = [await app.member(), await app.member()]
  await say(ann, 'remember that I am vegetarian')
  expect(await say(ben, 'what do you know about me')).not.toContain('vegetarian')
})
