import { AppError } from '@atrium/contract/errors'
import { defineServer } from '@atrium/contract/module-server'
import { STEPS_MAX, type StepInput, Steps } from './cleaning/step-schema.ts'
import csv, { type StoredDataset } from './module.ts'
import { findColumn, named } from './names.ts'
import { samples } from './sample.ts'
import { say } from './say.ts'
import { datasetsOf, findDataset } from './server/finding.ts'
import { type Context, keepText, only, openFile, read } from './server/keeping.ts'
import { proposeFormula, proposeQuery } from './server/proposing.ts'
import { stepSaid } from './server/said-step.ts'
import { saidValue } from './server/said-value.ts'
import { bareName } from './writing.ts'

/** Adds steps behind those that are done; what was undone is gone for good then. */
async function addSteps(context: Context, dataset: StoredDataset, steps: readonly StepInput[]) {
  if (dataset.done + steps.length > STEPS_MAX) throw tooManySteps()
  const all = Steps.parse([...dataset.steps.slice(0, dataset.done), ...steps])
  const next = { ...dataset, steps: all, done: all.length }
  const { rows, effects } = await only(read(context, dataset, 'effects', { dataset: readOf(next) }))
  const added = effects.slice(-steps.length)
  const [missing] = added.flatMap((effect) => effect.missing)
  if (missing !== undefined) throw new AppError('bad_request', say('noColumn', { value: missing }))
  if (added.some(({ badPattern }) => badPattern)) throw new AppError('bad_request', say('badPattern'))
  // A formula may fail for some rows; one that gives nothing at all is none for this dataset.
  const bad = added.find(({ problem, changed }) => problem && changed === 0)?.problem
  if (bad) throw new AppError('bad_request', say(`formula.${bad.why}`, { word: bad.word }))
  await context.store.datasets.update(dataset.id, { steps: all, done: all.length }, dataset.version)
  return { dataset: dataset.name, changed: added.reduce((sum, { changed }) => sum + changed, 0), rows }
}

const tooManySteps = () => new AppError('bad_request', say('tooManySteps', { most: STEPS_MAX }))

/** The steps at these places, in this order. */
function keptSteps(steps: StoredDataset['steps'], places: readonly number[]): StoredDataset['steps'] {
  if (new Set(places).size < places.length) throw new AppError('bad_request', say('stepTwice'))
  return places.map((at) => {
    const step = steps[at]
    if (!step) throw new AppError('bad_request', say('noStep', { number: at + 1 }))
    return step
  })
}

/** What a reader is told of a dataset. */
const readOf = ({ reading, steps, done }: Pick<StoredDataset, 'reading' | 'steps' | 'done'>) => ({
  reading,
  steps,
  done,
})

const asked = ({ timeZone }: Context, dataset: StoredDataset) => ({ dataset: readOf(dataset), timeZone })

async function chosenColumns(context: Context, dataset: StoredDataset, column: string): Promise<string[]> {
  const names = await only(read(context, dataset, 'columns', { dataset: readOf(dataset) }))
  return [findColumn({ columns: names.map((name) => ({ name, values: [] })) }, column)]
}

/** Queries that one person keeps; whoever asks for them gets them all. */
const QUERIES = 1000

