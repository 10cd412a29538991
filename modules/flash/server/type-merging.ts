import type { TakeOver } from '../anki-options.ts'
import type { NoteType } from '../records.ts'

/** Two versions of a note type as one, and where the parts of the incoming one stand in it. */
export interface Merged {
  type: NoteType
  /** The place in `type` of each incoming field; of each incoming template. */
  fields: number[]
  templates: number[]
}

interface Part {
  name: string
  id: number | null
}

type Template = NoteType['templates'][number]

const fieldsOf = ({ fields, fieldIds }: NoteType): Part[] =>
  fields.map((name, at) => ({ name, id: fieldIds?.[at] ?? null }))
const templatesOf = ({ templates, templateIds }: NoteType): (Part & Template)[] =>
  templates.map((template, at) => ({ ...template, id: templateIds?.[at] ?? null }))

/**
 * Where each of `incoming` stands in `own`: by its number, or by its name when one of the two has no number, as Anki's
 * importer finds them (rslib, notetype/merge.rs). What then is left over at the same place of a list of the same length has
 * been renamed by a version of Anki that gives no numbers. Others are −1.
 */
function placesIn(own: readonly Part[], incoming: readonly Part[]): number[] {
  const taken = new Set<number>()
  const take = (place: number) => {
    if (place >= 0) taken.add(place)
    return place
  }
  const isSame = (a: Part, b: Part) => (a.id !== null && b.id !== null ? a.id === b.id : a.name === b.name)
  const found = incoming.map((part) => take(own.findIndex((one, at) => !taken.has(at) && isSame(one, part))))
  if (own.length !== incoming.length) return found
  return found.map((place, at) => {
    const isNumbered = own[at]?.id != null && incoming[at]?.id != null
    return place < 0 && !taken.has(at) && !isNumbered ? take(at) : place
  })
}

/** All of `own` in its order, what is found again in its later words, and what is new behind it. */
function joined<T extends Part>(own: readonly T[], incoming: readonly T[], isNewer: boolean): [T[], number[]] {
  const places = placesIn(own, incoming)
  const parts = [...own]
  const names = () => new Set(parts.map(({ name }) => name))
  incoming.forEach((part, at) => {
    const place = places[at] as number
    if (place >= 0 && isNewer) parts[place] = part
  })
  incoming.forEach((part, at) => {
    if ((places[at] as number) >= 0) return
    let { name } = part
    while (names().has(name)) name += '+'
    places[at] = parts.length
    parts.push({ ...part, name })
  })
  return [parts, places]
}

/**
 * The note type that is here with what an incoming version of it changes, as Anki merges them: a later version's templates,
 * styling and names are taken over, new fields and templates come to stand behind the others, and none is removed, so that
 * no note loses words and no card its schedule. `take` says otherwise whose words stay. Both have the same kind.
 */
export function mergeTypes(own: NoteType, incoming: NoteType, take: TakeOver = 'newer'): Merged {
  const isNewer = isTaken(take, incoming.modified ?? 0, own.modified ?? 0)
  const later = isNewer ? incoming : own
  const [fields, fieldPlaces] = joined(fieldsOf(own), fieldsOf(incoming), isNewer)
  // A type with gaps has one template, and its cards are numbered by the gaps.
  const isCloze = own.kind === 'cloze'
  const [templates, templatePlaces] = isCloze
    ? [templatesOf(later), []]
    : joined(templatesOf(own), templatesOf(incoming), isNewer)
  return {
    type: {
      ...own,
      name: later.name,
      fields: fields.map(({ name }) => name),
      templates: templates.map(({ id: _, ...template }) => template),
      css: later.css,
      ...(later.modified !== undefined && { modified: later.modified }),
      ...(fields.some(({ id }) => id !== null) && { fieldIds: fields.map(({ id }) => id) }),
      ...(templates.some(({ id }) => id !== null) && { templateIds: templates.map(({ id }) => id) }),
    },
    fields: fieldPlaces,
    templates: templatePlaces,
  }
}

/** Whether what comes takes the place of what is here. */
export const isTaken = (take: TakeOver, incoming: number, own: number): boolean =>
  take === 'always' || (take === 'newer' && incoming > own)

/** Whether every part stands where it stood. */
export const isUnmoved = (places: readonly number[]): boolean => places.every((place, at) => place === at)

// A row comes from the database with its keys in another order.
const shown = ({ name, fields, templates, css }: NoteType) =>
  JSON.stringify([name, fields, templates.map((one) => [one.name, one.front, one.back]), css])

/** Whether two versions ask, answer and look the same. */
export const looksSame = (a: NoteType, b: NoteType): boolean => shown(a) === shown(b)

/** Whether two versions may give a note other cards. */
export const asksSame = (a: NoteType, b: NoteType): boolean =>
  JSON.stringify([a.fields, a.templates.map(({ front }) => front)]) ===
  JSON.stringify([b.fields, b.templates.map(({ front }) => front)])
