import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import { collection, defineModule, rowOf } from '../contract/module.ts'
import { defineServer } from '../contract/module-server.ts'
import type { Principal } from '../contract/principal.ts'
import { scratch } from '../e2e/server.ts'
import { connect } from '../server/platform/database/connect.ts'
import { startEmbedded } from '../server/platform/database/embedded.ts'
import { migrateDatabase } from '../server/platform/database/migrate.ts'
import { ms, quantile, table } from './measure.ts'
import { actionsOf } from './module-actions.ts'

const ROUNDS = 1_500
const WARM = 300
const AT_ONCE = 16

const Note = z.object({ title: z.string(), text: z.string(), done: z.boolean() })
const notes = defineModule({
  id: 'notes',
  title: 'Notes',
  summary: 'A module of this bench.',
  kind: 'module',
  industries: ['all'],
  tier: 'free',
  triggers: ['/notes'],
  icon: 'file',
  collections: { notes: collection(Note, { version: 1, search: ['title', 'text'] }) },
  actions: {
    add: { summary: 'Add', effect: 'write', input: Note, output: rowOf(Note) },
    change: {
      summary: 'Change',
      effect: 'write',
      input: Note.partial().extend({ id: z.string(), version: z.number() }),
      output: rowOf(Note),
    },
    get: { summary: 'Get', effect: 'read', input: z.object({ id: z.string() }), output: rowOf(Note) },
  },
})
const server = defineServer(notes, {
  add: (note, { store }) => store.notes.insert(note),
  change: ({ id, version, ...change }, { store }) => store.notes.update(id, change, version),
  get: ({ id }, { store }) => store.notes.get(id),
})
const note = { title: 'Of tides', text: 'The moon pulls the sea, and the sea the shore. '.repeat(6), done: false }
const ann: Principal = { kind: 'member', owner: 'ann', userId: 'ann', sessionId: 'bench' }

interface Contest {
  what: string
  bare: () => Promise<unknown>
  action: () => Promise<unknown>
}

/** In turns, so that whatever else the machine does falls on both alike. */
async function oneByOne({ what, bare, action }: Contest): Promise<string[]> {
  const times = { bare: [] as number[], action: [] as number[] }
  for (let round = 0; round < ROUNDS + WARM; round++)
    for (const [name, act] of Object.entries({ bare, action }) as ['bare' | 'action', () => Promise<unknown>][]) {
      const began = performance.now()
      await act()
      if (round >= WARM) times[name].push(performance.now() - began)
    }
  return compared(`${what}, one caller`, quantile(times.bare, 0.5), quantile(times.action, 0.5))
}

/** The time of one when many go on side by side. */
async function sideBySide({ what, bare, action }: Contest): Promise<string[]> {
  const each = async (act: () => Promise<unknown>) => {
    const began = performance.now()
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (let round = 0; round < ROUNDS / AT_ONCE; round++) await act()
      }),
    )
    return (performance.now() - began) / ROUNDS
  }
  const times = { bare: [] as number[], action: [] as number[] }
  for (let turn = 0; turn < 6; turn++) {
    times.bare.push(await each(bare))
    times.action.push(await each(action))
  }
  return compared(`${what}, ${AT_ONCE} callers`, quantile(times.bare, 0.5), quantile(times.action, 0.5))
}

const compared = (what: string, bare: number, action: number) => [
  what,
  ms(bare),
  ms(action),
  `${(action / bare).toFixed(2)} ×`,
]

/** One record through an action (policy, validation, change, history, search index) against the bare statement of its table. */
export async function benchActions(): Promise<void> {
  const home = scratch('bench-actions')
  const cluster = await startEmbedded(join(home, 'pg'))
  const config = cluster.connection('postgres')
  await migrateDatabase(config)
  const db = connect(config, () => undefined)
  const actions = await actionsOf(server, db, home)
  const act = <T>(action: string, input: unknown) =>
    actions.call({ principal: ann, action, input, via: 'http' }) as Promise<{ output: T }>
  const data = JSON.stringify(note)
  const insert = (id: string) =>
    db.$client.query(
      `insert into records (id, scope_id, module, collection, data, schema_version, created_at, updated_at)
       values ($1, 'bare', 'notes', 'notes', $2, 1, now(), now())`,
      [id, data],
    )
  const own = await act<{ id: string; version: number }>('notes.add', note)
  const { id } = own.output
  const bareId = randomUUID()
  await insert(bareId)
  let version = 1
  let done = false

  const adding: Contest = { what: 'add', bare: () => insert(randomUUID()), action: () => act('notes.add', note) }
  const changing: Contest = {
    what: 'change, by version',
    bare: () =>
      db.$client.query('update records set data = $2, version = version + 1, updated_at = now() where id = $1', [
        bareId,
        data,
      ]),
    action: async () => {
      done = !done
      const { output } = await act<{ version: number }>('notes.change', { id, version, done })
      version = output.version
    },
  }
  const reading: Contest = {
    what: 'get',
    bare: () => db.$client.query('select * from records where id = $1', [bareId]),
    action: () => act('notes.get', { id }),
  }
  const rows = [await oneByOne(adding), await sideBySide(adding)]
  // As autovacuum does within a minute: a table of thousands of rows that nobody has counted yet is planned as an empty one.
  await db.$client.query('analyze records')
  rows.push(await oneByOne(changing), await oneByOne(reading))
  table(
    'One action against the bare SQL, median (goal for a saved record: within 2 ×)',
    ['what', 'bare SQL', 'action', 'ratio'],
    rows,
  )
  await db.$client.end()
  await cluster.stop()
}
