import type { Row } from '@atrium/contract/module'
import type { ImportedFile } from '@atrium/contract/module-files'
import { inOurWords } from '@atrium/contract/own-words'
import type { TakeOver } from '../anki-options.ts'
import { BUILT_IN, sameBuiltIn } from '../note-types.ts'
import { NoteType } from '../records.ts'
import type { TypePlan } from './anki-read.ts'
import type { Context } from './decks.ts'
import { read } from './reading.ts'
import { asksSame, isUnmoved, looksSame, type Merged, mergeTypes } from './type-merging.ts'

type StoredType = Row<NoteType>

/** What becomes of a note type of a package. */
export interface PlannedType {
  plan: TypePlan
  type: NoteType
  /** The row that is changed; null for a built-in type or a new one. */
  own: StoredType | null
  isNew: boolean
  /** Whether notes that are here may have other cards under it. */
  asksOtherwise: boolean
}

const unmoved = (type: NoteType): Merged => ({
  type,
  fields: [...type.fields.keys()],
  templates: [...type.templates.keys()],
})

/**
 * The type that is here with what the package's changes. It is found by Anki's id, of several the one that the package's notes
 * have; a built-in type that they have stays as it is for others, and gets a changed copy for these.
 */
function planned(
  { id, type: incoming, knownAs }: { id: number; type: NoteType; knownAs: string | null },
  stored: readonly StoredType[],
  take: TakeOver,
): PlannedType {
  const alike = stored.filter(({ key, kind }) => key.startsWith(`anki:${id}:`) && kind === incoming.kind)
  const own =
    alike.find(({ key }) => key === knownAs) ?? alike.find(({ key }) => key === incoming.key) ?? alike.at(-1) ?? null
  const stock = own ? undefined : sameBuiltIn(incoming)
  const builtIn = own ? undefined : BUILT_IN.find(({ key, kind }) => key === knownAs && kind === incoming.kind)
  const base = own ?? builtIn
  const merged =
    stock && (!builtIn || builtIn === stock)
      ? unmoved(stock)
      : base
        ? mergeTypes(base, incoming, take)
        : unmoved(incoming)
  let { type } = merged
  const takes = builtIn ? [builtIn.key] : []
  for (const sibling of alike) {
    if (sibling === own) continue
    const both = mergeTypes(type, { ...sibling, modified: undefined })
    if (!isUnmoved(both.fields) || !isUnmoved(both.templates)) continue
    type = both.type
    takes.push(sibling.key)
  }
  const key = own?.key ?? sameBuiltIn(type)?.key ?? incoming.key
  return {
    plan: { key, width: type.fields.length, fields: merged.fields, templates: merged.templates, takes },
    type: { ...type, key },
    own,
    isNew: own === null && key.startsWith('anki:'),
    asksOtherwise: base !== undefined && !asksSame(base, type),
  }
}

/** Only what a note type is: a row has more. */
const dataOf = (type: NoteType): NoteType => NoteType.parse(type)

/** Whether the import shows that a type which is here becomes another. */
export const isShown = ({ own, type }: PlannedType): boolean => own !== null && !looksSame(own, type)

/** What becomes of each note type of the package, by its id there, or why its notes are refused. */
export async function planTypes(
  file: ImportedFile,
  here: Readonly<Record<string, string>>,
  take: TakeOver,
  context: Context,
) {
  const stored = await Array.fromAsync(context.store.types.each())
  const types = new Map<number, PlannedType | { refused: string }>()
  let created = 0
  for await (const row of read(context, file, 'types', { here })) {
    if ('created' in row) {
      created = row.created
      continue
    }
    if ('refused' in row) {
      types.set(row.id, { refused: row.refused })
      continue
    }
    const one = planned(row, stored, take)
    const fits = NoteType.safeParse(one.type, inOurWords)
    types.set(row.id, fits.success ? one : { refused: fits.error.issues[0]?.message ?? 'Its note type does not fit.' })
  }
  return { created, types }
}

/** Keeps when the types were changed and what their parts' numbers are, where nothing else of them differs. */
export async function keepUnshown(types: Iterable<PlannedType | { refused: string }>, { store }: Context) {
  for (const one of types) {
    if ('refused' in one || !one.own || isShown(one)) continue
    const { modified, fieldIds, templateIds } = dataOf(one.type)
    const facts = (type: NoteType) => JSON.stringify([type.modified, type.fieldIds, type.templateIds])
    if (facts(one.own) !== facts(one.type)) await store.types.update(one.own.id, { modified, fieldIds, templateIds })
  }
}
