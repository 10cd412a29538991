import type { ToolResult } from '@atrium/contract/chat'
import { expect, test } from 'vitest'
import { toolNotes } from './tool-notes.ts'

const call = (more: Partial<ToolResult>): ToolResult => ({
  callId: 'c',
  action: 'tasks.search',
  summary: 'Find tasks',
  input: { words: 'milk' },
  state: 'done',
  ...more,
})

test('a note says which action, with what, and how it went', () => {
  expect(toolNotes([])).toBe('')
  expect(
    toolNotes([
      call({
        output: {
          tasks: [
            { id: 't1', title: 'Buy "oat" milk', subtasks: [{ id: 'no' }] },
            { id: 't2', done: true },
          ],
        },
      }),
      call({ action: 'math.add', input: { a: 1 }, output: 7 }),
      call({ state: 'failed', error: 'Not\nallowed.' }),
      call({ state: 'declined' }),
      call({ state: 'confirm' }),
      call({ state: 'running' }),
    ]),
  ).toBe(
    `[What the tools did:
- tasks.search {"words":"milk"}: done: t1 "Buy \\"oat\\" milk"; t2
- math.add {"a":1}: done: 7
- tasks.search {"words":"milk"}: failed: Not allowed.
- tasks.search {"words":"milk"}: declined by the person
- tasks.search {"words":"milk"}: not done, the person has not allowed it
- tasks.search {"words":"milk"}: begun, outcome unknown]`,
  )
})

test('notes are bounded, however much was found', () => {
  const tasks = Array.from({ length: 500 }, (_, at) => ({ id: `id-${at}`, title: '🥛'.repeat(200) }))
  const one = toolNotes([call({ output: { tasks } })])
  expect(one.length).toBeLessThan(1_600)
  expect(one).toContain('id-0 "🥛')
  expect(one.isWellFormed()).toBe(true)
  const many = toolNotes(
    Array.from({ length: 50 }, () => call({ input: { text: 'x'.repeat(9_000) }, output: { tasks } })),
  )
  expect(many.length).toBeLessThan(4_100)
})
