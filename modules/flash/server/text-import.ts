import type { ImportedFile } from '@atrium/contract/module-files'
import type { Incoming } from '@atrium/contract/module-server'
import type flash from '../module.ts'
import { plainText } from '../plain-text.ts'
import type { Note } from '../records.ts'
import { newMemory } from '../scheduling.ts'
import { type Context, deckMaker, deckNameIn } from './decks.ts'
import { allTypes, cardKey } from './notes.ts'
import { read } from './reading.ts'
import type { TextOptions } from './text-read.ts'

/** Takes in a table of cards. What is here already by its guid or its first field gets the table's words. */
export async function* importText(
  file: ImportedFile,
  { deck: into, type: wanted }: TextOptions,
  context: Context,
): AsyncGenerator<Incoming<typeof flash>> {
  const types = [...(await allTypes(context)).values()]
  const [known, typeOf, cards] = [new Map<string, string>(), new Map<string, string>(), new Set<string>()]
  for await (const { type, title, guid } of context.store.notes.each()) {
    known.set(`${type}\n${title}`, guid)
    typeOf.set(guid, type)
  }
  for await (const { key } of context.store.cards.each()) cards.add(key)
  const deckOf = await deckMaker(context)

  for await (const row of read(context, file, 'text', { deck: into, type: wanted, types })) {
    if ('refused' in row) {
      yield row
      continue
    }
    const { line, at, text, ords } = row
    const guid = row.guid || known.get(`${row.note.type}\n${row.note.title}`) || row.ownGuid
    const other = typeOf.get(guid)
    if (other !== undefined && other !== row.note.type) {
      yield { refused: 'It is here already, with another note type.', line, text }
      continue
    }
    const note = { ...row.note, guid, modified: context.now.getTime() }
    const { id: deck } = await deckOf(deckNameIn(row.deck))
    yield { collection: 'notes', line, data: note, merge: (here) => differences(here, note) }
    for (const ord of ords) {
      const key = cardKey(guid, ord)
      if (cards.has(key)) continue
      cards.add(key)
      const position = context.now.getTime() + at
      await context.store.cards.insert({ ...newMemory(context.now), key, note: guid, ord, deck, position })
    }
  }
}

/** Only words count: a table has no bold and no pictures, and takes none away. */
function differences(row: Note, note: Note): Partial<Note> {
  const words = (fields: readonly string[]) => fields.map(plainText).join('\n')
  const isSame = words(row.fields) === words(note.fields)
  const tags = [...new Set([...row.tags, ...note.tags])]
  const more = tags.length > row.tags.length ? { tags } : {}
  if (isSame) return more
  const { title, titleKey, text, fields, modified } = note
  return { title, titleKey, text, fields, modified, ...more }
}
