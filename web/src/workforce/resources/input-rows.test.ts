import { expect, test } from 'vitest'
import { z } from 'zod'
import { inputRows } from './input-rows.ts'

const rowsOf = (schema: z.ZodType) => {
  const rows = inputRows(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }))
  return Object.fromEntries(rows.map(({ path, ...row }) => [path, row]))
}

test('each field of an input is a row: what kind it is, whether it is needed, what limits it', () => {
  const rows = rowsOf(
    z.object({
      title: z.string().max(200).describe('What it is called'),
      due: z.iso.date().nullable().default(null),
      level: z.enum(['low', 'high']).default('low'),
      count: z.number().int().min(1).max(50).optional(),
      file: z.string().max(64).meta({ title: 'Leads', widget: 'file', accept: '.csv,.txt' }),
      amount: z.union([z.number(), z.string()]),
    }),
  )
  expect(rows).toEqual({
    title: {
      type: { kind: 'text' },
      isRequired: true,
      about: 'What it is called',
      facts: [{ kind: 'longest', count: 200 }],
    },
    due: { type: { kind: 'orNothing', of: { kind: 'day' } }, isRequired: false, about: '', facts: [] },
    level: {
      type: { kind: 'choice' },
      isRequired: false,
      about: '',
      facts: [
        { kind: 'choices', list: ['low', 'high'] },
        { kind: 'standard', value: 'low' },
      ],
    },
    count: {
      type: { kind: 'whole' },
      isRequired: false,
      about: '',
      facts: [
        { kind: 'atLeast', number: 1 },
        { kind: 'atMost', number: 50 },
      ],
    },
    file: {
      type: { kind: 'file' },
      isRequired: true,
      about: 'Leads',
      facts: [{ kind: 'accepts', list: ['.csv', '.txt'] }],
    },
    amount: {
      type: { kind: 'either', of: [{ kind: 'number' }, { kind: 'text' }] },
      isRequired: true,
      about: '',
      facts: [],
    },
  })
})

test('what is in a group or in each of a list is named by its path, also where a schema names itself', () => {
  const rows = rowsOf(
    z.object({
      lines: z.array(z.object({ text: z.string(), cents: z.number().int() })).max(100),
      place: z.object({ city: z.string() }).nullable(),
      tags: z.array(z.string()),
      anything: z.record(z.string(), z.unknown()),
    }),
  )
  expect(Object.keys(rows)).toEqual([
    'lines',
    'lines[].text',
    'lines[].cents',
    'place',
    'place.city',
    'tags',
    'anything',
  ])
  expect(rows.lines?.type).toEqual({ kind: 'listOf', of: { kind: 'group' } })
  expect(rows.lines?.facts).toEqual([{ kind: 'most', count: 100 }])
  expect(rows.place?.type).toEqual({ kind: 'orNothing', of: { kind: 'group' } })
  expect(rows.tags?.type).toEqual({ kind: 'listOf', of: { kind: 'text' } })
  expect(rows.anything?.type).toEqual({ kind: 'group' })

  const Node = z.object({
    name: z.string(),
    get children() {
      return z.array(Node)
    },
  })
  expect(Object.keys(rowsOf(Node)).slice(0, 4)).toEqual(['name', 'children', 'children[].name', 'children[].children'])
})
