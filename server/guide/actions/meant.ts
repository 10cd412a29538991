import { z } from 'zod'
import { momentOf } from '../calendar/reading.ts'
import type { GuideContext } from '../guide.ts'
import { plain, unended } from '../phrasing.ts'
import { mannersOf, spoken } from '../understanding/manners.ts'
import { TELLING } from '../understanding/sureness.ts'
import type { Understood } from '../understanding/understand.ts'
import { folded, wordsOf } from '../understanding/words.ts'
import { fieldsOf } from './fields.ts'
import { type Reading, readingOf } from './reading.ts'
import type { Target } from './targets.ts'

/** An action that a sentence may mean, with its values. */
export interface Meaning {
  score: number
  understood: Understood
  /** What it names is there. */
  isFound: boolean
  reading: Reading
}

/** The field by which an action finds what it is about, and whether it takes words or an id. */
function referenceOf({ action }: Target): { name: string; byId: boolean } | null {
  const names = fieldsOf(action).map(({ name }) => name)
  if (names.includes('id') && names.includes('title')) return { name: 'title', byId: false }
  const id = names.find((name) => name === 'id' || name === 'ids')
  return id ? { name: id, byId: true } : null
}

/** The collection that an action is about: the one that its name ends with, or else the module's first. */
function collectionOf({ name, module }: Target): string | undefined {
  const names = Object.keys(module.collections)
  const last = /[A-Z][a-z]+$/u.exec(name)?.[0].toLowerCase()
  return (last && names.find((one) => one.toLowerCase().startsWith(last.slice(0, -1)))) || names[0]
}

type Found = { kind: 'none' } | { kind: 'one'; id: string; title: string } | { kind: 'several'; titles: string[] }

/** The record that words mean: of several whose names hold them, the one that is called just so. */
async function lookUp(words: string, target: Target, language: string, context: GuideContext): Promise<Found> {
  const collection = collectionOf(target)
  if (collection === undefined) return { kind: 'none' }
  const { courtesy } = mannersOf(language)
  const bare = spoken(words)
    .split(' ')
    .filter((word) => !courtesy.has(word) && !/^["“”'=:-]$/u.test(word))
    .join(' ')
  for (const said of new Set([words, bare])) {
    if (said.trim() === '') continue
    const rows = await context.named(target.module.id, { collection, words: said })
    const [first, ...more] = rows
    if (!first) continue
    const exact = rows.filter(({ title }) => folded(title) === folded(said))
    const one = exact.length === 1 ? exact[0] : more.length === 0 ? first : undefined
    return one
      ? { kind: 'one', id: one.id, title: one.title }
      : { kind: 'several', titles: rows.slice(0, 3).map(({ title }) => title) }
  }
  return { kind: 'none' }
}

/** A day as the field takes it: in words where it reads them itself, else as a local time. */
function dated(
  { target }: Understood['meant'],
  slot: string,
  text: string,
  place: readonly [number, number] | undefined,
  mentions: Understood['mentions'],
): string {
  const shape = target?.action.input instanceof z.ZodObject ? target.action.input.shape[slot] : undefined
  if (!shape || !place || z.safeParse(shape as z.ZodType, text).success) return text
  const day = mentions.find((one) => one.kind === 'date' && one.from < place[1] && one.to > place[0])
  if (day?.kind !== 'date') return text
  return day.time ? `${day.value}T${day.time}` : day.value
}

/**
 * What each slot takes. One that took nothing but “it” says nothing; a day that stands before what is to be done goes behind it, and a
 * question's own mark is no part of what it asks for.
 */
function said({ captured, places, mentions, language, example, meant }: Understood, isPolite: boolean) {
  const { pronouns, courtesy, joiners } = mannersOf(language)
  const slots = example.pieces.flatMap((piece) => ('slot' in piece ? [piece.slot] : []))
  const isIdle = (text: string) =>
    spoken(text)
      .split(' ')
      .every((word) => pronouns.has(word) || courtesy.has(word))
  const kept = Object.entries(captured)
    .filter(([, text]) => !isIdle(text))
    .map(([slot, whole]) => {
      const text = meant.target?.action.effect === 'read' || isPolite ? unended(whole) : whole
      const day = mentions.find(({ kind, from }) => kind === 'date' && from === places[slot]?.[0])
      const rest = day && meant.kindOf(slot) === 'text' ? text.slice(day.to - day.from) : ''
      const [next] = wordsOf(rest)
      const [, first, what] =
        next && joiners.has(next.key) ? [0, text.slice(0, text.length - rest.length), rest.slice(next.to)] : []
      const told = what && first ? `${what.trim()} ${first.trim()}` : text
      return [slot, meant.kindOf(slot) === 'date' ? dated(meant, slot, told, places[slot], mentions) : told] as const
    })
  const all = Object.fromEntries(kept)
  return { captured: all, missing: slots.filter((slot) => !Object.hasOwn(all, slot)) }
}

/**
 * The action that a sentence means, with its values, and what speaks for it: what it names is looked up, so that of two that would do
 * the one is meant whose thing is there. Null for an action whose example says little and whose thing is nowhere.
 */
export async function meaningOf(understood: Understood, context: GuideContext): Promise<Meaning | null> {
  const { target } = understood.meant
  if (!target) return null
  // “Can you add a task?” asks nothing.
  const [opening] = wordsOf(plain(context.question))
  const isPolite = opening !== undefined && mannersOf(understood.language).courtesy.has(opening.key)
  const { captured, missing } = said(understood, isPolite)
  const reference = referenceOf(target)
  const words = reference && captured[reference.name]
  const moment = momentOf(context)
  if (!reference || !words)
    return {
      score: understood.sure,
      understood,
      isFound: false,
      reading: await readingOf(target, captured, missing, moment),
    }
  const found = await lookUp(words, target, understood.language, context)
  if (found.kind === 'none') {
    const telling = understood.weights.filter((weight) => weight >= TELLING).length
    if (telling < 2) return null
    if (!reference.byId)
      return {
        score: understood.sure - 0.2,
        understood,
        isFound: false,
        reading: await readingOf(target, captured, missing, moment),
      }
    return {
      score: understood.sure - 0.2,
      understood,
      isFound: false,
      reading: { state: 'wrong', target, problem: `There is nothing here that is called “${words}”.` },
    }
  }
  if (found.kind === 'several' && reference.byId)
    return {
      score: understood.sure,
      understood,
      isFound: false,
      reading: {
        state: 'wrong',
        target,
        problem: `Several are called so: ${found.titles.map((title) => `“${title}”`).join(', ')}. Say more of the one that you mean.`,
      },
    }
  if (found.kind === 'several')
    return {
      score: understood.sure,
      understood,
      isFound: false,
      reading: await readingOf(target, captured, missing, moment),
    }
  const known = { ...captured, [reference.name]: reference.byId ? found.id : found.title }
  return {
    score: understood.sure + 0.2,
    understood,
    isFound: true,
    reading: await readingOf(target, known, missing, moment),
  }
}
