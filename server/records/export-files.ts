import { addressParts } from '@atrium/contract/addresses'
import { AppError } from '@atrium/contract/errors'
import { factsOf, holdsFiles } from '@atrium/contract/field-facts'
import type { HeldFile } from '@atrium/contract/files'
import type { ActionContext, Collection, Module, Row, Store } from '@atrium/contract/module'
import type { Written } from '@atrium/contract/module-files'
import { inTurns } from '@atrium/contract/pauses'
import type { Principal } from '@atrium/contract/principal'
import { recordLine } from '@atrium/domain/tables/writing'
import { z } from 'zod'
import { parse } from '../platform/http/body.ts'
import type { Actions } from './actions.ts'
import { formerlyNamed } from './formerly-named.ts'
import { refuseHidden, withoutHidden } from './hidden.ts'
import type { InstalledModule } from './installed.ts'
import type { Frame } from './performing.ts'
import type { Data } from './rows.ts'
import { exportedRow } from './table/export-values.ts'

/** ms */
const LIMIT_MS = 15 * 60_000
const PAGE = 1000
/** Pieces of an export that are written between two turns of the loop. */
const AT_ONCE = 100

/** What is written: a module's own kind of file with its options, or all records of a collection. */
export type Wanted = { name: string; options: unknown } | { collection: string; format: 'csv' | 'json' }

/** For whom, and where they are. */
export interface Asked {
  principal: Principal
  timeZone: string | null
  language: string
  signal: AbortSignal
  /** As the audit line says it. */
  input: unknown
}

/** What a module's export gives: all at once, or by pieces. */
export type Body = Written | Iterable<Written> | AsyncIterable<Written>

/** The pieces of a body as they go out: none that is hidden, and others have their turn, however long an export is. */
export const piecesOf = (body: Body, { hidden }: Pick<Frame, 'hidden'>, action: string): AsyncIterable<Written> =>
  inTurns(
    withoutHidden(typeof body === 'string' || body instanceof Uint8Array ? [body] : body, hidden, action),
    AT_ONCE,
  )

export async function* asBytes(pieces: Iterable<Written> | AsyncIterable<Written>): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) yield typeof piece === 'string' ? Buffer.from(piece) : piece
}

export interface ExportedFile {
  name: string
  mime: string
  pieces: AsyncIterable<Written>
}

/** All rows, a page at a time, so that their number costs no memory. */
async function* pagesOf(store: Store<Data>): AsyncIterable<Row<Data>[]> {
  for (let after: string | undefined; ; ) {
    const { rows, next } = await store.page({ order: 'createdAt', limit: PAGE, after })
    if (rows.length > 0) yield rows
    if (next === null) return
    after = next
  }
}

/** How a row stands in a file (`exportedRow`). */
type RowWriter = (row: Row<Data>) => Row<Data>

const cell = (value: unknown): string =>
  value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value)

/** How a list stands in one cell, where its field says what it is. */
function listsOf({ schema: { shape } }: Collection): ReadonlyMap<string, (values: readonly never[]) => string> {
  const lists = Object.keys(shape).flatMap((name): [string, (values: readonly never[]) => string][] => {
    const facts = factsOf(shape[name] as z.ZodType)
    if (facts?.kind === 'tags') return [[name, (tags: readonly string[]) => tags.join(', ')]]
    return facts && holdsFiles(facts)
      ? [[name, (files: readonly HeldFile[]) => files.map((one) => one.name).join(', ')]]
      : []
  })
  return new Map(lists)
}

/** `home.street` is a part of an address: each has a column, so that a table can be read again as it was. */
function valueAt(row: Data, field: string): unknown {
  const [whole = '', part] = field.split('.')
  return part === undefined ? row[field] : (row[whole] as Data | null | undefined)?.[part]
}

