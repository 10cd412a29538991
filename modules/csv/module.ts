import { INTEGER_MAX, RowVersion } from '@atrium/contract/integers'
import { collection, defineModule, type Row, rowOf } from '@atrium/contract/module'
import { encodingNames } from '@atrium/domain/encodings/names'
import { z } from 'zod'
import { flatPairs, NewSteps, STEPS_MAX, Steps } from './cleaning/step-schema.ts'
import { How } from './measure-words.ts'
import { proposals } from './proposals.ts'

const Id = z.string().max(64)
const Name = z
  .string('A dataset needs a name.')
  .trim()
  .min(1, 'A dataset needs a name.')
  .max(200, 'A dataset’s name has at most 200 characters.')

/** How the kept file is read. */
export const Reading = z.object({
  encoding: z.enum(encodingNames),
  delimiter: z.string().min(1).max(1),
  header: z.boolean(),
  /** Lines above the table. */
  skip: z.number().int().min(0).max(1000),
})
export type Reading = z.infer<typeof Reading>

export const ChartSpec = z.object({
  kind: z.enum(['bar', 'line', 'area', 'scatter', 'pie']),
  x: z.string().min(1, 'Choose a column.').max(200),
  y: z.string().max(200).default(''),
  measure: z.enum(['count', 'sum', 'average', 'median', 'min', 'max', 'distinct']).default('count'),
  group: z.string().max(200).default(''),
  split: z.string().max(200).default(''),
  period: z.enum(['', 'day', 'month', 'quarter', 'year']).default(''),
})

/** What of the file did not fit. */
const Faults = z.object({
  ragged: z.array(z.object({ line: z.number(), cells: z.number() })).max(100),
  raggedCount: z.number(),
  unclosed: z.array(z.number()).max(100),
  blank: z.number(),
})

export const Dataset = z.object({
  name: Name,
  /** The kept file: separated values, whatever the format it came in. */
  file: Id,
  /** Bytes of it. */
  size: z.number(),
  /** What it came as. */
  format: z.enum(['csv', 'json', 'xlsx', 'parquet', 'sample', 'join']).default('csv'),
  /** The bytes' hash, by which the same file is found again. */
  source: z.string().max(200),
  reading: Reading,
  rows: z.number(),
  columns: z.number(),
  faults: Faults,
  steps: Steps.default([]),
  /** How many of the steps are done; those behind have been undone and can come back. */
  done: z.number().int().min(0).max(INTEGER_MAX).default(0),
  charts: z.array(ChartSpec).max(24, 'A dataset keeps at most 24 charts.').default([]),
})
export type Dataset = z.infer<typeof Dataset>
export type StoredDataset = Row<Dataset>
export const DatasetRow = rowOf(Dataset)
export type DatasetRow = z.infer<typeof DatasetRow>

const Query = z.object({
  name: z.string().trim().min(1, 'A query needs a name.').max(200, 'A query’s name has at most 200 characters.'),
  sql: z.string().min(1, 'A query cannot be empty.').max(20_000, 'A query has at most 20,000 characters.'),
})
const QueryRow = rowOf(Query)
export type QueryRow = z.infer<typeof QueryRow>

/** As a person says it: `sales.csv`, `sales`, or an id. */
const Which = z.string().max(400).describe('Which dataset: its name')
const ColumnName = z.string().max(200).describe('A column’s name')
const Versioned = { id: Id, version: RowVersion.optional() }

const ColumnLine = z.object({
  column: z.string(),
  type: z.string(),
  missing: z.number(),
  different: z.number(),
  smallest: z.string().nullable(),
  largest: z.string().nullable(),
  mean: z.number().nullable(),
  mostFrequent: z.string().nullable(),
})
const Cleaned = z.object({ dataset: z.string(), changed: z.number(), rows: z.number() })

