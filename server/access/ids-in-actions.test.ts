import { fileURLToPath } from 'node:url'
import type { Module } from '@atrium/contract/module'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { SMALLEST_PNG } from '../files/test-pictures.ts'
import { uuid } from '../platform/ids.ts'
import { silentLog } from '../platform/telemetry.ts'
import { discover } from '../records/discover.ts'
import { fileFields } from '../records/held-fields.ts'
import { testModules } from '../records/test-module.ts'
import { belongings, faceless, isReference, type JsonSchema } from './test-cast.ts'
import { formOf, inputWith, type Leaf, leavesOf, plainest, type Shape } from './test-inputs.ts'

/**
 * Every place of every input of every installed module's actions that takes a text or anything, at whatever depth, with ids of
 * another person in it: the answer is that to an id of nothing, and the other person's things are as before. The places are
 * made from the declarations, what is in the workspaces is from each module's own sample. The input around a place is one that
 * is accepted, so that the place is looked at; where none is, the place stands in NOT_REACHED with the reason. Which callers
 * may call an action is actions.test.ts's.
 */

/** What an input must have besides what its declaration alone gives. */
const DATASET = { dataset: 'Orders 2026 (sample)' }
const MONEY = { month: '2030-01', currency: 'EUR', amount: 100 }
const PARTS = { amount: 3, splits: [1, 2].map((amount) => ({ category: null, amount })) }
const BESIDES: Record<string, object> = {
  'content-calendar.add': { start: '2030-01-31T12:00' },
  'content-calendar.move': { start: '2030-01-31T12:00' },
  'csv.describe': DATASET,
  'csv.summarise': { ...DATASET, how: 'count' },
  'csv.trim': DATASET,
  'csv.dropDuplicates': DATASET,
  'csv.addSteps': DATASET,
  'csv.setReading': { reading: { encoding: 'utf-8', delimiter: ',', header: true, skip: 0 } },
  'flash.add': { front: 'Where?', back: 'There' },
  'flash.addMany': { cards: [{ front: 'Where?', back: 'There' }] },
  'flash.addNote': { type: 'basic', fields: ['Where?', 'There'] },
  'flash.preview': { type: 'basic', fields: ['Where?', 'There'] },
  'wallet.spend': { amount: '12.50', account: 'Everyday account' },
  'wallet.receive': { amount: '12.50', account: 'Everyday account' },
  'wallet.add': PARTS,
  'wallet.change': PARTS,
  'wallet.addAccount': { currency: 'EUR' },
  'wallet.assign': MONEY,
  'wallet.moveMoney': MONEY,
  'wallet.reconcile': { adjust: true },
  'wallet.saveRule': { payee: 'Lidl' },
}

/** Places of which no input of this test is accepted, by what is before them or what they name. */
const NOT_REACHED: [RegExp, string][] = [
  [/ (\w+\.)?(zone|rrule|recurrence|when)$/, 'a zone, a rule or a time, which an id is not'],
  [/^wallet\.(\w+ amount|transfer received|(addAccount|reconcile) balance)$/, 'an amount, which an id is not'],
  [/^csv\.addSteps words$/, 'a step in words, which an id is not'],
  [
    /^(csv\.\w+ dataset|sync\.\w+ (name|path)|tasks\.\w+ title|flash\.(due|queue|stats) deck|wallet\.(spend|receive|left|balance) (account|category))$/,
    'something of one’s own by its name: found among the records of the caller alone',
  ],
  [
    /^(flash\.browse|wallet\.transactions|tasks\.listProject|sync\.(list|arrivals|activity)) after$/,
    'a place in a list, which an id is not',
  ],
  [
    /^(sync\.(share|request|renewRequest) password|tasks\.reschedule when)$/,
    'beside the name of something of one’s own',
  ],
  [
    /^csv\.(\w+ (column|by)|addSteps steps\.)/,
    'about a table’s columns by their names; csv.setSteps takes the same steps',
  ],
  [/^csv\.\w+Query id$/, 'of a query, of which the sample has none: csv.test.ts'],
  [/^(content-calendar\.endFeed|sync\.unshare) id$/, 'of a link, of which the sample has none: the modules’ tests'],
  [
    /^content-calendar\.(invite|callOff|answer|sendAnswer|messageFile|answerLink|closeAnswerLink|respond) (id|address|note)$/,
    'of an event with guests, of which the sample has none: inviting.test.ts, answer-page.test.ts',
  ],
  [
    /^content-calendar\.setGuests attendees\.\[\]\.(address|name)$/,
    'of somebody with a mail address, which an id is not',
  ],
  [
    /^content-calendar\.(subscribe (url|name)|refresh id|foreign id)$/,
    'of what others publish, which is nowhere to be asked here: the module’s feeds.test.ts',
  ],
  [
    /^sync\.((change|renew|remove)Request id|changeRequest (title|message)|arrivals request)$/,
    'of an upload link, of which the sample has none: requests.test.ts',
  ],
  [/^sync\.(removeVersion|discardUpload) /, 'of an older version, or an upload that waits: sync.test.ts'],
  [/^flash\.\w+ type$/, 'a kind of note by its key: of the catalogue, or found among the caller’s own alone'],
  [/ (\w+\.)?(files|receipts)\.\[\]\.(name|mime)$/, 'beside the id of a file: what the server knows of it is taken'],
  [
    /^flash\.((typeUse|saveType|removeType) |changeType ids|useParameters scope)/,
    'of a kind of note that one has made, or parameters that were found for a deck: the sample has none; types.test.ts, fitting.test.ts',
  ],
  [
    /^tasks\.(\w+ (change\.)?(section|assignee)|assign (id|to)|changeMany ids\.\[\])$/,
    'a section of the task’s own project, or somebody of a team: projects.test.ts, assignee.test.ts',
  ],
  [
    /^wallet\.((removeRate|removeGoal) id|saveGoal category|changeSettings ratesFrom)$/,
    'of a rate or a goal, of which the sample has none; an address: rates.test.ts, goals.test.ts',
  ],
  [
    /^flash\.takeIn (person|acts)/,
    'of what the caller did on a device, said under the caller’s own id; another’s card is none: flash/offline.test.ts',
  ],
  [/^wallet\.link ids/, 'two payments that fit each other: wallet.test.ts'],
  [
    /^((content-calendar\.(draftPost|pictureIdea|drawPictures|describePicture)|flash\.(proposeCards|speak|similar)|tasks\.(split|transcribe)|csv\.propose\w+|wallet\.readReceipt) |wallet\.categorise rows)/,
    'asks a model, of which there is none here, or names a payment with its category: the modules’ proposing.test.ts',
  ],
]

