import type { Module } from '@atrium/contract/module'
import { type Moment, momentOf } from '../calendar/reading.ts'
import type { GuideContext } from '../guide.ts'
import { type Field, fieldsOf } from './fields.ts'
import { example, firstField, type Piece } from './patterns.ts'
import { complete, type Reading, readSentence } from './reading.ts'
import { linkTo, type Target, targetsOf } from './targets.ts'
import { coerce } from './values.ts'

export interface Command {
  trigger: string
  rest: string
}

/** "/task buy milk"; null for text that is no slash command, such as a path or "/ 5". */
export function commandIn(question: string): Command | null {
  const typed = /^\s*(\/[\p{L}\d][\p{L}\d-]{0,40})(?:[ \n]+([\s\S]{0,2000}))?$/u.exec(question)
  return typed ? { trigger: (typed[1] as string).toLowerCase(), rest: (typed[2] ?? '').trim() } : null
}

/** What a command means: an action with its values, or a module's page, or several of either. */
export type Commanded =
  | { kind: 'reading'; reading: Reading }
  | { kind: 'actions'; targets: Target[] }
  | { kind: 'modules'; modules: Module[] }
  | { kind: 'unknown' }

export async function readCommand({ trigger, rest }: Command, context: GuideContext): Promise<Commanded> {
  const targets = targetsOf(context.modules).filter(({ action }) =>
    action.triggers?.some((own) => own.toLowerCase() === trigger),
  )
  if (targets.length > 1) return { kind: 'actions', targets }
  const [target] = targets
  if (target) return { kind: 'reading', reading: await withRest(target, rest, context) }
  const modules = context.modules.filter((module) => module.triggers.some((own) => own.toLowerCase() === trigger))
  return modules.length > 0 ? { kind: 'modules', modules } : { kind: 'unknown' }
}

/** The text after the command: one of the action's own sentences, or else its first field. */
async function withRest(target: Target, rest: string, context: GuideContext): Promise<Reading> {
  const moment = momentOf(context)
  if (rest === '') return complete(target, {})
  const spoken = await readSentence(rest, [target], moment)
  if (spoken[0]?.reading.state === 'ready') return spoken[0].reading
  const fields = fieldsOf(target.action)
  const fillable = fields.filter((field) => field.kind !== 'other')
  const first =
    fillable.find((field) => field.required) ??
    (await typed(fillable, rest, moment)) ??
    fillable.find((field) => field.kind === 'string') ??
    fillable[0]
  if (!first) return complete(target, {})
  // The command stands for the words before a pattern's first field: "/card dog - Hund" for `add a card {front} - {back}`.
  const made = (pieces: readonly Piece[]) => ({ source: '', words: 1, pieces: [{ word: 'do' }, ...pieces] })
  const tails = target.patterns
    .map(({ pieces }) => made(pieces.slice(firstField(pieces))))
    .filter(({ pieces }) => pieces.length > 2)
  const read = await readSentence(
    `do ${rest.replace(/\s+/gu, ' ')}`,
    [{ ...target, patterns: [made([{ field: first.name }]), ...tails] }],
    moment,
  )
  if (read[0]) return { ...read[0].reading, target }
  const result = await coerce(first, rest, moment)
  return 'problem' in result
    ? { state: 'asking', target, values: {}, field: first, problem: result.problem, unsaid: [] }
    : complete(target, { [first.name]: result.value })
}

/** The first field that takes exactly what was said: "/tasks today" is a view and not a project. */
async function typed(fields: readonly Field[], said: string, moment: Moment): Promise<Field | undefined> {
  for (const field of fields)
    if (field.kind !== 'string' && field.kind !== 'list' && 'value' in (await coerce(field, said, moment))) return field
  return undefined
}

/** A module's page and what can be said to it. */
export function presentModule(module: Module): string {
  const sayings = Object.values(module.actions).flatMap((action) =>
    action.effect === 'send' ? [] : (action.examples ?? []).slice(0, 1),
  )
  const lines = [`**${linkTo(module)}**: ${module.summary}`]
  if (sayings.length > 0)
    lines.push(
      `You can also say:\n${sayings
        .slice(0, 6)
        .map((saying) => `- “${example(saying)}”`)
        .join('\n')}`,
    )
  return lines.join('\n\n')
}
