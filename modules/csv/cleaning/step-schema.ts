import { z } from 'zod'

/** A column's name. */
const Name = z.string().min(1, 'A column needs a name.').max(200, 'A column’s name has at most 200 characters.')
const Names = z.array(Name).min(1, 'Choose a column.').max(2000)
const ColumnKind = z.enum(['text', 'integer', 'number', 'boolean', 'date', 'datetime'])
const Words = z.string().max(10_000)

export const FilterTest = z.discriminatedUnion('is', [
  z.object({ is: z.literal('in'), values: z.array(Words).max(10_000) }),
  z.object({ is: z.literal('range'), from: z.number().nullable(), to: z.number().nullable() }),
  z.object({ is: z.literal('blank') }),
  z.object({ is: z.literal('filled') }),
  z.object({ is: z.literal('contains'), text: Words }),
  z.object({ is: z.literal('matches'), pattern: z.string().max(1000) }),
])

/** One thing done to a table. Steps are data: a list of them can be kept, sent and done to another file. */
export const Step = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('trim'), columns: Names }),
  z.object({ kind: z.literal('collapse'), columns: Names }),
  z.object({ kind: z.literal('case'), columns: Names, to: z.enum(['upper', 'lower', 'title']) }),
  z.object({
    kind: z.literal('replace'),
    columns: Names,
    find: z.string().min(1, 'Say what to find.').max(1000),
    with: Words,
    /** `find` is a regular expression, and `$1` in `with` its first group. */
    regex: z.boolean().default(false),
    ignoreCase: z.boolean().default(false),
    /** Only where the whole cell is it. */
    whole: z.boolean().default(false),
  }),
  z.object({ kind: z.literal('fillDown'), columns: Names }),
  z.object({
    kind: z.literal('split'),
    column: Name,
    by: z.string().min(1, 'Say at what to split.').max(200),
    regex: z.boolean().default(false),
    into: z.number().int().min(2).max(50),
    keep: z.boolean().default(false),
  }),
  z.object({
    kind: z.literal('join'),
    columns: Names,
    with: z.string().max(200),
    name: Name,
    keep: z.boolean().default(true),
  }),
  z.object({ kind: z.literal('rename'), column: Name, to: Name }),
  z.object({ kind: z.literal('remove'), columns: Names }),
  z.object({ kind: z.literal('move'), column: Name, to: z.number().int().min(0).max(2000) }),
  z.object({
    kind: z.literal('type'),
    column: Name,
    to: ColumnKind,
    style: z.enum(['point', 'comma']).default('point'),
    order: z.enum(['dmy', 'mdy', 'ymd']).default('dmy'),
    /** What becomes of cells that are something else. */
    invalid: z.enum(['keep', 'blank']).default('keep'),
  }),
  z.object({ kind: z.literal('dedupe'), columns: z.array(Name).max(2000).default([]) }),
  z.object({ kind: z.literal('dropBlank'), columns: z.array(Name).max(2000).default([]) }),
  z.object({
    kind: z.literal('filter'),
    column: Name,
    test: FilterTest,
    not: z.boolean().default(false),
    /** How a range reads the cells: numbers with a point, or dates, where it says nothing else. */
    reading: z
      .object({ type: ColumnKind, style: z.enum(['point', 'comma']), order: z.enum(['dmy', 'mdy', 'ymd']) })
      .optional(),
  }),
  z.object({
    kind: z.literal('merge'),
    column: Name,
    groups: z
      .array(z.object({ from: z.array(Words).min(1).max(10_000), to: Words }))
      .min(1)
      .max(10_000),
  }),
  z.object({
    kind: z.literal('sort'),
    by: z
      .array(z.object({ column: Name, direction: z.enum(['asc', 'desc']) }))
      .min(1)
      .max(20),
  }),
])
export type Step = z.output<typeof Step>
export type StepInput = z.input<typeof Step>
export type StepKind = Step['kind']

export const Steps = z.array(Step).max(500, 'A dataset has at most 500 steps.')