export default defineServer(
  csv,
  {
    overview: async (_, { store }) => ({
      datasets: await datasetsOf(store),
      queries: await store.queries.list({ order: 'name', limit: QUERIES }),
    }),

    list: async (_, { store }) => ({
      datasets: (await datasetsOf(store)).map(({ id, name, rows, columns, done }) => ({
        id,
        name,
        rows,
        columns,
        steps: done,
      })),
    }),

    profile: async ({ dataset: wanted }, context) => {
      const dataset = await findDataset(context, wanted)
      const { rows, columns } = await only(read(context, dataset, 'profile', asked(context, dataset)))
      return {
        dataset: dataset.name,
        rows,
        columns: columns.map((one) => ({
          column: one.name,
          type: one.type,
          missing: one.missing,
          different: one.distinct,
          smallest: saidValue(one, one.statistics?.min),
          largest: saidValue(one, one.statistics?.max),
          mean: one.type === 'number' || one.type === 'integer' ? (one.statistics?.mean ?? null) : null,
          mostFrequent: one.top[0] && one.top[0].count > 1 ? `${one.top[0].value} (${one.top[0].count})` : null,
        })),
      }
    },

    describe: async ({ column, dataset: wanted }, context) => {
      const dataset = await findDataset(context, wanted)
      const { rows, columns } = await only(read(context, dataset, 'profile', { ...asked(context, dataset), column }))
      const [one] = columns
      if (!one) throw new AppError('not_found', say('noRows', { name: dataset.name }))
      const { statistics: found } = one
      const said = (value: number | undefined) => saidValue(one, value)
      return {
        column: one.name,
        type: one.type,
        rows,
        missing: one.missing,
        different: one.distinct,
        min: said(found?.min),
        firstQuartile: said(found?.q1),
        median: said(found?.median),
        mean: said(found?.mean),
        thirdQuartile: said(found?.q3),
        max: said(found?.max),
        deviation: one.type === 'number' || one.type === 'integer' ? (found?.deviation ?? null) : null,
        mostFrequent: one.top
          .slice(0, 5)
          .map(({ value, count }) => `${value.slice(0, 60)} (${count})`)
          .join(', '),
      }
    },

    summarise: async ({ dataset: wanted, ...question }, context) => {
      const dataset = await findDataset(context, wanted)
      const options = { ...asked(context, dataset), asked: question }
      return { dataset: dataset.name, ...(await only(read(context, dataset, 'summarise', options))) }
    },

    trim: async ({ dataset: wanted, column }, context) => {
      const dataset = await findDataset(context, wanted)
      const columns = column === undefined ? [] : await chosenColumns(context, dataset, column)
      return addSteps(context, dataset, [
        { kind: 'trim', columns },
        { kind: 'collapse', columns },
      ])
    },

    dropDuplicates: async ({ dataset: wanted, column }, context) => {
      const dataset = await findDataset(context, wanted)
      const columns = column === undefined ? [] : await chosenColumns(context, dataset, column)
      return addSteps(context, dataset, [{ kind: 'dedupe', columns }])
    },

    addSteps: async ({ dataset: wanted, steps, words }, context) => {
      const dataset = await findDataset(context, wanted)
      if (steps) return addSteps(context, dataset, steps)
      const columns = await only(read(context, dataset, 'columns', { dataset: readOf(dataset) }))
      const step = stepSaid(words ?? '', columns)
      if (step) return addSteps(context, dataset, [step])
      const value = named(columns)
      throw new AppError('bad_request', say('stepNotUnderstood', { value }))
    },

    setSteps: async ({ id, version, keep, add, done }, { store }) => {
      const { steps: before } = await store.datasets.get(id)
      const steps = [...(keep ? keptSteps(before, keep) : before), ...add]
      if (steps.length > STEPS_MAX) throw tooManySteps()
      return store.datasets.update(id, { steps, done: Math.min(done ?? steps.length, steps.length) }, version)
    },

    setReading: async ({ id, version, reading }, context) => {
      const { file } = await context.store.datasets.get(id)
      const measured = await only(read(context, { file }, 'measure', { reading }))
      if (measured.columns === 0) throw new AppError('bad_request', say('noTableSoRead'))
      return context.store.datasets.update(id, measured, version)
    },

    setCharts: ({ id, version, charts }, { store }) => store.datasets.update(id, { charts }, version),
    rename: ({ id, version, name }, { store }) => store.datasets.update(id, { name }, version),

    remove: async ({ id, version }, { store }) => {
      const { name } = await store.datasets.get(id)
      await store.datasets.remove(id, version)
      return { name }
    },

    proposeQuery,
    proposeFormula,

    saveQuery: async ({ id, ...query }, { store }) => {
      if (id) return store.queries.update(id, query)
      if ((await store.queries.count()) >= QUERIES)
        throw new AppError('too_large', say('tooManyQueries', { queries: QUERIES }))
      return store.queries.insert(query)
    },

    removeQuery: async ({ id }, { store }) => {
      const { name } = await store.queries.get(id)
      await store.queries.remove(id)
      return { name }
    },

    // Nothing but the call itself: a visitor becomes a guest with it, who may send a file.
    prepare: () => ({ ready: true }),

    sample: async (_, context) => {
      let count = 0
      let first = ''
      for (const { name, text, charts } of samples()) {
        const { data, isKnown } = await keepText(context, name, text)
        if (isKnown) continue
        const { id } = await context.store.datasets.insert({ ...data, charts })
        first ||= id
        count++
      }
      if (count === 0) throw new AppError('conflict', say('samplesAreHere'))
      return { count, id: first }
    },
  },
  {
    readers: new URL('./readers.ts', import.meta.url),
    imports: { table: openFile },
    exports: {
      csv: async ({ dataset: wanted, delimiter }, context) => {
        const dataset = await findDataset(context, wanted)
        const isTab = delimiter === 'tab'
        const name = `${bareName(dataset.name)}${isTab ? '.tsv' : '.csv'}`
        const options = { dataset: readOf(dataset), delimiter: isTab ? '\t' : delimiter }
        return { name, body: await begun(read(context, dataset, 'asCsv', options)) }
      },
      json: async ({ dataset: wanted }, context) => {
        const dataset = await findDataset(context, wanted)
        const body = await begun(read(context, dataset, 'asObjects', asked(context, dataset)))
        return { name: `${bareName(dataset.name)}.json`, body }
      },
    },
  },
)

/** The same once its first piece is here: what cannot be read is refused before the download begins. */
async function begun<T>(values: AsyncGenerator<T>): Promise<AsyncGenerator<T>> {
  const first = await values.next()
  return (async function* () {
    if (!first.done) yield first.value
    yield* values
  })()
}
