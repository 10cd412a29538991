import type { ActionContext } from '@atrium/contract/module'
import type { ImportedFile } from '@atrium/contract/module-files'
import type { Incoming } from '@atrium/contract/module-server'
import { type ReadSource, readersOf } from '@atrium/contract/reading'
import type csv from '../module.ts'
import type { Dataset } from '../module.ts'
import type { FoundTable } from '../reading/opening.ts'
import { bareName } from '../writing.ts'

export type Context = ActionContext<typeof csv>

export const read = readersOf<typeof import('../readers.ts')>()

/** The one value of a reader that gives one. */
export async function only<T>(values: AsyncIterable<T>): Promise<T> {
  const all = await Array.fromAsync(values) // to its end, so that its process can go on to the next
  if (all.length === 0) throw new Error('a reader of tables gave nothing')
  return all[0] as T
}

/** A dataset of a found table; the one that is here already when its bytes are the same, which are not kept twice. */
async function keep(
  { store, files }: Context,
  found: FoundTable,
  bytes: () => AsyncIterable<Uint8Array>,
): Promise<{ data: Dataset; isKnown: boolean }> {
  const { isConverted: _, ...rest } = found
  const [row] = await store.datasets.list({ where: { source: found.source }, limit: 1 })
  if (row) {
    const { id: _id, version: _version, createdAt: _created, updatedAt: _updated, ...data } = row
    return { data, isKnown: true }
  }
  const kept = await files.save(`${bareName(found.name)}.csv`, 'text/csv', bytes())
  return {
    data: { ...rest, name: found.name.slice(0, 200), file: kept.id, steps: [], done: 0, charts: [] },
    isKnown: false,
  }
}

/** The bytes that follow a table, up to the next one. */
function follows(values: AsyncIterator<FoundTable | Uint8Array>) {
  let next: FoundTable | null = null
  let isOver = false
  return {
    async *bytes(): AsyncGenerator<Uint8Array> {
      while (!isOver) {
        const { value, done } = await values.next()
        isOver = done === true || !(value instanceof Uint8Array)
        if (done) return
        if (value instanceof Uint8Array) yield value
        else next = value
      }
    },
    next: () => next,
  }
}

/** Opens a file as a dataset, or as one for each filled sheet. What it holds already stays as it is. */
export async function* openFile(
  file: ImportedFile,
  { name = file.name, format }: { name?: string; format?: 'join' },
  context: Context,
): AsyncGenerator<Incoming<typeof csv>> {
  const values = read(context, file, 'open', { name, format })
  try {
    let found = (await values.next()).value as FoundTable | undefined | null
    while (found) {
      const after = follows(values)
      const own = found.isConverted ? after.bytes() : null
      const { data } = await keep(context, found, () => own ?? file.bytes())
      for await (const _ of after.bytes()) void _ // what was here already is not kept, but passed over
      // Opened again, it keeps its name, steps and charts.
      yield { collection: 'datasets', data, merge: () => ({}) }
      found = after.next()
    }
  } finally {
    await values.return(undefined)
  }
}

/** Bytes that the module makes itself: a sample. */
export async function keepText(context: Context, name: string, text: string): ReturnType<typeof keep> {
  const source: ReadSource = { name, content: text }
  const found = (await only(read(context, source, 'open', { name, format: 'sample' }))) as FoundTable
  return keep(context, found, async function* () {
    yield new TextEncoder().encode(text)
  })
}
