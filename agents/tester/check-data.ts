import { AppError } from '@atrium/contract/errors'
import { fileInput, type Job, lineInput, playbook, textInput } from '@atrium/contract/playbook'
import type { Block, Source } from '@atrium/contract/work-product'
import { z } from 'zod'
import { evidenceFor, sentences, tableBlock, textBlock } from '../kit/blocks.ts'
import { counted, linesOf } from '../kit/doing.ts'
import { readTable } from '../kit/table.ts'
import { cutTo } from '../kit/telling.ts'
import { type Rule, readRules, runRules } from './data-rules.ts'
import { judge, Profile, rulesFrom } from './dataset-profile.ts'
import { orders, rules as ruleSample } from './samples.ts'

interface Ran {
  name: string
  rows: number
  checks: { text: string; state: 'pass' | 'fail' | 'unknown'; note: string }[]
  more: Block[]
  source: Source
}

async function onFile(job: Job, id: string, rules: readonly Rule[]): Promise<Ran> {
  const file = await job.file(id)
  const table = readTable(file)
  const ran = runRules(table, rules)
  const broken = ran.flatMap(({ violations }) => violations)
  return {
    name: file.name,
    rows: table.rows.length,
    checks: ran.map(({ rule, column, violations }) => {
      const lines = violations.flatMap((one) => one.lines).sort((a, b) => a - b)
      return {
        text: cutTo(`${rule.column}: ${rule.says}`, 300),
        state: column === null ? 'unknown' : lines.length === 0 ? 'pass' : 'fail',
        note:
          column === null
            ? 'The file has no such column.'
            : lines.length === 0
              ? counted(table.rows.length, 'row')
              : `broken in ${counted(lines.length, 'row')}: ${linesOf(lines)}`,
      }
    }),
    more: tableBlock(
      'What breaks the rules',
      { column: 'Column', rule: 'Rule', value: 'First value', what: 'What', rows: 'Rows', lines: 'Lines' },
      broken.map(({ rule, value, what, lines }) => ({
        column: rule.column,
        rule: rule.says,
        value: cutTo(value, 200),
        what,
        rows: lines.length,
        lines: linesOf(lines),
      })),
    ),
    source: { kind: 'file', name: file.name, place: `lines 2–${table.rows.at(-1)?.line ?? 2}`, step: null },
  }
}

const Named = z.object({ datasets: z.array(z.object({ name: z.string() })) })

async function profileOf(job: Job, dataset: string): Promise<z.infer<typeof Profile>> {
  if (!(await job.can('csv.profile')))
    throw new AppError(
      'forbidden',
      'Datasets cannot be read: the CSV Analyzer is not there or not granted. Give a file.',
    )
  const name = dataset.trim() || (await job.read('csv.list', {}, Named)).datasets[0]?.name
  if (!name) throw new AppError('bad_request', 'Give a file, or open a table in the CSV Analyzer first.')
  return job.read('csv.profile', { dataset: name }, Profile)
}

async function onDataset(job: Job, dataset: string, rules: readonly Rule[]): Promise<Ran> {
  const profile = await profileOf(job, dataset)
  const proposed = rulesFrom(profile)
  return {
    name: profile.dataset,
    rows: profile.rows,
    checks: rules.map((rule) => ({ text: cutTo(`${rule.column}: ${rule.says}`, 300), ...judge(rule, profile) })),
    more: [
      ...tableBlock(
        'Columns as they are',
        {
          column: 'Column',
          type: 'Type',
          missing: 'Missing',
          different: 'Different',
          smallest: 'Smallest',
          largest: 'Largest',
        },
        profile.columns.map((one) => ({ ...one, smallest: one.smallest ?? '', largest: one.largest ?? '' })),
      ),
      ...(proposed
        ? [
            textBlock(
              'Rules that it keeps today, to correct and keep',
              `\`\`\`text\n${proposed.replaceAll('```', '’’’')}\n\`\`\``,
            ),
          ]
        : []),
    ],
    source: {
      kind: 'records',
      name: 'CSV Analyzer: datasets',
      place: `${profile.dataset}, ${counted(profile.rows, 'row')}`,
      step: null,
    },
  }
}

const criteria = ['Every rule was run, or it is said why not', 'Every failure names its lines or its numbers']

export const checkData = playbook({
  id: 'checkData',
  title: 'Test a table against rules',
  summary:
    'Runs rules (required, unique, ranges, lists, patterns) over a table file, with the lines that break them, or over a dataset of the CSV Analyzer; without rules it proposes those that the dataset keeps today.',
  examples: ['test data', 'check the data', 'validate a table', 'data quality', 'run data tests'],
  input: z.object({
    file: fileInput('A table (CSV)', '.csv,.tsv,.txt').optional(),
    dataset: lineInput('Or a dataset of the CSV Analyzer (empty: the first)', 400).default(''),
    rules: textInput('Rules, one column a line: “email: required, unique, matches *@*”', 20_000).default(''),
  }),
  uses: ['csv.list', 'csv.profile'],
  criteria,
  withoutModel: [],
  sample: { files: { 'orders.csv': orders }, input: { file: 'file:orders.csv', rules: ruleSample } },
  async run(job, input) {
    const { rules, unread } = readRules(input.rules)
    if (input.file && rules.length === 0)
      throw new AppError('bad_request', 'Give rules for the file, such as “email: required, unique, matches *@*”.')
    const ran = input.file ? await onFile(job, input.file, rules) : await onDataset(job, input.dataset, rules)
    const of = (state: string) => ran.checks.filter((check) => check.state === state).length
    await job.note(
      `${counted(rules.length, 'rule')} on ${counted(ran.rows, 'row')} of ${ran.name}: ${of('fail')} broken.`,
    )
    const verdict =
      rules.length === 0
        ? 'No rules were given; those that it keeps today are proposed.'
        : `${of('pass')} kept, ${of('fail')} broken, ${of('unknown')} not run.`
    await job.deliver({
      title: `Tests of ${ran.name}`,
      summary: `${counted(rules.length, 'rule')} on ${counted(ran.rows, 'row')}. ${verdict}`,
      blocks: [
        ...(ran.checks.length > 0
          ? [{ kind: 'checks' as const, title: 'Rules', checks: ran.checks.slice(0, 500) }]
          : []),
        ...ran.more,
        ...(ran.checks.length + ran.more.length === 0 ? [textBlock('Rules', verdict)] : []),
      ],
      sources: [ran.source],
      evidence: evidenceFor(
        criteria,
        [
          rules.length,
          rules.length - ran.checks.length,
          `${verdict}${unread.length > 0 ? ` Lines that are no rules: ${unread.length}.` : ''}`,
          unread.length,
        ],
        [
          of('fail'),
          ran.checks.filter(({ state, note }) => state === 'fail' && note === '').length,
          `${of('fail')} failures, each with its lines or numbers.`,
        ],
      ),
      couldNot: sentences(
        ...unread.slice(0, 20).map(({ line, text }) => `Line ${line} of the rules is no rule: “${cutTo(text, 200)}”.`),
        unread.length > 20 && `${unread.length - 20} more lines are no rules.`,
        !input.file &&
          rules.length > 0 &&
          'Of a dataset only whole columns are seen: lists, patterns and lengths need the file.',
      ),
    })
  },
})
