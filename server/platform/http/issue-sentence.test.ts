import { readdirSync, readFileSync } from 'node:fs'
import { languageCodes } from '@atrium/contract/catalogue/language-codes'
import { AppError, type ErrorBody } from '@atrium/contract/errors'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { parse } from './body.ts'
import { failure } from './failure.ts'

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

test('it is said in the reader’s language, and so is what is said of each field', () => {
  const error = refusal(z.object({ a: z.string().max(2_000), b: z.number() }), { a: 'x'.repeat(2_001) })
  const told = async (language: string) =>
    ((await failure(error, 'r', new Headers(), language).json()) as ErrorBody).error
  const details = (...messages: string[]) => ({
    field: 'a',
    fields: messages.map((message, at) => ({ field: 'ab'[at], message })),
  })
  return Promise.all([
    expect(told('de-AT')).resolves.toMatchObject({
      message: 'Das Feld „a“ fasst höchstens 2.000 Zeichen.',
      details: details('Das Feld „a“ fasst höchstens 2.000 Zeichen.', 'Das Feld „b“ fehlt.'),
    }),
    expect(told('en')).resolves.toMatchObject({
      message: 'The field “a” takes at most 2,000 characters.',
      details: details('The field “a” takes at most 2,000 characters.', 'The field “b” is missing.'),
    }),
    // What a sentence is made from stays here.
    expect(told('de').then(JSON.stringify)).resolves.not.toMatch(/file:|english/),
  ])
})

test('every language has every sentence, with its name and its limit', () => {
  const folder = new URL('./texts/', import.meta.url)
  const files = readdirSync(folder).sort()
  expect(files).toEqual(
    languageCodes
      .filter((code) => code !== 'en')
      .map((code) => `${code}.json`)
      .sort(),
  )
  const marksIn = (text: string) => text.match(/\{\{\w+\}\}/g)?.sort()
  for (const file of files) {
    const texts: Record<string, string> = JSON.parse(readFileSync(new URL(file, folder), 'utf8'))
    const marks = Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, marksIn(text)]))
    const [name, both] = [['{{name}}'], ['{{limit}}', '{{name}}']]
    expect(marks, file).toEqual({
      ...{ missing: name, number: name, whole: name, empty: name, format: name, misfit: name },
      ...{ tooLong: both, tooShort: both, atMost: both, atLeast: both, oneOf: both },
    })
  }
})

test('a schema’s own sentence stays as it is', () => {
  const schema = z.object({ a: z.string().max(3, 'A name has at most 3 characters.') })
  expect(refusal(schema, { a: 'long' }).message).toBe('A name has at most 3 characters.')
})
