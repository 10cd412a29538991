import { expect, test } from 'vitest'
import { collectToolCalls, type ToolFragment } from './tool-calls.ts'

const collect = (...fragments: Partial<ToolFragment>[]) => {
  const calls = collectToolCalls('P')
  for (const part of fragments) calls.add({ index: undefined, id: undefined, name: undefined, json: '', ...part })
  return calls.finish(false).map(({ name, input }) => ({ name, input }))
}

const both = [
  { name: 'a', input: { x: 1 } },
  { name: 'b', input: { y: 2 } },
]

test('fragments of two calls may alternate when they have an index', () => {
  expect(
    collect(
      { index: 0, id: 'p', name: 'a' },
      { index: 1, id: 'q', name: 'b' },
      { index: 0, json: '{"x"' },
      { index: 1, json: '{"y"' },
      { index: 0, json: ':1}' },
      { index: 1, json: ':2}' },
    ),
  ).toEqual(both)
})

test('without an index, an id that comes with every fragment tells calls apart', () => {
  expect(
    collect(
      { id: 'p', name: 'a', json: '{"x"' },
      { id: 'p', json: ':1}' },
      { id: 'q', name: 'b', json: '{"y"' },
      { id: 'q', json: ':2}' },
    ),
  ).toEqual(both)
})

test('without an index and an id, a name begins a call', () => {
  expect(collect({ name: 'a', json: '{"x"' }, { json: ':1}' }, { name: 'b', json: '{"y":2}' })).toEqual(both)
})

test('a name repeated with every fragment is one name, a call without any is none', () => {
  expect(
    collect(
      { index: 0, id: 'p', name: 'a', json: '{"x"' },
      { index: 0, id: 'p', name: 'a', json: ':1}' },
      { index: 3 },
    ),
  ).toEqual([both[0]])
})

test('a call without input has an empty one', () => {
  expect(collect({ index: 0, id: 'p', name: 'a' })).toEqual([{ name: 'a', input: {} }])
})