const modules = await discover(fileURLToPath(new URL('../../modules', import.meta.url)), silentLog)
const at = await testModules(...modules)

interface Place {
  /** `wallet.add` */
  action: string
  module: string
  root: Shape
  leaf: Leaf
}

const places: Place[] = modules.flatMap(({ module }) =>
  Object.entries(module.actions).flatMap(([name, { input }]) => {
    const root = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as Shape
    return leavesOf(root)
      .filter((leaf) => formOf(leaf, uuid()) !== null)
      .map((leaf) => ({ action: `${module.id}.${name}`, module: module.id, root, leaf }))
  }),
)
const nameOf = ({ action, leaf }: Place) => `${action} ${leaf.name}`
const isId = ({ leaf }: Place) => isReference(leaf.name.match(/\w+/g)?.at(-1) ?? '', leaf.schema as JsonSchema)

/** Of each collection of a sample, in whatever state they are. */
const MOST_OF_A_COLLECTION = 3

interface Template {
  table: 'records' | 'files'
  id: string
  collection: string
  row: string
}
/** By module: some records of its sample, with those and the files that they name. */
const samples = new Map<string, Template[]>()
const OTHER = 'somebody-else'
/** What the other person has, by module: an id of each kind. */
const theirs = new Map<string, { kind: string; id: string }[]>()
let look: (owner: string) => Promise<string>
let people = 0

async function sampleOf({ id: module, collections }: Module): Promise<Template[]> {
  const seeder = `seeder-${module}`
  const { status, error } = await at.act(seeder, `${module}.sample`)
  expect(`${status} ${error}`).toBe('200 ')
  for (const [name, collection] of Object.entries(collections))
    for (const { name: field } of fileFields(collection)) {
      const path = `/api/m/${module}/files/${name}/${field}?name=a.png`
      expect((await at.fetch(seeder, path, { method: 'POST', body: SMALLEST_PNG })).status).toBe(201)
    }
  const { rows } = await at.db.execute<{ id: string; collection: string; row: string }>(
    sql`select id, collection, row_to_json(r)::text as row from records r where scope_id = ${seeder} order by created_at, id`,
  )
  const kept = await at.db.execute<{ id: string; row: string }>(
    sql`select id, row_to_json(f)::text as row from files f where owner_id = ${seeder}`,
  )
  const all: Template[] = [
    ...rows.map((row) => ({ ...row, table: 'records' as const })),
    ...kept.rows.map((row) => ({ ...row, collection: 'files', table: 'files' as const })),
  ]
  const byId = new Map(all.map((template) => [template.id, template]))
  const chosen = new Set<Template>()
  const choose = (template: Template) => {
    if (chosen.has(template)) return
    chosen.add(template)
    for (const [id] of template.row.matchAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g)) {
      const named = byId.get(id)
      if (named) choose(named)
    }
  }
  for (const alike of Map.groupBy(all, ({ collection }) => collection).values())
    for (const [place, template] of alike.entries())
      if (place % Math.ceil(alike.length / MOST_OF_A_COLLECTION) === 0) choose(template)
  return [...chosen]
}

