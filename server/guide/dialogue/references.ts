import { type Meaning, meaningOf, referenceOf } from '../actions/meant.ts'
import { complete, type Reading } from '../actions/reading.ts'
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
): Promise<Reading | null> {
  const done = lastDone(context.turns)
  if (!done || wordsOf(sentence, MOST_WORDS + 1).length > MOST_WORDS) return null
  const module = done.action.split('.')[0] as string
  const clauses = sentence.split(/[,;:.!]\s+(?=\S)/u)
  for (const said of new Set([sentence, ...clauses.toReversed()])) {
    const words = wordsOf(said)
    if (words.length < 2) continue
    for (const [written, referred] of [
      ...ordinalsIn(said, words, done, module, manners),
      ...pronounsIn(said, words, done, module, manners),
    ]) {
      const reading = await actionOn(written, referred, context)
      if (reading) return reading
    }
  }
  return null
}

type Written = readonly [string, Referred]

function ordinalsIn(
  sentence: string,
  words: readonly Word[],
  { output }: Done,
  module: string,
  { ordinals, items, courtesy }: LanguageManners,
): Written[] {
  const rows = listedIn(output)
  return words.flatMap(({ key, from, to }, at): Written[] => {
    const which = ordinals.get(key)
    const row = which === undefined ? undefined : rows.at(which)
    const name = nameOf(row)
    if (!name || !isEntry(row)) return []
    const [before, next] = [words[at - 1], words[at + 1]]
    const begin = before && courtesy.has(before.key) ? before.from : from
    const end = next && items.has(next.key) ? next.to : to
    return [[`${sentence.slice(0, begin)}${name}${sentence.slice(end)}`, { name, rows: [row], module }]]
  })
}

function pronounsIn(
  sentence: string,
  words: readonly Word[],
  { output, input }: Done,
  module: string,
  { pronouns, plural, items, courtesy }: LanguageManners,
): Written[] {
  const listed = listedIn(output).filter(isEntry)
  const single = singleIn(output) ?? singleIn(input)
  return words.toReversed().flatMap(({ key, from, to }, back): Written[] => {
    if (!pronouns.has(key) && !plural.has(key)) return []
    const next = words[words.length - back]
    const end = next && (items.has(next.key) || pronouns.has(next.key)) && !courtesy.has(next.key) ? next.to : to
    const isMany = plural.has(key) && listed.length > 1
    const rows = isMany ? listed : single ? [single] : []
    const name = nameOf(rows[0])
    return name ? [[`${sentence.slice(0, from)}${name}${sentence.slice(end)}`, { name, rows, module }]] : []
  })
}

/** How well a sentence has to fit an action's example that has the thing's own name in it. */
const FITS = 0.62

/** The action of the module of a thing that the sentence means when it speaks of the thing and says nothing else. */
async function actionOn(
  sentence: string,
  { name, rows, module }: Referred,
  context: GuideContext,
): Promise<Reading | null> {
  const there = { ...context, question: sentence }
  const all = (await understand(sentence, there))
    .filter(({ meant, aligned }) => meant.target?.module.id === module && aligned >= FITS)
    .filter((one) => one.meant.target?.action.effect !== 'send' && isAbout(one, name))
    .sort((a, b) => b.aligned + b.likely - (a.aligned + a.likely))
  for (const one of all.slice(0, 3)) {
    const meaning = await meaningOf(one, there)
    const reading = meaning && (await withRows(meaning, one, rows))
    if (reading) return reading
  }
  return null
}

/** Whether the slot by which the action finds what it is about took the thing's name and nothing else. */
function isAbout({ captured, meant }: Understood, name: string): boolean {
  const reference = meant.target && referenceOf(meant.target)
  const said = reference && captured[reference.name]
  const bare = (text: string) =>
    folded(text)
      .replaceAll(/["“”.]/gu, '')
      .trim()
  return said !== null && said !== undefined && bare(said) === bare(name)
}

/** The action with the very things that were shown, where it takes their ids: two may be called alike. */
async function withRows({ reading }: Meaning, { meant }: Understood, rows: readonly Entry[]): Promise<Reading | null> {
  const { target } = meant
  const reference = target && referenceOf(target)
  if (!target || !reference) return null
  const ids = rows.map(({ id }) => id).filter((id) => typeof id === 'string')
  if (!reference.byId || ids.length < rows.length || !('values' in reading))
    return reading.state === 'wrong' ? null : reading
  const value = reference.name === 'ids' ? ids : ids[0]
  return complete(
    target,
    { ...reading.values, [reference.name]: value },
    reading.state === 'asking' ? reading.unsaid : [],
  )
}
