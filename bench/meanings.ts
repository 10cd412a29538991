import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { z } from 'zod'
import { collection, defineModule } from '../contract/module.ts'
import { defineServer } from '../contract/module-server.ts'
import type { Principal } from '../contract/principal.ts'
import { scratch } from '../e2e/server.ts'
import { Meaning, signsOf } from '../modules/flash/meanings.ts'
import { connect } from '../server/platform/database/connect.ts'
import { startEmbedded } from '../server/platform/database/embedded.ts'
import { migrateDatabase } from '../server/platform/database/migrate.ts'
import { putRows } from '../server/records/test-rows.ts'
import { ms, quantile, table } from './measure.ts'
import { actionsOf } from './module-actions.ts'

const ROWS = 50_000
const DIMENSIONS = 512
const TOPICS = 1_000
const QUESTIONS = 12
const CANDIDATES = 500 // as modules/flash/server/meanings.ts has it
const ann: Principal = { kind: 'member', owner: 'ann', userId: 'ann', sessionId: 'bench' }

/** Like every run's: numbers of a normal distribution. */
function normals(seed: number): () => number {
  let state = seed
  const next = () => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0
    return (state + 1) / 4_294_967_297
  }
  return () => Math.sqrt(-2 * Math.log(next())) * Math.cos(2 * Math.PI * next())
}

const unit = (vector: number[]): number[] => {
  const length = Math.hypot(...vector)
  return vector.map((one) => one / length)
}

function packed(vector: readonly number[]): string {
  const largest = Math.max(...vector.map(Math.abs))
  return Buffer.from(Int8Array.from(vector, (one) => Math.round((one / largest) * 127)).buffer).toString('base64')
}

function likeness(vector: readonly number[], kept: string): number {
  const numbers = new Int8Array(Buffer.from(kept, 'base64'))
  let [product, square] = [0, 0]
  for (let at = 0; at < numbers.length; at++) {
    const one = numbers[at] as number
    product += one * (vector[at] as number)
    square += one * one
  }
  return product / Math.sqrt(square)
}

const module = defineModule({
  id: 'vectors',
  title: 'Vectors',
  summary: 'Vectors',
  kind: 'module',
  industries: ['all'],
  tier: 'free',
  triggers: ['/vectors'],
  icon: 'layers',
  collections: {
    meanings: collection(Meaning, { version: 1, unique: [['guid']], totals: [{ by: ['madeBy'], sum: [] }] }),
  },
  actions: {
    bySigns: { summary: 'By signs', effect: 'read', input: z.any(), output: z.any() },
    byReading: { summary: 'By reading all', effect: 'read', input: z.any(), output: z.any() },
  },
})

type Ranked = { guid: string; likeness: number }[]
const best = (ranked: Ranked) => ranked.sort((a, b) => b.likeness - a.likeness).slice(0, 100)

const server = defineServer(module, {
  bySigns: async ({ vector }, { store }) => {
    const found = await store.meanings.nearest('signs', signsOf(vector), { where: { madeBy: 'm' }, limit: CANDIDATES })
    return best(found.map((row) => ({ guid: row.guid, likeness: likeness(vector, row.vector) })))
  },
  byReading: async ({ vector }, { store }) => {
    const ranked: Ranked = []
    for await (const row of store.meanings.each({ where: { madeBy: 'm' } }))
      ranked.push({ guid: row.guid, likeness: likeness(vector, row.vector) })
    return best(ranked)
  },
})

/** The nearest of 50,000 vectors of a person: found by their signs in the database, and by reading all of them. */
export async function benchMeanings(): Promise<void> {
  const home = scratch('bench-meanings')
  const cluster = await startEmbedded(join(home, 'pg'))
  const config = cluster.connection('postgres')
  await migrateDatabase(config)
  const db = connect(config, () => undefined)
  const actions = await actionsOf(server, db, home)
  const normal = normals(7)
  const random = () => Array.from({ length: DIMENSIONS }, normal)
  const topics = Array.from({ length: TOPICS }, random)
  const about = (topic: number) => unit((topics[topic] as number[]).map((one) => one + 0.9 * normal()))
  await putRows(db, 'ann', module, 'meanings', ROWS, (n) => {
    const vector = about(n % TOPICS)
    return { guid: `g${n}`, madeBy: 'm', print: 'p', vector: packed(vector), signs: signsOf(vector) }
  })
  await db.$client.query('vacuum analyze')
  const questions = Array.from({ length: QUESTIONS }, (_, n) => about((n * 37) % TOPICS))
  const rows: string[][] = []
  const answers = new Map<string, string[][]>()
  for (const way of ['bySigns', 'byReading']) {
    const times: number[] = []
    const found: string[][] = []
    const cpu = process.cpuUsage()
    const delay = monitorEventLoopDelay({ resolution: 1 })
    delay.enable()
    for (const vector of questions) {
      const start = performance.now()
      const { output } = await actions.call({
        principal: ann,
        action: `vectors.${way}`,
        input: { vector },
        via: 'http',
      })
      times.push(performance.now() - start)
      found.push((output as Ranked).map(({ guid }) => guid))
    }
    delay.disable()
    const { user, system } = process.cpuUsage(cpu)
    answers.set(way, found)
    const each = (user + system) / 1000 / QUESTIONS
    rows.push([way, ms(quantile(times, 0.5)), ms(quantile(times, 0.95)), ms(each), ms(delay.max / 1e6)])
  }
  const shared = (most: number) => {
    const [some, all] = [answers.get('bySigns') ?? [], answers.get('byReading') ?? []]
    const hits = all.map(
      (exact, at) => exact.slice(0, most).filter((guid) => some[at]?.slice(0, most).includes(guid)).length,
    )
    return `${Math.round((hits.reduce((sum, one) => sum + one, 0) / (most * all.length)) * 1000) / 10} %`
  }
  table(
    `The nearest of ${ROWS.toLocaleString('en')} vectors of ${DIMENSIONS} numbers`,
    ['way', 'median', 'p95', 'our CPU each', 'longest wait of the loop'],
    rows,
  )
  process.stdout.write(
    `The same among the first 5: ${shared(5)}, 10: ${shared(10)}, 50: ${shared(50)}, 100: ${shared(100)}\n`,
  )
  await db.$client.end()
  await cluster.stop()
}