/** Gives a person things of their own like the sample's. Answers their ids in the sample's order. */
async function furnish(owner: string, module: string): Promise<string[]> {
  const templates = samples.get(module) ?? []
  const ids = new Map(templates.map(({ id }) => [id, uuid()]))
  const renamed = (text: string) => [...ids].reduce((all, [old, id]) => all.replaceAll(old, id), text)
  for (const table of ['records', 'files'] as const) {
    const column = table === 'records' ? 'scope_id' : 'owner_id'
    const rows = templates
      .filter((template) => template.table === table)
      .map(({ row }) => ({ ...(JSON.parse(renamed(row)) as object), [column]: owner }))
    await at.db.execute(
      sql`insert into ${sql.identifier(table)} select * from json_populate_recordset(null::${sql.identifier(table)}, ${JSON.stringify(rows)}::json)`,
    )
  }
  return templates.map(({ id }) => ids.get(id) as string)
}

/** The places at the top of an input that must name something, but this one. */
const neededBy = ({ root, leaf }: Place) =>
  (root.required ?? []).filter(
    (name) => isReference(name, (root.properties?.[name] ?? {}) as JsonSchema) && leaf.name.split('.')[0] !== name,
  )

/** Which of the sample's things stand in the places that an input needs: the first that were accepted. */
const around = new Map<string, number[]>()

type Target = string | number

/** Somebody new calls with this id in the place, or with what of their own has this number in the sample. */
async function attempt(place: Place, target: Target, needed: readonly number[]) {
  const who = `p${++people}`
  const own = await furnish(who, place.module)
  const base: Record<string, unknown> = { ...(plainest(place.root, place.root) as object), ...BESIDES[place.action] }
  for (const [nth, name] of neededBy(place).entries()) {
    const id = own[needed[nth] ?? 0]
    base[name] = place.root.properties?.[name]?.type === 'array' ? [id] : id
  }
  const id = typeof target === 'string' ? target : (own[target] ?? '')
  const { status, body, error } = await at.act(
    who,
    place.action,
    inputWith(place.root, place.leaf, formOf(place.leaf, id), base),
  )
  // What is said of a text may have pieces of it, and its hash.
  const said = faceless({ status, body: JSON.stringify(body), headers: {} }).body.replace(/[0-9a-f]{4,}/g, '#')
  return { status, said, error }
}

/** All ways to put so many of the sample's things beside each other, as far as it pays. */
function* ways(count: number, of: number): Generator<number[]> {
  if (count === 0) return yield []
  for (const rest of ways(count - 1, of)) for (let one = 0; one < of; one++) yield [...rest, one]
}

beforeAll(async () => {
  look = await belongings(at)
  for (const { module } of modules) {
    samples.set(module.id, await sampleOf(module))
    const ids = await furnish(OTHER, module.id)
    const kinds = (samples.get(module.id) ?? []).map(({ collection }, nth) => ({
      kind: collection,
      id: ids[nth] ?? '',
    }))
    theirs.set(
      module.id,
      kinds.filter(({ kind }, nth) => kinds.findIndex((one) => one.kind === kind) === nth),
    )
  }
  const sent = await at.fetch(OTHER, '/api/uploads?name=cards.csv', { method: 'POST', body: 'front,back\na,b\n' })
  const file = await at.fetch(OTHER, '/api/files?name=words.txt', { method: 'POST', body: 'Words.' })
  for (const [kind, answer] of Object.entries({ upload: sent, 'file of the chat': file })) {
    const { id } = (await answer.json()) as { id: string }
    for (const list of theirs.values()) list.push({ kind, id })
  }
})

const reached = new Set<string>()
/** Why the last input with something in the place was refused. */
const refusals = new Map<string, string>()

describe('another’s id goes as an id of nothing', () => {
  test.each(places.map((place) => [nameOf(place), place] as const))('%s', async (name, place) => {
    const before = await look(OTHER)
    const count = samples.get(place.module)?.length ?? 0
    const key = `${place.action} ${neededBy(place).join(' ')}`
    const known = around.get(key)
    let needed = known ?? []
    // Words are as good as any others; an id must be one's own.
    const targets: Target[] = isId(place) ? Array.from({ length: count }, (_, nth) => nth) : [uuid()]
    search: for (const way of known ? [known] : [...ways(neededBy(place).length, count)].slice(0, 400))
      for (const target of targets) {
        const { status, error } = await attempt(place, target, way)
        if (status >= 400) {
          refusals.set(name, error)
          continue
        }
        reached.add(name)
        around.set(key, way)
        needed = way
        break search
      }
    const unknown = await attempt(place, uuid(), needed)
    for (const { kind, id } of theirs.get(place.module) ?? []) {
      const got = await attempt(place, id, needed)
      expect(`${got.status} ${got.said}`, `one of another’s ${kind}`).toBe(`${unknown.status} ${unknown.said}`)
    }
    expect(await look(OTHER), 'another’s things').toBe(before)
  })

  test('in every place that an accepted input has; the others are listed with the reason', () => {
    const missed = places.map(nameOf).filter((name) => !reached.has(name))
    const unsaid = missed.filter((name) => !NOT_REACHED.some(([place]) => place.test(name)))
    expect(unsaid.map((name) => `${name}: ${refusals.get(name)}`)).toEqual([])
    for (const [place, reason] of NOT_REACHED)
      expect(
        missed.some((name) => place.test(name)),
        reason,
      ).toBe(true)
  })
})