async function* asCsv(store: Store<Data>, collection: Collection, written: RowWriter): AsyncIterable<string> {
  const { shape } = collection.schema
  // What rows were named by before they had ids is empty now, and would be taken for the name when the table comes in again.
  const former = new Set(formerlyNamed(collection).map(({ formerly }) => formerly.field))
  const kept = Object.keys(shape).filter((name) => !former.has(name))
  const names = kept.flatMap((name) =>
    factsOf(shape[name] as z.ZodType)?.kind === 'address' ? addressParts.map((part) => `${name}.${part}`) : [name],
  )
  const fields = ['id', ...names, 'createdAt', 'updatedAt']
  const lists = listsOf(collection)
  const cellOf = (field: string, value: unknown) => {
    const listed = Array.isArray(value) ? lists.get(field) : undefined
    return listed ? listed(value as never[]) : cell(value)
  }
  // The mark lets Excel know that it is UTF-8.
  yield `\uFEFF${recordLine(fields)}`
  // What a spreadsheet would take for a formula is guarded.
  for await (const page of pagesOf(store))
    yield page
      .map(written)
      .map((row) =>
        recordLine(
          fields.map((field) => cellOf(field, valueAt(row, field))),
          { isGuarded: true },
        ),
      )
      .join('')
}

async function* asJson(store: Store<Data>, _: Collection, written: RowWriter): AsyncIterable<string> {
  let before = '[\n'
  for await (const page of pagesOf(store)) {
    yield before + page.map((row) => JSON.stringify(written(row))).join(',\n')
    before = ',\n'
  }
  yield before === '[\n' ? '[]\n' : '\n]\n'
}

/** How a module's own kind of file is made: by its server, with what the person chose. Throws `bad_request`, `not_found`. */
function ownFile(installed: InstalledModule, { name, options: given }: Extract<Wanted, { name: string }>) {
  const { module } = installed
  const declared = module.exports && Object.hasOwn(module.exports, name) ? module.exports[name] : undefined
  if (!declared) throw new AppError('not_found', `${module.title} has no export “${name}”.`)
  const options = parse(declared.options ?? z.object({}), given)
  return async (context: ActionContext<Module>) => {
    const make = (await installed.server()).exports[name]
    if (!make) throw new AppError('not_found', `${module.title} has no export “${name}”.`)
    const made = (await make(options as never, context as never)) as { name: string; body: Body }
    return { name: made.name, mime: declared.mime, body: made.body }
  }
}

function recordsFile({ module }: InstalledModule, { collection: name, format }: Extract<Wanted, { format: string }>) {
  const collection = Object.hasOwn(module.collections, name) ? module.collections[name] : undefined
  if (!collection) throw new AppError('not_found', 'There is no such collection here.')
  const isCsv = format === 'csv'
  return async (context: ActionContext<Module>) => {
    const rows = (context.store as Readonly<Record<string, Store<Data>>>)[name] as Store<Data>
    const body = (isCsv ? asCsv : asJson)(rows, collection, await exportedRow(module, collection, context))
    return { name: `${module.id}-${name}.${format}`, mime: isCsv ? 'text/csv' : 'application/json', body }
  }
}

/** Refused at once is what never could be made; what comes back makes it, and hands it on as long as the database holds still. */
export function preparedExport(actions: Actions, installed: InstalledModule, wanted: Wanted) {
  const { id } = installed.module
  const made = 'format' in wanted ? recordsFile(installed, wanted) : ownFile(installed, wanted)
  const doing = {
    name: `${id}.export.${'format' in wanted ? wanted.collection : wanted.name}`,
    effect: 'read',
  } as const
  return async <T>(asked: Asked, take: (file: ExportedFile) => Promise<T>): Promise<T> => {
    const work = async (frame: Frame) => {
      const { name, mime, body } = await made(actions.context(installed, doing, frame) as ActionContext<Module>)
      refuseHidden(name, frame.hidden, doing.name)
      return take({ name, mime, pieces: piecesOf(body, frame, doing.name) })
    }
    return (await actions.perform({ ...asked, action: doing.name, via: 'http', limit: LIMIT_MS }, work)).output
  }
}
