import { AppError } from '@atrium/contract/errors'
import { factsOf } from '@atrium/contract/field-facts'
import type { Module, Row } from '@atrium/contract/module'
import type { ImportReport } from '@atrium/contract/module-files'
import type { Incoming } from '@atrium/contract/module-server'
import { inOurWords } from '@atrium/contract/own-words'
import { IMPORT_ROWS_MAX } from '@atrium/contract/reading'
import type { Sentence } from '@atrium/contract/sentence'
import type { z } from 'zod'
import { issueIn } from '../platform/http/issue-sentence.ts'
import { uuid } from '../platform/ids.ts'
import { saidIn } from '../platform/texts.ts'
import type { BulkStore } from './bulk-store.ts'
import { type Data, nameOf } from './rows.ts'
import type { TakenKeys } from './taken-keys.ts'

/** Rows compared and written together. */
const BATCH = 500
/**
 * Rows after which others have their turn, whatever the file's length. So has what is being sent to the database: a socket takes
 * some 200 KB at a time, and a batch is more.
 */
const STRETCH = 50
/** Of each kind in the report; the numbers count all. */
const LISTED = 100
/** characters of a refused line that are shown */
const SHOWN = 200

type Fit = Extract<Incoming, { collection: string }> & {
  data: Data
  parsed: Data
  merge?: (row: Row<Data>) => Partial<Data>
}

/** `amount: It does not fit.` */
function reasonOf({ issues: [issue] }: z.ZodError, schema: z.ZodObject, language: string): string {
  const field = schema.shape[String(issue?.path[0])] as z.ZodType | undefined
  if (issue && field && factsOf(field)) return issue.message // it names the field by its label
  const path = issue?.path.join('.')
  if (!issue) return 'It does not fit.'
  const sentence = issueIn(issue, language)
  return path && sentence === issue.message ? `${path}: ${sentence}` : sentence
}

const shorten = (text: string) => (text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text)

/**
 * Takes rows in: those without a match by their collection's key, or by the id that the module names, are added, others
 * changed where they differ. The same key or id a second time in the file is a duplicate. What does not fit its schema is
 * refused with the reason, and so is what would be called as another row is; the rest goes on. A named row that is gone, or is another's, is added as a new one.
 */
