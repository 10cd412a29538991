import type { Moment } from '../calendar/reading.ts'
import { type Field, fieldsOf } from './fields.ts'
import { type Fit, fits, type Pattern } from './patterns.ts'
import type { Target } from './targets.ts'
import { coerce, listed, short, splitDate } from './values.ts'

export type Values = Readonly<Record<string, unknown>>

/** What a sentence means to the actions: ready to run, waiting for a field, or not possible by sentence. `names`: what the things are called that it was found to be about. */
export type Reading =
  | { state: 'ready'; target: Target; values: Values; names?: readonly string[] }
  | { state: 'asking'; target: Target; values: Values; field: Field; problem: string | null; unsaid: readonly string[] }
  | { state: 'wrong'; target: Target; problem: string }

export interface Read {
  reading: Reading
  /** How specific the sentence was. */
  score: number
}

/** The question for one field, word for word: the next turn finds it again in the thread. */
export function questionFor(field: Field): string {
  const hint = field.kind === 'choice' ? ` (${listed(field.options)})` : field.kind === 'boolean' ? ' (yes or no)' : ''
  return `What should the **${field.label}** be?${field.description ? ` ${field.description}` : ''}${hint}`
}

/** Words of any question: a pattern of these alone (`what is the {how} of {column}`) is told by its choice. */
const ANYWHERE = new Set([
  'what',
  'which',
  'is',
  'are',
  'show',
  'the',
  'a',
  'my',
  'of',
  'in',
  'by',
  'for',
  'from',
  'on',
])
const isToldByChoice = ({ pieces }: Pattern) => pieces.every((piece) => 'field' in piece || ANYWHERE.has(piece.word))

/** Reads a sentence against every declared pattern. The most specific understood ones come first. */
export async function readSentence(sentence: string, targets: readonly Target[], moment: Moment): Promise<Read[]> {
  const all = targets.flatMap((target) =>
    target.patterns.flatMap((pattern) => fits(sentence, pattern).map((fit) => ({ target, fit }))),
  )
  all.sort((a, b) => b.fit.score - a.fit.score)
  const understood = new Map<string, Read>()
  const failed = new Map<string, Read>()
  for (const { target, fit } of all.slice(0, 60)) {
    if (understood.has(target.id)) continue
    const taken = await take(fit, target, moment)
    if ('problem' in taken) {
      if (taken.field?.kind === 'choice' && isToldByChoice(fit.pattern)) continue
      if (!failed.has(target.id))
        failed.set(target.id, {
          reading: taken.field
            ? {
                state: 'asking',
                target,
                values: taken.values,
                field: taken.field,
                problem: taken.problem,
                unsaid: fit.missing,
              }
            : { state: 'wrong', target, problem: taken.problem },
          score: fit.score,
        })
    } else understood.set(target.id, { reading: complete(target, taken.values, fit.missing), score: fit.score })
  }
  const best = [...understood.values()]
  return (best.length > 0 ? best : [...failed.values()]).sort((a, b) => b.score - a.score)
}

/** What was understood of a sentence, as values of the action's fields. Throws nothing: what is wrong is said. */
export async function readingOf(
  target: Target,
  captured: Readonly<Record<string, string>>,
  missing: readonly string[],
  moment: Moment,
): Promise<Reading> {
  const taken = await take({ captured, missing }, target, moment)
  if (!('problem' in taken)) return complete(target, taken.values, missing)
  return taken.field
    ? { state: 'asking', target, values: taken.values, field: taken.field, problem: taken.problem, unsaid: missing }
    : { state: 'wrong', target, problem: taken.problem }
}

type Taken = { values: Values } | { problem: string; field: Field | null; values: Values }

async function take(
  fit: Pick<Fit, 'captured'> & { missing: readonly string[] },
  target: Target,
  moment: Moment,
): Promise<Taken> {
  const fields = fieldsOf(target.action)
  const values: Record<string, unknown> = {}
  const captured = Object.entries(fit.captured)
  let failure: { problem: string; field: Field } | null = null
  for (const [index, [name, text]] of captured.entries()) {
    const field = fields.find((entry) => entry.name === name)
    if (!field) continue
    const last = index === captured.length - 1 && fit.missing.length === 0
    const rest = last && field.kind === 'string' ? await extras(text, fields, fit.captured, values, moment) : text
    const ended = field.kind === 'string' && last ? rest.replace(/(?<=[^.])\.$/u, '') : rest
    const result = await coerce(field, ended, moment)
    if ('value' in result) values[name] = result.value
    else failure ??= { problem: result.problem, field }
  }
  return failure ? { ...failure, values } : { values }
}