export default defineModule({
  id: 'csv',
  title: 'CSV Analyzer',
  summary: 'Open a table, see its columns, clean it, chart it and ask about it.',
  kind: 'module',
  industries: ['research', 'finance', 'all'],
  tier: 'free',
  triggers: ['/csv'],
  icon: 'table',
  route: '/tools/csv',
  collections: {
    datasets: collection(Dataset, {
      version: 2,
      search: ['name'],
      key: 'source',
      migrate: (data, from) =>
        from < 2 && Array.isArray(data.steps) ? { ...data, steps: data.steps.map(flatPairs) } : data,
    }),
    queries: collection(Query, { version: 1, search: ['name', 'sql'] }),
  },
  imports: {
    table: {
      summary: 'A table: CSV, TSV, XLSX, Parquet, JSON',
      accepts: ['.csv', '.tsv', '.tab', '.psv', '.txt', '.xlsx', '.parquet', '.json', '.jsonl', '.ndjson'],
      options: z.object({
        name: Name.optional().describe('What to call it; the file’s name when absent'),
        format: z.enum(['join']).optional().describe('Where it was made on the page'),
      }),
    },
  },
  exports: {
    csv: {
      summary: 'A dataset as CSV, cleaned',
      extension: '.csv',
      mime: 'text/csv',
      options: z.object({ dataset: Which, delimiter: z.enum([',', ';', 'tab']).default(',') }),
    },
    json: {
      summary: 'A dataset as JSON, cleaned',
      extension: '.json',
      mime: 'application/json',
      options: z.object({ dataset: Which }),
    },
  },
  actions: {
    overview: {
      summary: 'Everything that the page lists',
      effect: 'read',
      input: z.object({}),
      output: z.object({ datasets: z.array(DatasetRow), queries: z.array(QueryRow) }),
    },
    list: {
      summary: 'Datasets',
      effect: 'read',
      input: z.object({}),
      output: z.object({
        datasets: z.array(
          z.object({ id: z.string(), name: z.string(), rows: z.number(), columns: z.number(), steps: z.number() }),
        ),
      }),
      examples: ['list my datasets', 'show my datasets', 'which datasets do i have', 'list my csv files'],
      triggers: ['/datasets'],
      resultTemplate: {
        list: 'datasets',
        none: 'There are no datasets yet.',
        each: '**{name}**: {rows} rows, {columns} columns',
      },
    },
    profile: {
      summary: 'Columns: what is in each column of a dataset',
      effect: 'read',
      input: z.object({ dataset: Which }),
      output: z.object({ dataset: z.string(), rows: z.number(), columns: z.array(ColumnLine) }),
      examples: [
        'profile {dataset}',
        'profile the dataset {dataset}',
        'what columns are in {dataset}',
        'show the columns of {dataset}',
      ],
      triggers: ['/profile'],
    },
    describe: {
      summary: 'One column of a dataset in numbers',
      effect: 'read',
      input: z.object({ column: ColumnName, dataset: Which }),
      output: z.object({
        column: z.string(),
        type: z.string(),
        rows: z.number(),
        missing: z.number(),
        different: z.number(),
        min: z.string().nullable(),
        firstQuartile: z.string().nullable(),
        median: z.string().nullable(),
        mean: z.string().nullable(),
        thirdQuartile: z.string().nullable(),
        max: z.string().nullable(),
        deviation: z.number().nullable(),
        mostFrequent: z.string(),
      }),
      examples: [
        'describe {column} in {dataset}',
        'describe the column {column} of {dataset}',
        'describe {column} of {dataset}',
      ],
      resultTemplate:
        '**{column}** ({type}): {rows} rows, {missing} missing, {different} different.[ From {min} to {max}, mean {mean}, median {median}.][ Most frequent: {mostFrequent}.]',
    },
    summarise: {
      summary: 'Sums and averages: of a column, by the values of another',
      effect: 'read',
      input: z.object({
        how: How,
        column: ColumnName.optional(),
        by: ColumnName.optional().describe('The column whose values make the groups'),
        dataset: Which,
      }),
      output: z.object({
        dataset: z.string(),
        measure: z.string(),
        rows: z.number(),
        groups: z.array(z.object({ group: z.string(), value: z.number().nullable(), rows: z.number() })),
      }),
      examples: [
        '{how} of {column} by {by} in {dataset}',
        'what is the {how} of {column} by {by} in {dataset}',
        'show the {how} of {column} by {by} in {dataset}',
        '{how} of {column} in {dataset}',
        'what is the {how} of {column} in {dataset}',
        '{how} of rows by {by} in {dataset}',
      ],
      resultTemplate: {
        list: 'groups',
        none: 'There is nothing to sum up.',
        each: '{group}: **{value}**',
        after: '{measure} in {dataset}, over {rows} rows.',
      },
    },
    trim: {
      summary: 'Trim the spaces of a dataset: around words and doubled ones',
      effect: 'write',
      input: z.object({ dataset: Which, column: ColumnName.optional() }),
      output: Cleaned,
      examples: ['trim spaces in {dataset}', 'trim {column} in {dataset}', 'trim the spaces of {column} in {dataset}'],
    },
    dropDuplicates: {
      summary: 'Drop duplicate rows of a dataset',
      effect: 'write',
      input: z.object({ dataset: Which, column: ColumnName.optional() }),
      output: Cleaned,
      examples: [
        'drop duplicates in {dataset}',
        'remove duplicate rows in {dataset}',
        'remove duplicates from {dataset}',
      ],
    },
    addSteps: {
      summary: 'Clean a dataset by steps: trim, replace, split, filter, sort and others',
      effect: 'write',
      input: z.object({
        dataset: Which,
        steps: NewSteps.min(1, 'Give a step.').optional(),
        words: z.string().max(500).optional().meta({
          description: 'A step in words, where none is given: sort by date, newest first',
          'x-sentence': true,
        }),
      }),
      output: Cleaned,
    },
    setSteps: {
      summary: 'Change a dataset’s list of steps: order, removal, undo and redo, and new ones behind them',
      effect: 'write',
      input: z.object({
        ...Versioned,
        /** Places in the list as it is, from 0, in their new order; all of it when absent. */
        keep: z
          .array(
            z
              .number()
              .int()
              .min(0)
              .max(STEPS_MAX - 1),
          )
          .max(STEPS_MAX)
          .optional()
          .describe('Which of its steps stay, by their places from 0, in their new order; all when absent'),
        add: NewSteps.default([]).describe('Steps behind those'),
        done: z.number().int().min(0).max(INTEGER_MAX).optional().describe('How many are done; all when absent'),
      }),
      output: DatasetRow,
    },
    setReading: {
      summary: 'Change how a dataset’s file is read',
      effect: 'write',
      input: z.object({ ...Versioned, reading: Reading }),
      output: DatasetRow,
    },
    setCharts: {
      summary: 'Change a dataset’s charts',
      effect: 'write',
      input: z.object({ ...Versioned, charts: Dataset.shape.charts }),
      output: DatasetRow,
    },
    rename: {
      summary: 'Rename a dataset',
      effect: 'write',
      input: z.object({ ...Versioned, name: Name }),
      output: DatasetRow,
    },
    remove: {
      summary: 'Delete a dataset',
      effect: 'write',
      input: z.object(Versioned),
      output: z.object({ name: z.string() }),
    },
    ...proposals,
    saveQuery: {
      summary: 'Save a query',
      effect: 'write',
      input: Query.extend({ id: Id.optional() }),
      output: QueryRow,
    },
    removeQuery: {
      summary: 'Delete a saved query',
      effect: 'write',
      input: z.object({ id: Id }),
      output: z.object({ name: z.string() }),
    },
    prepare: {
      summary: 'Make ready to open a file',
      effect: 'write',
      input: z.object({}),
      output: z.object({ ready: z.boolean() }),
    },
    sample: {
      summary: 'Add sample datasets to try things with',
      effect: 'write',
      input: z.object({}),
      output: z.object({ count: z.number(), id: z.string() }),
    },
  },
})
