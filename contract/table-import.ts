import { z } from 'zod'
import { NamedField } from './field-facts.ts'
import type { ReadSource } from './reading.ts'

const words = (text: string) => text.split(' ')

const Order = z.enum(['dmy', 'mdy', 'ymd'])
const DecimalSign = z.enum(['.', ','])

/** Encodings of texts that a person may choose, by the names of the Encoding Standard. */
export const encodings = words(
  'utf-8 utf-16le utf-16be windows-1252 windows-1250 windows-1251 windows-1253 windows-1254 windows-1255 windows-1256 windows-1257 windows-1258 windows-874 iso-8859-2 iso-8859-5 iso-8859-15 koi8-r koi8-u macintosh shift_jis euc-jp gb18030 big5 euc-kr',
)

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
  /** How its text is encoded, where it is not found out rightly: a name of the Encoding Standard. */
  encoding: z.string().max(40).optional(),
  /** The line on which the columns are named, from 1; 0 where none does. */
  header: z.number().int().min(0).max(10_000).optional(),
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
  /** Of a text; null where the format has but one. */
  encoding: z.string().nullable(),
  /** The line on which the columns are named, 0 where none does; null where a format has no lines. */
  header: z.number().nullable(),
})
export type TableUnderstood = z.infer<typeof TableUnderstood>

/** A table as it is read: first what it was understood as, then its rows with what stands in each field, or why one is none. */
export type TableRow =
  | { table: TableUnderstood }
  | { data: Record<string, unknown>; line: number; text: string }
  | { refused: string; line: number; text: string }

/** Reads a table of somebody's as rows of these fields; empty cells are left out. */
export type ReadTable = (
  source: ReadSource,
  fields: readonly NamedField[],
  options: TableOptions,
) => AsyncGenerator<TableRow>

/** Takes tables of a collection with fields, whatever wrote them: the core reads them, the module does nothing. */
export const tableImport = <const C extends string>(collection: C, many = 'records') => ({
  summary: `A table of ${many} (CSV, TSV, XLSX, JSON)`,
  accepts: ['.csv', '.tsv', '.txt', '.xlsx', '.json'],
  options: TableOptions,
  table: collection,
})