/** Takes what the pattern has no place for off the end of the last text: "… by Friday", "… priority high", "#home". */
async function extras(
  text: string,
  fields: readonly Field[],
  taken: Readonly<Record<string, unknown>>,
  values: Record<string, unknown>,
  moment: Moment,
): Promise<string> {
  const free = fields.filter((field) => !(field.name in taken))
  let rest = text
  for (let round = 0; round < 3; round++) {
    const before = rest
    for (const field of free) {
      if (field.name in values) continue
      if ((field.kind === 'date' && !field.isPast) || field.kind === 'datetime') {
        const split = await splitDate(rest, field, moment)
        if (split) {
          rest = split.rest
          values[field.name] = split.value
        }
      } else if (field.kind === 'choice' || field.kind === 'number' || field.kind === 'integer') {
        const label = field.label.replace(/[^\p{L} ]/gu, '')
        const tail = new RegExp(
          `^(.+?)[,;]? (?:(?:with |and |at |as )?(?:a |the )?${label}(?: is| of|:|=)? ?([^\\s]{1,30}(?: [^\\s]{1,30})?)|(?:with |at )?([^\\s]{1,30}) ${label})$`,
          'iu',
        ).exec(rest)
        const said = tail?.[2] ?? tail?.[3]
        const result = said === undefined ? null : await coerce(field, said, moment)
        if (tail?.[1] && result && 'value' in result) {
          rest = tail[1]
          values[field.name] = result.value
        }
      } else if (field.kind === 'list' && field.options.length === 0 && /^tags?$|^labels?$/u.test(field.label)) {
        const tags = [...rest.matchAll(/(?:^|\s)#([\p{L}\p{N}_-]{1,40})/gu)].map((match) => match[1] as string)
        if (tags.length > 0) {
          rest = rest.replace(/(?:^|\s)#[\p{L}\p{N}_-]{1,40}/gu, '').trim()
          values[field.name] = tags
        }
      }
    }
    if (rest === before) break
  }
  return rest
}

/**
 * Checks the values against the action's own schema; asks for what is missing. `unsaid` are the fields that the sentence ended
 * before: they are asked for first, in its order, and only when the action cannot do without.
 */
export function complete(target: Target, values: Values, unsaid: readonly string[] = []): Reading {
  const fields = fieldsOf(target.action)
  if (isIdle(target, fields, values)) {
    const some = fields.filter(({ name, kind }) => !NAMING.has(name) && kind !== 'other' && !/[iI]d$/u.test(name))
    const labels = some.slice(0, 4).map(({ label }) => label)
    return { state: 'wrong', target, problem: `Say what is to be changed: ${labels.join(', ')}.` }
  }
  const placed = inPlace(fields, values)
  const parsed = target.action.input.safeParse(placed)
  if (parsed.success) return { state: 'ready', target, values: placed }
  const named = unsaid.flatMap((name) => fields.find((field) => field.name === name) ?? [])
  const missing = [...named, ...fields.filter((field) => field.required)].find((field) => !(field.name in values))
  if (missing?.kind === 'other') {
    const problem = `“${target.action.summary}” needs a ${missing.label}, which cannot be said in a sentence.`
    return { state: 'wrong', target, problem }
  }
  if (missing) return { state: 'asking', target, values, field: missing, problem: null, unsaid }
  const issue = parsed.error.issues[0]
  const field = fields.find(
    (entry) => entry.name === (issue?.path[0] === entry.within ? issue?.path[1] : issue?.path[0]),
  )
  const problem = sayIssue(issue, field?.label ?? null, field ? values[field.name] : undefined)
  if (!field || field.kind === 'other') return { state: 'wrong', target, problem }
  const { [field.name]: _refused, ...kept } = values
  return { state: 'asking', target, values: kept, field, problem, unsaid }
}

const NAMING = new Set(['id', 'version', 'occurrence', 'scope'])

/** A change that names what is to be changed, and nothing else. */
const isIdle = ({ name }: Target, fields: readonly Field[], values: Values): boolean =>
  name.startsWith('change') &&
  fields.some((field) => field.name === 'id' && field.required) &&
  values.id !== undefined &&
  Object.keys(values).every((key) => NAMING.has(key))

/** The values as the action takes them: those of a field within another stand there. */
function inPlace(fields: readonly Field[], values: Values): Values {
  const placed: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(values)) {
    const within = fields.find((field) => field.name === name)?.within
    if (within) placed[within] = { ...(placed[within] as object | undefined), [name]: value }
    else placed[name] = value
  }
  return placed
}

interface Issue {
  code?: string
  message: string
  minimum?: unknown
  maximum?: unknown
  origin?: string
}

/** zod's own sentences are for programmers; a module's own message is for people and is kept. */
function sayIssue(issue: Issue | undefined, label: string | null, value: unknown): string {
  const name = label ? `The ${label}` : 'What you gave'
  if (!issue) return `${name} was not accepted.`
  if (!/^(?:Invalid|Too (?:small|big)|Unrecognized|Expected)/u.test(issue.message)) return issue.message
  const characters = issue.origin === 'string' ? ' characters' : ''
  if (issue.code === 'too_small')
    return `${name} must be at least ${String(issue.minimum)}${characters}${shown(value)}.`
  if (issue.code === 'too_big') return `${name} must be at most ${String(issue.maximum)}${characters}${shown(value)}.`
  return `${name} is not valid${shown(value)}.`
}

const shown = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? `; you gave “${short(String(value))}”` : ''

/** Fills the field that was asked for with the person's answer. */
export async function fill(
  reading: Extract<Reading, { state: 'asking' }>,
  answer: string,
  moment: Moment,
): Promise<Reading> {
  const values: Record<string, unknown> = { ...reading.values }
  const text =
    reading.field.kind === 'string'
      ? await extras(answer, fieldsOf(reading.target.action), { ...values, [reading.field.name]: '' }, values, moment)
      : answer
  const result = await coerce(reading.field, text, moment)
  if ('problem' in result) return { ...reading, problem: result.problem }
  return complete(reading.target, { ...values, [reading.field.name]: result.value }, reading.unsaid)
}