export async function takeIn(
  rows: AsyncIterable<Incoming>,
  module: Module,
  storeOf: (collection: string) => BulkStore,
  { signal, language, onRows }: { signal: AbortSignal; language: string; onRows?: (count: number) => void },
): Promise<ImportReport> {
  const report: ImportReport = {
    added: 0,
    changed: 0,
    same: 0,
    duplicate: 0,
    refused: 0,
    rows: { added: [], changed: [], duplicate: [], refused: [] },
  }
  const known = new Map<string, { ids: Map<string, string>; seen: Set<string> }>()
  const taken = new Map<string, TakenKeys>()
  /** What rows are called by others of the file, and those that name others so. */
  const marks = new Map<string, string>()
  const linking = new Map<string, { id: string; links: Readonly<Record<string, string>> }[]>()
  const isIn = ({ collection, mark, links }: Fit, id: string | undefined) => {
    if (id === undefined) return
    if (mark !== undefined) marks.set(`${collection} ${mark}`, id)
    if (!links) return
    const rows = linking.get(collection) ?? []
    linking.set(collection, rows)
    rows.push({ id, links: links as Record<string, string> })
  }
  /** Rows that the module named itself. */
  const named = new Set<string>()

  const list = <T>(into: T[], entry: T) => {
    if (into.length < LISTED) into.push(entry)
  }
  const refuse = (reason: string | Sentence, { line, text }: { line?: number; text?: string }) => {
    report.refused += 1
    list(report.rows.refused, {
      ...(line !== undefined && { line }),
      text: shorten(text ?? ''),
      reason: typeof reason === 'string' ? reason : saidIn(reason, language),
    })
  }
  const collectionOf = (name: string) => {
    const found = Object.hasOwn(module.collections, name) ? module.collections[name] : undefined
    if (!found) throw new Error(`An import of ${module.id} names a collection that it does not have: ${name}`)
    return found
  }
  const reportEntry = ({ collection, data, line }: Fit) => ({
    ...(line !== undefined && { line }),
    title: nameOf(collectionOf(collection), data).replace(/^“|”$/g, ''),
  })

  async function takeBatch(name: string, batch: Fit[]): Promise<void> {
    const { key, schema } = collectionOf(name)
    const store = storeOf(name)
    const names = taken.get(name) ?? (await store.takenKeys())
    taken.set(name, names)
    const isFirst = key !== undefined && !known.has(name)
    if (isFirst) known.set(name, { ids: await store.idsBy(key), seen: new Set() })
    const here = known.get(name)
    const fresh: Fit[] = []
    const matched = new Map<string, Fit>()
    for (const row of batch) {
      const value = key === undefined || row.id !== undefined ? undefined : row.data[key]
      const byKey = typeof value === 'string' && value !== '' ? value : undefined
      const seen = row.id === undefined ? here?.seen : named
      const mark = row.id ?? byKey
      if (mark !== undefined && seen?.has(mark)) {
        report.duplicate += 1
        list(report.rows.duplicate, reportEntry(row))
        continue
      }
      if (mark !== undefined) seen?.add(mark)
      const id = row.id ?? (byKey === undefined ? undefined : here?.ids.get(byKey))
      if (id === undefined) fresh.push(row)
      else matched.set(id, row)
    }
    const refused = new Set<Fit>()
    const isNamedAsAnother = (row: Fit, data: Data, id: string) => {
      const error = names.take(data, id)
      if (!error) return false
      refuse(error.said ?? error.message, { line: row.line, text: JSON.stringify(row.data) })
      refused.add(row)
      return true
    }
    const changeOf = (id: string, row: Fit) => (was: Row<Data>) => {
      const given = row.merge?.(was) ?? row.data
      const whole = schema.safeParse({ ...was, ...given })
      return isNamedAsAnother(row, (whole.data ?? given) as Data, id) ? {} : given
    }
    const found = await store.updateMany(new Map([...matched].map(([id, row]) => [id, changeOf(id, row)])))
    for (const [id, row] of matched) {
      const fields = found.get(id)
      if (!fields) fresh.push(row)
      else if (refused.has(row)) continue
      else isIn(row, id)
      if (!fields || refused.has(row)) continue
      if (fields.length === 0) report.same += 1
      else {
        report.changed += 1
        list(report.rows.changed, { ...reportEntry(row), fields })
      }
    }
    const added = names.isFree ? fresh : fresh.filter((row) => !isNamedAsAnother(row, row.parsed, uuid()))
    const made = await store.insertMany(added.map((row) => row.data))
    for (const [at, row] of added.entries()) isIn(row, made[at]?.id)
    report.added += added.length
    for (const row of added) list(report.rows.added, reportEntry(row))
  }

  const link = async () => {
    for (const [name, rows] of linking)
      await storeOf(name).updateMany(
        new Map(
          rows.map(({ id, links }) => {
            const found = Object.entries(links).flatMap(([field, mark]) => {
              const target = marks.get(`${name} ${mark}`)
              return target === undefined || target === id ? [] : [[field, target]]
            })
            return [id, () => Object.fromEntries(found)]
          }),
        ),
      )
  }

  let waiting: Fit[] = []
  const flush = async () => {
    const groups = Map.groupBy(waiting, (row) => row.collection)
    waiting = []
    for (const [name, batch] of groups) await takeBatch(name, batch)
  }
  const breathe = async () => {
    signal.throwIfAborted()
    await new Promise((done) => setImmediate(done))
  }

  let count = 0
  for await (const row of rows) {
    if ('understood' in row) {
      report.table = row.understood
      continue
    }
    if ('kept' in row) {
      await flush()
      await row.kept()
      continue
    }
    count += 1
    if (count > IMPORT_ROWS_MAX) throw tooManyRows()
    if (count % BATCH === 0) onRows?.(count)
    if (count % STRETCH === 0) await breathe()
    if ('refused' in row) {
      refuse(row.refused, row)
      continue
    }
    const { schema } = collectionOf(row.collection)
    const parsed = schema.safeParse(row.data, inOurWords)
    if (!parsed.success) {
      refuse(reasonOf(parsed.error, schema, language), { line: row.line, text: JSON.stringify(row.data) })
      continue
    }
    // What was not given keeps what a matching row has; a new one takes the schema's defaults.
    waiting.push({ ...row, data: row.data as Data, parsed: parsed.data } as Fit)
    if (waiting.length >= BATCH) await flush()
  }
  await flush()
  await link()
  await breathe()
  return report
}

const tooManyRows = () =>
  new AppError(
    'too_large',
    `This file has more than ${IMPORT_ROWS_MAX.toLocaleString('en')} rows. Split it and import the parts one by one: what is here already is not added twice.`,
  )

/** Whether a file may be what this import reads, by its ending. Throws `unsupported_media_type`. */
export function refuseOther(name: string, accepts: readonly string[]): void {
  if (accepts.some((ending) => name.toLowerCase().endsWith(ending))) return
  throw new AppError('unsupported_media_type', `“${name}” is not one of these: ${accepts.join(', ')}.`)
}
