import type { GuideLanguage, Intent, Slot, SlotKind, SlotValues } from '../intents/intent.ts'
import { says } from '../intents/words.ts'
import type { Mention } from './mentions.ts'
import { READ_FROM, type Understood } from './understand.ts'

/** The values of an intent's slots, and those that it needs and that were not said. */
export interface Filled {
  values: Readonly<Record<string, unknown>>
  missing: readonly string[]
}

/** A mention as a value of a slot's kind: 20 of “20 %” where a number is asked for. */
function valueFrom(kind: SlotKind, mention: Mention): SlotValues[SlotKind] | null {
  if (kind === 'moment' && mention.kind === 'date')
    return mention.time ? `${mention.value}T${mention.time}` : mention.value
  if (kind === mention.kind) return mention.value
  if (kind === 'money' && mention.kind === 'number') return { amount: mention.value, currency: null }
  if ((kind === 'number' || kind === 'percent') && mention.kind === 'money') return mention.value.amount
  if ((kind === 'number' || kind === 'percent') && (mention.kind === 'number' || mention.kind === 'percent'))
    return mention.value
  return null
}

const overlaps = (a: Mention, b: Mention) => a.from < b.to && b.from < a.to

/** Characters around a value within which a word tells what it is. */
const NEAR = 24

const isCued = (slot: Slot, mention: Mention, sentence: string, language: GuideLanguage): boolean =>
  slot.cues !== undefined &&
  says(sentence.slice(Math.max(0, mention.from - NEAR), mention.to + NEAR), slot.cues, language)

/** The text that is given; where more than one is asked for, all that there are. */
function blockOf({ isMany }: Slot, said: string | undefined, blocks: readonly SlotValues['block'][]) {
  const given = blocks.length > 0 ? blocks : said ? [{ text: said, name: null }] : []
  const [only, ...more] = given
  if (!isMany) return only && given.at(-1)
  if (!only || more.length > 0 || only.name !== null) return given
  return only.text.split(/^[ \t]*-{3,}[ \t]*$/mu).map((text) => ({ text: text.trim(), name: null }))
}

/** Fills an intent's slots: what the example put there first, then by words that stand beside a value, then in the order of the slots. */
export function filled(
  intent: Intent,
  { captured, places, mentions, language }: Understood,
  sentence: string,
  blocks: readonly SlotValues['block'][],
): Filled {
  const values: Record<string, unknown> = {}
  const used: Mention[] = []
  const free = (kind: SlotKind) =>
    (READ_FROM[kind] ?? []).flatMap((from) =>
      mentions.filter((one) => one.kind === from && !used.some((other) => overlaps(one, other))),
    )
  const take = (name: string, slot: Slot, mention: Mention | undefined) => {
    if (!mention || values[name] !== undefined) return
    used.push(mention)
    values[name] = valueFrom(slot.kind, mention)
  }
  const slots = Object.entries(intent.slots)
  for (const [name, slot] of slots) {
    const place = places[name]
    if (slot.kind === 'text' && captured[name]) values[name] = captured[name]
    else if (slot.kind === 'block') values[name] = blockOf(slot, captured[name], blocks)
    else if (slot.kind !== 'numbers' && !slot.isMany && place)
      take(
        name,
        slot,
        free(slot.kind).find(({ from, to }) => from < place[1] && to > place[0]),
      )
  }
  const typed = slots.filter(
    ([, { kind, isMany }]) => kind !== 'text' && kind !== 'block' && kind !== 'numbers' && !isMany,
  )
  for (const [name, slot] of typed)
    take(
      name,
      slot,
      free(slot.kind).find((mention) => isCued(slot, mention, sentence, language)),
    )
  for (const [name, slot] of typed.toSorted(
    ([, a], [, b]) => Number(b.required ?? false) - Number(a.required ?? false),
  ))
    take(name, slot, free(slot.kind)[0])
  for (const [name, slot] of slots) {
    if (slot.kind === 'numbers') {
      const all = free('number').filter(({ kind }) => kind === 'number')
      if (all.length > 0) values[name] = all.map((one) => valueFrom('number', one))
    } else if (slot.isMany) {
      const all = free(slot.kind).toSorted((a, b) => a.from - b.from)
      if (all.length > 0) values[name] = all.map((one) => valueFrom(slot.kind, one))
    }
  }
  return {
    values,
    missing: slots.filter(([name, { required }]) => required && values[name] === undefined).map(([name]) => name),
  }
}
