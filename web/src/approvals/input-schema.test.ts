import { expect, test } from 'vitest'
import { type InputSchema, isUnready, refusalAt, resolved, shapeOf, stillRefused, Unreadable } from './input-schema.ts'

const kind = (schema: InputSchema | undefined, value?: unknown) => shapeOf(resolved(schema, schema), value).kind

test.each<[string, InputSchema, unknown, string]>([
  ['a text', { type: 'string' }, 'x', 'text'],
  ['a text that may be null (zod)', { anyOf: [{ type: 'string' }, { type: 'null' }] }, null, 'text'],
  ['a text that may be null (OpenAPI 3.1)', { type: ['string', 'null'] }, undefined, 'text'],
  ['a day', { type: 'string', format: 'date' }, '2030-05-01', 'day'],
  ['a day in words', { type: 'string', format: 'date' }, 'tomorrow', 'text'],
  ['a choice', { enum: ['low', 'high'] }, 'low', 'choice'],
  ['a choice of anything', { enum: [{}, []] }, {}, 'json'],
  ['one thing only', { const: 'task' }, 'task', 'choice'],
  ['a number that was given as a text', { type: 'integer' }, '7', 'number'],
  ['texts', { type: 'array', items: { type: 'string' } }, undefined, 'lines'],
  ['choices', { type: 'array', items: { type: 'string', enum: ['a'] } }, ['a'], 'list'],
  ['texts that are none', { type: 'array', items: { type: 'string' } }, [1], 'list'],
  ['an object with fields', { type: 'object', properties: { a: {} } }, {}, 'group'],
  ['an object of any names', { type: 'object' }, { a: 1 }, 'json'],
  ['a text where an object was given', { type: 'string' }, { a: 1 }, 'json'],
  ['one of two kinds, a text', { anyOf: [{ type: 'string' }, { type: 'object' }] }, 'x', 'text'],
  ['one of two kinds, an object', { anyOf: [{ type: 'string' }, { type: 'object' }] }, { a: 1 }, 'json'],
  ['anything', {}, undefined, 'json'],
])('%s gets the control that fits', (_, schema, value, expected) => expect(kind(schema, value)).toBe(expected))

test('without a schema the value says which control it gets', () => {
  const values = [true, 7, 'x', '2030-05-01', ['a'], [{ a: 1 }], { a: 1 }, null, undefined]
  expect(values.map((value) => kind(undefined, value))).toEqual([
    'switch',
    'number',
    'text',
    'day',
    'lines',
    'list',
    'group',
    'text',
    'text',
  ])
})

test('references are followed, and those that lead to themselves end', () => {
  const root: InputSchema = {
    $defs: { step: { type: 'object', properties: { text: { type: 'string' } } }, loop: { $ref: '#/$defs/loop' } },
  }
  expect(shapeOf(resolved({ $ref: '#/$defs/step' }, root), undefined).kind).toBe('group')
  expect(shapeOf(resolved({ $ref: '#/$defs/gone' }, root), 'x').kind).toBe('text')
  expect(() => resolved({ $ref: '#/$defs/loop' }, root)).not.toThrow()
})

test('what cannot be sent is found however deep it stands', () => {
  expect(
    [{ a: [{ b: Number.NaN }] }, { a: new Unreadable('{') }, { a: [0, '', null, undefined] }].map(isUnready),
  ).toEqual([true, true, false])
})

test('what is refused stands at its place, or at the control that holds it, until that is changed', () => {
  const refusals = { 'tasks.0.title': 'A title is needed.', tags: 'Too many.' }
  expect(refusalAt(refusals, 'tasks.0.title', true)).toBe('A title is needed.')
  expect(refusalAt(refusals, 'tasks', false)).toBeUndefined()
  expect(refusalAt(refusals, 'tasks', true)).toBe('A title is needed.')
  expect(refusalAt(refusals, 'task', true)).toBeUndefined()
  const before = { tasks: [{ title: '' }], tags: ['a'] }
  expect(stillRefused(refusals, before, { ...before, tags: [] })).toEqual({ 'tasks.0.title': 'A title is needed.' })
})
