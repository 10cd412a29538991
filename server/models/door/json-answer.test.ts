import { expect, test } from 'vitest'
import { itemsOfBroken, jsonIn } from './json-answer.ts'

test('an object is read out of prose, fences and braces that are none', () => {
  for (const text of [
    '{"a": "}{"}',
    'Here you are:\n```json\n{"a": "}{"}\n```\nAnything else?',
    'A set {1, 2} is no object, but {"a": "}{"} is.',
  ])
    expect(jsonIn(text)).toEqual({ a: '}{' })
  expect(jsonIn('I cannot do that.')).toBeUndefined()
  expect(jsonIn('{"a": 1')).toBeUndefined()
})

test('ten megabytes of braces are given up at once', () => {
  expect(jsonIn('{'.repeat(10_000_000))).toBeUndefined()
})

test('of a list that broke off, what is whole is kept', () => {
  expect(itemsOfBroken('{"items": [{"a": 1}, {"a": {"b": "]"}}, {"a', 'items')).toEqual([{ a: 1 }, { a: { b: ']' } }])
  expect(itemsOfBroken('nothing', 'items')).toEqual([])
})
