import { fieldsOf } from '../actions/fields.ts'
import { meaningOf } from '../actions/meant.ts'
import { complete, type Reading, readingOf } from '../actions/reading.ts'
import { singleOf } from '../actions/reference.ts'
import { type Target, targetsOf } from '../actions/targets.ts'
import { momentOf } from '../calendar/reading.ts'
import type { Done, GuideContext, Turn } from '../guide.ts'
import type { LanguageManners } from '../understanding/manners.ts'
import { type Understood, understand } from '../understanding/understand.ts'
import { folded, type Word, wordsOf } from '../understanding/words.ts'
import { type Entry, isEntry, listedIn, nameOf, singleIn } from './rows.ts'

/** What a sentence refers to: one thing or several, as a person calls it. */
interface Referred {
  name: string
  rows: readonly Entry[]
  module: string
}

/** Longer sentences say what they mean. */
const MOST_WORDS = 14
/** Replies back in which something may have been done that “it” stands for. */
const REPLIES = 2

const lastDone = (turns: readonly Turn[]): Done | null =>
  turns
    .filter(({ role }) => role === 'assistant')
    .slice(-REPLIES)
    .flatMap(({ done }) => done ?? [])
    .at(-1) ?? null

/**
 * What is to be done with “it”, “the second one”, “those”: the action of the same module that the sentence is about when the thing stands
 * in it by its name. Null where nothing was meant.
 */
export async function referredTo(
  sentence: string,
  context: GuideContext,
  manners: LanguageManners,
  mayBeUnsaid: boolean,
): Promise<Reading | null> {
  const done = lastDone(context.turns)
  if (!done || wordsOf(sentence, MOST_WORDS + 1).length > MOST_WORDS) return null
  const module = done.action.split('.')[0] as string
  // “Them” are those that have just been shown, and no list from before.
  const isLast = context.turns.at(-1)?.done?.includes(done) === true
  const clauses = sentence.split(/[,;:.!]\s+(?=\S)/u)
  for (const said of new Set([sentence, ...clauses.toReversed()])) {
    const words = wordsOf(said)
    if (words.length < 2) continue
    const found = [
      ...ordinalsIn(said, words, done, module, manners),
      ...pronounsIn(said, words, done, module, isLast, manners),
    ]
    for (const [written, referred] of found.length > 0 || !mayBeUnsaid || words.length > 4
      ? found
      : unsaid(said, done, module)) {
      for (const noun of ['', ...nounsOf(referred, context)]) {
        const reading = await actionOn(written(noun + referred.name), referred, context)
        if (reading) return reading
      }
    }
  }
  return null
}

/** The sentence with words in the place of what stands for a thing, and the thing. */
type Written = readonly [(name: string) => string, Referred]

function ordinalsIn(
  sentence: string,
  words: readonly Word[],
  { output }: Done,
  module: string,
  { ordinals, items, courtesy }: LanguageManners,
): Written[] {
  const rows = listedIn(output)
  return words.flatMap(({ key, from, to }, at): Written[] => {
    const isNumber = at > 0 && /^[1-9]\d?$/u.test(key) && items.has(words[at - 1]?.key as string)
    const which = isNumber ? Number(key) - 1 : ordinals.get(key)
    const row = which === undefined ? undefined : rows.at(which)
    const name = nameOf(row)
    if (!name || !isEntry(row)) return []
    const [before, next] = [words[at - 1], words[at + 1]]
    const begin = before && (isNumber || courtesy.has(before.key)) ? before.from : from
    const end = next && items.has(next.key) ? next.to : to
    return [[(said) => `${sentence.slice(0, begin)}${said}${sentence.slice(end)}`, { name, rows: [row], module }]]
  })
}

function pronounsIn(
  sentence: string,
  words: readonly Word[],
  { output, input }: Done,
  module: string,
  isLast: boolean,
  { pronouns, plural, items, courtesy }: LanguageManners,
): Written[] {
  const listed = listedIn(output).filter(isEntry)
  const single = singleIn(output) ?? singleIn(input)
  return words.toReversed().flatMap(({ key, from, to }, back): Written[] => {
    if (!pronouns.has(key) && !plural.has(key)) return []
    const next = words[words.length - back]
    const end = next && (items.has(next.key) || pronouns.has(next.key)) && !courtesy.has(next.key) ? next.to : to
    const isMany = plural.has(key)
    const rows = isMany ? (isLast ? listed : []) : single ? [single] : []
    const name = nameOf(rows[0])
    return name ? [[(said) => `${sentence.slice(0, from)}${said}${sentence.slice(end)}`, { name, rows, module }]] : []
  })
}

