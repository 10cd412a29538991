import { z } from 'zod'

// What a seat delivers: blocks that a person can read, check, take along and accept or send back.

const line = z.string().max(2_000)

export const TextBlock = z.object({
  kind: z.literal('text'),
  title: line.default(''),
  /** CommonMark with tables. */
  markdown: z.string().max(200_000),
})

export const TableBlock = z.object({
  kind: z.literal('table'),
  title: line.default(''),
  columns: z
    .array(z.object({ key: z.string().max(80), title: line, align: z.enum(['start', 'end']).default('start') }))
    .min(1)
    .max(60),
  /** By column key. Numbers as numbers: the page formats them. */
  rows: z.array(z.record(z.string(), z.union([z.string().max(10_000), z.number(), z.null()]))).max(5_000),
})

export const DraftsBlock = z.object({
  kind: z.literal('drafts'),
  title: line.default(''),
  drafts: z.array(z.object({ to: line, subject: line, text: z.string().max(20_000) })).max(500),
})

export const ChecksBlock = z.object({
  kind: z.literal('checks'),
  title: line.default(''),
  checks: z
    .array(z.object({ text: line, state: z.enum(['pass', 'fail', 'unknown']), note: line.default('') }))
    .max(1_000),
})

export const Block = z.discriminatedUnion('kind', [TextBlock, TableBlock, DraftsBlock, ChecksBlock])
export type Block = z.infer<typeof Block>

/** Where something in a product comes from. */
export const Source = z.object({
  kind: z.enum(['file', 'records', 'answer', 'web', 'model']),
  /** `leads.csv`, `Task Inbox: tasks`, `your answer to “Who do you sell to?”` */
  name: line,
  /** Where in it: `rows 2–40`, `4 open tasks`. */
  place: line.default(''),
  /** The step of the run that read it; null when the person gave it. */
  step: z.number().int().nullable().default(null),
})
export type Source = z.infer<typeof Source>

const FoundEvidence = z.object({
  criterion: line,
  met: z.enum(['yes', 'no', 'unknown']),
  note: line.default(''),
  /** Rows, cases or records that the check looked at; 0: nothing was checked. */
  checked: z.number().int().min(0).default(0),
  /** How many of what was given the check did not look at. */
  left: z.number().int().min(0).default(0),
})

/** Met is only what a check has looked at, all of it; else it is unknown, whoever says otherwise. */
export const earned = (one: z.infer<typeof FoundEvidence>): z.infer<typeof FoundEvidence> =>
  one.met === 'yes' && (one.checked === 0 || one.left > 0) ? { ...one, met: 'unknown' } : one

/** One acceptance criterion and what shows that it is met. */
export const Evidence = FoundEvidence.overwrite(earned)
export type Evidence = z.infer<typeof Evidence>

/** What no check has looked at. */
export const unchecked = (criterion: string, note = ''): Evidence => ({
  criterion,
  met: 'unknown',
  note,
  checked: 0,
  left: 0,
})

export const WorkProduct = z.object({
  title: line.min(1),
  /** Two or three sentences: what it says and what it is good for. */
  summary: z.string().max(5_000),
  blocks: z.array(Block).min(1).max(50),
  sources: z.array(Source).max(200).default([]),
  evidence: z.array(Evidence).max(50).default([]),
  /** What was asked for and not done, and why: above all what needs a model or a qualified person. */
  couldNot: z.array(line).max(50).default([]),
})
export type WorkProduct = z.infer<typeof WorkProduct>
export type NewWorkProduct = z.input<typeof WorkProduct>
