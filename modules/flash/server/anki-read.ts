import { inOurWords } from '@atrium/contract/own-words'
import type { ReadableFile } from '@atrium/contract/reading'
import { mediaNames, plainText } from '../plain-text.ts'
import { Field, Note, type NoteType } from '../records.ts'
import {
  type AnkiCard,
  type AnkiCollection,
  type AnkiNote,
  type AnkiReview,
  openCollection,
} from './anki-collection.ts'
import { type AnkiPackage, openPackage, sha256Of } from './anki-package.ts'
import { withWords } from './words.ts'

/** Work with an open package, which is closed whatever comes. */
async function* within<T>(file: ReadableFile, work: (source: AnkiPackage) => AsyncIterable<T>): AsyncGenerator<T> {
  const source = await openPackage(file)
  try {
    yield* work(source)
  } finally {
    source.close()
  }
}

/** Which media the package has, by what is in them. */
export async function* readMedia(file: ReadableFile) {
  yield* within(file, async function* ({ media }) {
    for (const { name, open } of media) yield { name, sha256: await sha256Of(await open()) }
  })
}

/** The bytes of these media, each after its name. */
export async function* readMediaBytes(file: ReadableFile, { names }: { names: readonly string[] }) {
  const wanted = new Set(names)
  yield* within<{ name: string } | Uint8Array>(file, async function* ({ media }) {
    for (const { name, open } of media) {
      if (!wanted.delete(name)) continue
      yield { name }
      for await (const part of await open()) yield part as Uint8Array
    }
  })
}

export type AnkiTypeRow =
  /** When the collection was made, in seconds since 1970: said once, first. */
  | { created: number }
  /** A note type by its id there, and the type that most of its notes have here. */
  | { id: number; type: NoteType; knownAs: string | null }
  | { id: number; refused: string }

/** The types of here that notes of each type have, most frequent first. */
function knownTypes(collection: AnkiCollection, here: Readonly<Record<string, string>>): Map<number, string> {
  const counts = new Map<number, Map<string, number>>()
  for (const [mid, guid] of collection.guids()) {
    if (!Object.hasOwn(here, guid)) continue
    const of = counts.get(mid) ?? new Map<string, number>()
    const key = here[guid] as string
    counts.set(mid, of.set(key, (of.get(key) ?? 0) + 1))
  }
  const most = (of: Map<string, number>) => [...of].reduce((best, one) => (one[1] > best[1] ? one : best))[0]
  return new Map([...counts].map(([mid, of]) => [mid, most(of)]))
}

/** The note types of a package. `here` says of each guid that is known which type it has. */
export async function* readTypes(
  file: ReadableFile,
  { here }: { here: Readonly<Record<string, string>> },
): AsyncGenerator<AnkiTypeRow> {
  yield* within<AnkiTypeRow>(file, async function* (source) {
    const collection = openCollection(source.collection)
    try {
      yield { created: collection.created }
      const known = knownTypes(collection, here)
      for (const [id, one] of collection.types)
        yield 'refused' in one ? { id, ...one } : { id, ...one, knownAs: known.get(id) ?? null }
    } finally {
      collection.close()
    }
  })
}

/** How notes of a type of the package are kept. */
export interface TypePlan {
  key: string
  /** How many fields a note has here, and which of them each of the package's is. */
  width: number
  fields: readonly number[]
  /** Which card of here each template's is; empty where they are numbered alike. */
  templates: readonly number[]
  /** Types from which a note that is here changes to this one. */
  takes: readonly string[]
}

export type AnkiRow =
  | { refused: string; text: string }
  | { mid: number; note: Note; cards: (AnkiCard & { reviews: AnkiReview[] })[] }

interface NotesOptions {
  renamed: readonly [string, string][]
  here: Readonly<Record<string, string>>
  types: readonly [number, TypePlan | { refused: string }][]
}

/** The notes of a package, with their cards and reviews. A note that is here with a type that its plan does not take is refused. */
export async function* readNotes(file: ReadableFile, { renamed, here, types }: NotesOptions): AsyncGenerator<AnkiRow> {
  const names = new Map(renamed)
  const plans = new Map(types)
  yield* within<AnkiRow>(file, async function* (source) {
    const collection = openCollection(source.collection)
    try {
      for (const note of collection.notes()) {
        const plan = plans.get(note.mid)
        if (plan) yield rowOf(note, plan, collection, { names, here })
      }
    } finally {
      collection.close()
    }
  })
}

interface Known {
  names: ReadonlyMap<string, string>
  here: Readonly<Record<string, string>>
}

function rowOf(
  note: AnkiNote,
  plan: TypePlan | { refused: string },
  collection: AnkiCollection,
  { names, here }: Known,
): AnkiRow {
  const refused = (reason: string): AnkiRow => ({ refused: reason, text: plainText(note.start.split('\x1f')[0] ?? '') })
  if ('refused' in plan) return refused(plan.refused)
  const known = Object.hasOwn(here, note.guid) ? here[note.guid] : undefined
  if (known !== undefined && known !== plan.key && !plan.takes.includes(known))
    return refused('It is here already, with another note type.')
  if (note.fields === null) return refused('Its fields together have more than 2,000,000 bytes.')
  const sent = plan.fields.map((_, at) => note.fields?.[at] ?? '')
  const long = sent.map((field) => Field.safeParse(field, inOurWords)).find(({ success }) => !success)
  if (long) return refused(long.error?.issues[0]?.message ?? 'It does not fit.')
  const fields = Array.from({ length: plan.width }, () => '')
  for (const [at, field] of sent.entries()) fields[plan.fields[at] as number] = renameMedia(field, names)
  const tags = note.tags.map((tag) => tag.slice(0, 100)).slice(0, 100)
  const data = { ...withWords(fields), guid: note.guid, type: plan.key, tags, modified: note.modified }
  const fits = Note.safeParse(data, inOurWords)
  if (!fits.success) return refused(fits.error.issues[0]?.message ?? 'It does not fit.')
  const cards = collection.cardsOf(note.id).map((card) => ({
    ...card,
    ord: plan.templates[card.ord] ?? card.ord,
    reviews: collection.reviewsOf(card.id),
  }))
  return { mid: note.mid, note: data, cards }
}

function renameMedia(field: string, renamed: ReadonlyMap<string, string>): string {
  if (renamed.size === 0) return field
  let text = field
  for (const name of mediaNames(field)) {
    const to = renamed.get(name)
    if (to !== undefined) text = text.replaceAll(name, to)
  }
  return text
}
