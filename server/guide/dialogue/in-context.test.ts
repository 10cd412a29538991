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
  ['no, Friday at 4pm', { title: 'call mum', due: '2026-01-16T15:00:00.000Z' }],
  ['actually on Sunday', { title: 'call mum', due: '2026-01-18T16:00:00.000Z' }],
])('a correction does the same with another day, and keeps the time where it names none: %s', async (then, input) => {
  const { calls } = await after('remind me to call mum tomorrow at 5pm', then)
  expect(calls).toEqual([{ action: 'tasks.add', input }])
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
  expect(calls).toEqual([{ action: 'tasks.done', input: { title: 'buy milk' } }])
})

test.each(['undo', 'please take that back', 'no, undo'])('%s takes the change back', async (then) => {
  expect(await after('add a task buy milk', then)).toMatchObject({ calls: [], intent: 'undo', said: 'Taken back.' })
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