/** “No longer needed”: of the thing that was spoken of last. */
function unsaid(sentence: string, { output, input }: Done, module: string): Written[] {
  const row = singleIn(output) ?? singleIn(input)
  const name = nameOf(row)
  return row && name ? [[(said) => `${said} ${sentence}`, { name, rows: [row], module }]] : []
}

/** What things of the module are called: `the event ` before a name tells which of all that can be deleted is meant. */
function nounsOf({ module }: Referred, { modules }: GuideContext): string[] {
  const collections = Object.keys(modules.find(({ id }) => id === module)?.collections ?? {})
  return collections.slice(0, 2).map((one) => `the ${one.replace(/ies$/u, 'y').replace(/s$/u, '')} `)
}

/** How well a sentence has to fit an action's example that has the thing's own name in it. */
const FITS = 0.42

/** The action of the module of a thing that the sentence means when it speaks of the thing and says nothing else. */
async function actionOn(
  sentence: string,
  { name, rows, module }: Referred,
  context: GuideContext,
): Promise<Reading | null> {
  const there = { ...context, question: sentence }
  const all = (await understand(sentence, there))
    .filter(({ meant, aligned }) => meant.target?.module.id === module && aligned >= FITS)
    .filter((one) => one.meant.target?.action.effect !== 'send' && slotOf(one, name) !== null)
    .sort((a, b) => b.aligned + b.likely - (a.aligned + a.likely))
  for (const one of all.slice(0, 3)) {
    const reading = (await withIds(one, name, rows, there)) ?? (rows.length > 1 ? null : await asNamed(one, there))
    if (reading) return reading
  }
  return null
}

/** The slots by which actions are told what they are about. */
const REFERENCES = ['id', 'ids', 'title', 'name', 'dataset']

/** The slot that took the thing's name and nothing else. */
function slotOf({ captured }: Understood, name: string): string | null {
  const bare = (text: string) =>
    folded(text)
      .replaceAll(/["“”.]/gu, '')
      .trim()
  return REFERENCES.find((slot) => captured[slot] !== undefined && bare(captured[slot]) === bare(name)) ?? null
}

/** With the very things that were shown, where the action takes their ids: two may be called alike. */
async function withIds(
  one: Understood,
  name: string,
  rows: readonly Entry[],
  context: GuideContext,
): Promise<Reading | null> {
  const slot = slotOf(one, name)
  const target = rows.length > 1 ? manyOf(one.meant.target, context) : oneOf(one.meant.target, context)
  if (!target || slot === null || !(await isOf(target, name, context))) return null
  const fields = fieldsOf(target.action).map((field) => field.name)
  const field = ['ids', 'id'].find((id) => fields.includes(id))
  const ids = rows.map(({ id }) => id).filter((id) => typeof id === 'string')
  if (field === undefined || ids.length === 0 || ids.length < rows.length) return null
  const { [slot]: _, ...rest } = one.captured
  const reading = Object.keys(rest).length > 0 ? await readingOf(target, rest, [], momentOf(context)) : null
  if (reading?.state === 'wrong') return null
  return complete(target, { ...reading?.values, [field]: field === 'ids' ? ids : ids[0] })
}

/** The action that does the same with several: itself, or `removeMany` for `remove`. */
function manyOf(target: Target | null, { modules }: GuideContext): Target | null {
  const takesMany = (one: Target) => fieldsOf(one.action).some(({ name }) => name === 'ids')
  if (!target || takesMany(target)) return target
  return targetsOf(modules).find((one) => one.id === `${target.id}Many` && takesMany(one)) ?? null
}

const oneOf = (target: Target | null, { modules }: GuideContext): Target | null =>
  target && (singleOf(target, modules) ?? target)

/** Whether a thing is of the kind that the action's name speaks of: `removeProject` is not about a task. */
async function isOf({ name, module }: Target, called: string, context: GuideContext): Promise<boolean> {
  const last = /[A-Z][a-z]+$/u.exec(name)?.[0].toLowerCase().replace(/s$/u, '')
  const collection = last && Object.keys(module.collections).find((one) => one.startsWith(last))
  return !collection || (await context.named(module.id, { collection, words: called })).length > 0
}

/** By its name, where it has no id: looked up as in any sentence. */
async function asNamed(one: Understood, context: GuideContext): Promise<Reading | null> {
  const reading = (await meaningOf(one, context))?.reading
  return reading && reading.state !== 'wrong' ? reading : null
}
