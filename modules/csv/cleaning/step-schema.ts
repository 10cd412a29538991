import { z } from 'zod'
import { FORMULA_MAX } from '../formulas/parse.ts'

/** A column's name. */
const Name = z.string().min(1, 'A column needs a name.').max(200, 'A column’s name has at most 200 characters.')
const ColumnKind = z.enum(['text', 'integer', 'number', 'boolean', 'date', 'datetime'])

/** Values that become others in one step. */
export const PAIRS_MAX = 200

const CellReading = z.object({
  type: ColumnKind,
  style: z.enum(['point', 'comma']),
  order: z.enum(['dmy', 'mdy', 'ymd']),
})

interface Limits {
  columns: number
  /** Characters of a value. */
  value: number
  /** Values that a filter keeps. */
  values: number
  /** Values that become others. */
  pairs: number
}

const stepWithin = (most: Limits) => {
  const said = (count: number) => count.toLocaleString('en')
  const Value = z.string().max(most.value, `A value has at most ${said(most.value)} characters here.`)
  const some = z.array(Name).max(most.columns, `Choose at most ${said(most.columns)} columns at once.`)
  const Names = some.min(1, 'Choose a column.')
  const FilterTest = z.discriminatedUnion('is', [
    z.object({
      is: z.literal('in'),
      values: z.array(Value).max(most.values, `A filter holds at most ${said(most.values)} values.`),
    }),
    z.object({ is: z.literal('range'), from: z.number().nullable(), to: z.number().nullable() }),
    z.object({ is: z.literal('blank') }),
    z.object({ is: z.literal('filled') }),
    z.object({ is: z.literal('contains'), text: Value }),
    z.object({ is: z.literal('matches'), pattern: z.string().max(1000) }),
  ])
  return z.discriminatedUnion('kind', [
    /** No column named: all. */
    z.object({ kind: z.literal('trim'), columns: some }),
    z.object({ kind: z.literal('collapse'), columns: some }),
    z.object({ kind: z.literal('case'), columns: Names, to: z.enum(['upper', 'lower', 'title']) }),
    z.object({
      kind: z.literal('replace'),
      columns: Names,
      find: z.string().min(1, 'Say what to find.').max(1000),
      with: Value,
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
    z.object({ kind: z.literal('dedupe'), columns: some.default([]) }),
    z.object({ kind: z.literal('dropBlank'), columns: some.default([]) }),
    z.object({
      kind: z.literal('filter'),
      column: Name,
      test: FilterTest,
      not: z.boolean().default(false),
      /** How a range reads the cells: numbers with a point, or dates, where it says nothing else. */
      reading: CellReading.optional(),
    }),
    /** A column worked out by a formula: a new one, or the one that has this name. */
    z.object({
      kind: z.literal('formula'),
      formula: z
        .string()
        .trim()
        .min(1, 'Write a formula.')
        .max(FORMULA_MAX, `A formula has at most ${said(FORMULA_MAX)} characters.`),
      name: Name,
      /** How the columns it names are read; what is not said is read cell by cell. */
      readings: z
        .array(CellReading.extend({ column: Name }))
        .max(100)
        .default([]),
    }),
    z.object({
      kind: z.literal('merge'),
      column: Name,
      /** What each value becomes. */
      pairs: z
        .array(z.object({ from: Value, to: Value }))
        .min(1, 'Choose what becomes what.')
        .max(most.pairs, `Join at most ${said(most.pairs)} values at once.`),
    }),
    z.object({
      kind: z.literal('sort'),
      by: z
        .array(z.object({ column: Name, direction: z.enum(['asc', 'desc']) }))
        .min(1)
        .max(20),
    }),
  ])
}

/** One thing done to a table. Steps are data: a list of them can be kept, sent and done to another file. */
export const Step = stepWithin({ columns: 500, value: 500, values: 400, pairs: PAIRS_MAX })
export type Step = z.output<typeof Step>
export type StepInput = z.input<typeof Step>
export type StepKind = Step['kind']

/** Steps that come in one call: the largest of all are within what a body may have. */
export const NEW_STEPS_MAX = 25
export const STEPS_MAX = 500
export const NewSteps = z.array(Step).max(NEW_STEPS_MAX, `Add at most ${NEW_STEPS_MAX} steps at once.`)

/** Steps as they are kept: what was made under wider limits stays as it is. */
export const Steps = z
  .array(stepWithin({ columns: 2_000, value: 10_000, values: 10_000, pairs: 100_000 }))
  .max(STEPS_MAX, `A dataset has at most ${STEPS_MAX} steps.`)

/** Until version 2 of a dataset, joined values came in groups, each of many that became one. */
export function flatPairs(step: unknown): unknown {
  if (typeof step !== 'object' || step === null || !('groups' in step) || !Array.isArray(step.groups)) return step
  const { groups, ...rest } = step as { groups: { from: string[]; to: string }[] }
  return { ...rest, pairs: groups.flatMap(({ from, to }) => from.map((value) => ({ from: value, to }))) }
}
