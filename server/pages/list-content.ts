import { fieldsOf, holdsFiles, holdsId, type NamedField } from '@atrium/contract/field-facts'
import type { HeldFile } from '@atrium/contract/files'
import type { Collection, Store } from '@atrium/contract/module'
import type { PageBlock, PageCell, PageContent, PageRequest } from '@atrium/contract/page-content'
import { fieldText, type Shown } from './field-text.ts'

/** Rows of one part of a page. */
const PAGE = 100

type Data = Record<string, unknown>

/** What a page may show of a collection: what names rows of others, or people, would show ids. */
export const showable = (collection: Pick<Collection, 'schema'>): NamedField[] =>
  fieldsOf(collection).filter((field) => !holdsId(field))

function cellOf(field: NamedField, value: unknown, shown: Shown): PageCell {
  if (holdsFiles(field))
    return { text: '', files: ((value ?? []) as readonly HeldFile[]).map(({ id, name, mime }) => ({ id, name, mime })) }
  const text = fieldText(field, value, shown)
  if (field.kind === 'url' && text) return { text, url: text }
  return field.kind === 'email' && text ? { text, url: `mailto:${text}` } : { text }
}

/** The rows of a collection, those that were made last first, with the fields that their owner shows. */
export async function listContent(
  store: Store<Data>,
  collection: Collection,
  { after, fields }: PageRequest,
  shown: Shown & { called: (field: NamedField) => NamedField },
): Promise<PageContent> {
  const columns = showable(collection)
    .filter(({ name }) => fields === null || fields.includes(name))
    .map(shown.called)
  const { rows, next } = await store.page({ order: '-createdAt', limit: PAGE, after })
  const table: PageBlock = {
    kind: 'table',
    columns: columns.map(({ label }) => label),
    rows: rows.map((row) => columns.map((field) => cellOf(field, row[field.name], shown))),
    empty: shown.say('empty'),
  }
  return { blocks: [table], next }
}
