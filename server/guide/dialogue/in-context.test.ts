import { expect, test } from 'vitest'
import { converse, world } from '../test-context.ts'

const after = async (first: string, then: string) => {
  const there = world()
  const answers = await converse([first, then], {}, there)
  return {
    calls: there.calls.slice(1),
    how: answers[1]?.how,
    said: answers[1]?.markdown ?? '',
    intent: answers[1]?.intent,
  }
}

test.each([
  ['no, Friday at 4pm', 'Friday at 4pm'],
  ['actually on Sunday', 'on Sunday 17:00'],
  ['make it Sunday', 'Sunday 17:00'],
])('a correction moves what was made, and keeps the time where it names none: %s', async (then, when) => {
  const { calls } = await after('remind me to call mum tomorrow at 5pm', then)
  expect(calls).toEqual([{ action: 'tasks.postpone', input: { title: 'call mum', when } }])
})

test.each(['again for Thursday', 'same for Thursday'])('“%s” makes another of what was made', async (then) => {
  const { calls } = await after('remind me to call mum tomorrow', then)
  expect(calls).toEqual([{ action: 'tasks.add', input: expect.objectContaining({ title: 'call mum' }) }])
})

test.each([
  [['what is 15% of 80', 'and of 400?'], '60'],
  [['what is 15% of 80', 'and 20%?'], '16'],
  [['what is 15% of 80', 'and of 400?', 'and of 1000?'], '150'],
  [['12 * 7', 'plus 16'], '100'],
  [['12 * 7', 'half of that'], '42'],
  [['12 * 7', 'plus 16', 'now half of that'], '50'],
  [['what is 18% of 250', 'ok and 10% of it'], '4.5'],
  [['5 miles in km', 'and in meters'], '8,046'],
  [['what time is it in tokyo', 'and london?'], '10:30'],
])('a question goes on from the one before it: %j', async (questions, answer) => {
  expect((await converse(questions)).at(-1)?.markdown).toContain(answer)
})

test.each([
  'what do I have on Friday?',
  'and the weather?',
  'write an email that says I am ill',
  'can I use this on my phone?',
])('what is no correction does not do once more what was done: %s', async (then) =>
  expect((await after('remind me to call mum tomorrow', then)).calls).toEqual([]),
)

test('“her” and “this” in another sentence are words of it', async () => {
  const { calls } = await after('add a task buy milk', 'add a task: thank her for the gift')
  expect(calls).toEqual([{ action: 'tasks.add', input: { title: 'thank her for the gift' } }])
})

test('“it” is what was done last, where the sentence says what to do with it', async () => {
  const { calls } = await after('add a task buy milk', 'mark it as done')
  expect(calls).toEqual([{ action: 'tasks.done', input: { id: '018f' } }])
})

test.each(['undo', 'please take that back', 'no, undo'])('%s takes the change back', async (then) => {
  expect(await after('add a task buy milk', then)).toMatchObject({
    calls: [],
    intent: 'undo',
    said: 'Taken back: **buy milk**.',
  })
})

test.each([
  ['en', 'never mind'],
  ['de', 'abbrechen'],
  ['fr', 'laisse tomber'],
  ['es', 'olvídalo'],
])('a question is left in the person’s language (%s: %s)', async (locale, then) => {
  const there = world({ locale })
  const [asked, left] = await converse(['add a task', then], {}, there)
  expect(asked?.how).toBe('asked')
  expect(left?.markdown).toBe('Cancelled. Nothing was saved.')
  expect(there.calls).toEqual([])
})

test('what came before stays when the correction is refused', async () => {
  const there = world()
  const taken: string[] = []
  const undo = async (change: string) => void taken.push(change)
  const act = there.context('').act
  await converse(['add a task buy milk tomorrow', 'no, 0/0/0'], { undo, act }, there)
  expect(taken).toEqual([])
})
