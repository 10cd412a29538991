import { z } from 'zod'
import { NamedField } from './field-facts.ts'

const Order = z.enum(['dmy', 'mdy', 'ymd'])
const DecimalSign = z.enum(['.', ','])

/** What a person may say of a table besides the file. */
export const TableOptions = z.object({
  /** Fields by the number of their column, from 0; an empty one is left out. What is not said is found out. */
  columns: z
    .record(z.string().max(4), z.string().max(64))
    .refine((said) => Object.keys(said).every((place) => /^\d+$/.test(place)), 'A column is a number from 0.')
    .default({})
    .describe('Field by column number'),
  /** Which comes first in 03/04/2026, where the column leaves it open. */
  order: Order.optional(),
  /** Where 1,234 could be either. */
  decimal: DecimalSign.optional(),
})
export type TableOptions = z.infer<typeof TableOptions>

/** A table as it was understood, for the person to look at before anything is kept. */
export const TableUnderstood = z.object({
  fields: z.array(NamedField),
  columns: z.array(
    z.object({
      name: z.string(),
      /** The field that it fills; null where it is left out. */
      field: z.string().nullable(),
      /** The first filled cells, and what they were read as: null where that cannot be. */
      samples: z.array(z.object({ text: z.string(), value: z.unknown() })),
      decimal: DecimalSign.nullable(),
      order: Order.nullable(),
    }),
  ),
  /** Of the dates in figures: `open` where nothing says whether day or month comes first, so that the person has to. */
  dates: z.object({
    order: Order,
    by: z.enum(['told', 'open', 'mixed', 'none', 'said']),
    example: z.string().nullable(),
  }),
  /** Lines above the table: titles and notes. */
  skipped: z.number(),
  delimiter: z.string().nullable(),
})
export type TableUnderstood = z.infer<typeof TableUnderstood>

/** Takes tables of a collection with fields, whatever wrote them: the core reads them, the module does nothing. */
export const tableImport = <const C extends string>(collection: C, many = 'records') => ({
  summary: `A table of ${many} (CSV, TSV, JSON)`,
  accepts: ['.csv', '.tsv', '.txt', '.json'],
  options: TableOptions,
  table: collection,
})
