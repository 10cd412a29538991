import { AppError } from '@atrium/contract/errors'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { parse } from './body.ts'

function refusal(schema: z.ZodType, value: unknown): AppError {
  try {
    parse(schema, value)
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
  throw new Error('It was taken.')
}

test.each([
  [z.object({ a: z.string() }), {}, 'The field “a” is missing.'],
  [z.object({ a: z.string() }), { a: 1 }, 'The field “a” takes text.'],
  [z.object({ a: z.number() }), { a: null }, 'The field “a” takes a number.'],
  [z.object({ a: z.int() }), { a: 1.5 }, 'The field “a” takes a whole number.'],
  [z.object({ a: z.array(z.boolean()) }), { a: [1] }, 'The field “a.0” takes true or false.'],
  [z.object({ a: z.string() }), [], 'What was sent takes an object.'],
  [z.object({ a: z.string().max(2000) }), { a: 'x'.repeat(2001) }, 'The field “a” takes at most 2,000 characters.'],
  [z.object({ a: z.string().min(1) }), { a: '' }, 'The field “a” is empty.'],
  [z.object({ a: z.array(z.string()).max(2) }), { a: ['1', '2', '3'] }, 'The field “a” takes at most 2 entries.'],
  [z.object({ a: z.number().min(0) }), { a: -1 }, 'The field “a” takes at least 0.'],
  [z.object({ a: z.number().lt(5) }), { a: 5 }, 'The field “a” takes less than 5.'],
  [z.object({ a: z.enum(['b', 'c']) }), { a: 'd' }, 'The field “a” takes one of b, c.'],
  [z.strictObject({}), { a: 1 }, 'What was sent does not know “a”.'],
  [z.object({ a: z.uuid() }), { a: 'x' }, 'The field “a” is no uuid.'],
  [z.object({ a: z.string().regex(/^b$/) }), { a: 'x' }, 'The field “a” is not written as it should be.'],
  [z.object({ a: z.union([z.string(), z.number()]) }), { a: [] }, 'The field “a” does not fit.'],
])('what zod alone refuses is a sentence that names the field (%#)', (schema, value, sentence) => {
  const { message, details } = refusal(schema, value)
  expect(message).toBe(sentence)
  expect(details).toMatchObject({ fields: [{ message: sentence }] })
})

test('a schema’s own sentence stays as it is', () => {
  const schema = z.object({ a: z.string().max(3, 'A name has at most 3 characters.') })
  expect(refusal(schema, { a: 'long' }).message).toBe('A name has at most 3 characters.')
})
