import type { ModuleInfo } from '@atrium/contract/module'
import { sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { beforeAll, describe, expect, test } from 'vitest'
import { testApp } from '../test-app.ts'
import {
  belongings,
  type Caller,
  type CallerName,
  callers,
  cast,
  faceless,
  isList,
  isReference,
  type JsonSchema,
  letterOf,
  strangers,
} from './test-cast.ts'

/**
 * Every action of every installed module with every field of its input that can name a record, made from their
 * declarations: a module is held to it by being there. One's own works; another's answers like an unknown one and is left
 * as it was. The records are copies of those that the module's own `sample` action makes.
 */

const app = await testApp()
const { modules } = (await (await app.visitor().send('GET', '/api/modules')).json()) as { modules: ModuleInfo[] }

interface Place {
  module: string
  action: string
  effect: string
  field: string
  input: JsonSchema
}

const places: Place[] = modules.flatMap((module) =>
  Object.entries(module.actions).flatMap(([action, { effect, input }]) =>
    Object.entries((input as JsonSchema).properties ?? {})
      .filter(([field, schema]) => isReference(field, schema))
      .map(([field]) => ({ module: module.id, action, effect, field, input: input as JsonSchema })),
  ),
)

/** Some value of this shape: an example of its declaration, or the plainest. “tomorrow” is a text, a title and a date. */
function plainest(schema: JsonSchema): unknown {
  const given = schema.examples?.[0] ?? schema.default ?? schema.const ?? schema.enum?.[0]
  if (given !== undefined) return given
  if (schema.anyOf) return plainest(schema.anyOf[0] ?? {})
  if (schema.type === 'object')
    return Object.fromEntries((schema.required ?? []).map((name) => [name, plainest(schema.properties?.[name] ?? {})]))
  if (schema.type === 'array') return []
  if (schema.type === 'integer' || schema.type === 'number') return Math.max(1, schema.minimum ?? 1)
  if (schema.type === 'boolean') return false
  if (schema.type === 'string')
    return schema.format === 'date' ? '2030-01-31' : schema.format === 'date-time' ? '2030-01-31T12:00:00Z' : 'tomorrow'
  return null
}

/** The input with `value` in the field, what else it must have, and for each other record that it must name one of `own`. */
async function inputOf({ input, field }: Place, value: string, own: () => Promise<string>) {
  const filled: Record<string, unknown> = {}
  for (const [name, schema] of Object.entries(input.properties ?? {})) {
    const put = (id: string) => (isList(schema) ? [id] : id)
    if (name === field) filled[name] = put(value)
    else if (input.required?.includes(name))
      filled[name] = isReference(name, schema) ? put(await own()) : plainest(schema)
  }
  return filled
}

let people: Record<CallerName, Caller>
let look: (owner: string) => Promise<string>
/** Records of one collection that are tried in turn. */
const MOST_OF_A_COLLECTION = 8
/** The records of each module's sample. */
const samples = new Map<string, string[]>()

const copy = async (template: string, owner: string): Promise<string> => {
  const id = uuid()
  await app.db.execute(
    sql`insert into records (id, scope_id, module, collection, data, schema_version, version, search)
        select ${id}, ${owner}, module, collection, data, schema_version, version, search from records where id = ${template}`,
  )
  return id
}

async function call(place: Place, who: Caller, value: string, template: string) {
  const input = await inputOf(place, value, () => copy(template, who.owner))
  return who.call('POST', `/api/m/${place.module}/${place.action}`, input)
}

/** Another's record answers like one that does not exist, and stays as it was. */
async function checkStrangers(place: Place, template: string, who: Caller): Promise<void> {
  const unknown = await call(place, who, uuid(), template)
  for (const stranger of await strangers(app)) {
    const theirs = await copy(template, stranger)
    const before = await look(stranger)
    expect(before).toContain(theirs)
    const got = await call(place, who, theirs, template)
    expect(faceless(got), `another’s and unknown as ${who.name}`).toEqual(faceless(unknown))
    expect(await look(stranger), `another’s things after ${who.name}`).toBe(before)
  }
}

async function check(place: Place, template: string, who: Caller, letter: string): Promise<void> {
  const mine = await call(place, who, await copy(template, who.owner), template)
  // A conflict with the record that was copied (two of one name) is an answer about one's own, too.
  const got = letterOf(mine) === 'c' ? 'y' : letterOf(mine)
  expect(`own as ${who.name}: ${got}`, mine.body).toBe(`own as ${who.name}: ${letter}`)
  await checkStrangers(place, template, who)
}

beforeAll(async () => {
  people = await cast(app)
  const [seeder = ''] = await strangers(app)
  look = await belongings(app)
  for (const { id, actions } of modules) {
    if (!actions.sample) continue
    const sampled = await people.guest.call('POST', `/api/m/${id}/sample`, {})
    expect(letterOf(sampled), `${id}.sample: ${sampled.body}`).toBe('y')
    const { rows } = await app.db.execute<{ id: string; collection: string }>(
      sql`update records set scope_id = ${seeder} where module = ${id} and scope_id = ${people.guest.owner} returning id, collection`,
    )
    // Two hundred payments tell no more than a few: some from all over each collection, in whatever state they are.
    const byCollection = Map.groupBy(rows, ({ collection }) => collection)
    const spread = <T>(all: readonly T[]) =>
      all.filter((_, at) => at % Math.ceil(all.length / MOST_OF_A_COLLECTION) === 0)
    samples.set(
      id,
      [...byCollection.values()].flatMap((all) => spread(all).map((row) => row.id)),
    )
  }
})

/** Places whose own record the declarations alone do not make acceptable (a link, a file, a state that it must be in). */
const untried: Place[] = []

describe('an action that can name a record', () => {
  test('is there to be tried', () => expect(places.length).toBeGreaterThan(0))

  test.each(places.map((place) => [`${place.module}.${place.action} (${place.field})`, place] as const))(
    '%s',
    async (_, place) => {
      // The record of the sample that this action takes.
      const candidates = samples.get(place.module) ?? []
      let template = ''
      for (const candidate of candidates) {
        const tried = await call(place, people.member, await copy(candidate, people.member.owner), candidate)
        if (letterOf(tried) === 'y') template = candidate
        if (template) break
      }
      if (template) {
        const own = place.effect === 'read' ? 'yyyyy-' : '-yyyy-'
        // The doors of all kinds of callers are doors.test.ts's.
        for (const name of ['guest', 'member'] as const)
          await check(place, template, people[name], own[callers.indexOf(name)] ?? '')
      } else {
        untried.push(place)
        for (const candidate of candidates) await checkStrangers(place, candidate, people.member)
      }
    },
  )

  test('takes a record of its module’s sample, in most places of every module', () => {
    for (const { id, title } of modules) {
      const all = places.filter((place) => place.module === id)
      const missed = untried.filter((place) => place.module === id).map(({ action, field }) => `${action}.${field}`)
      expect(
        missed.length,
        `${title}: too many places cannot be tried: ${missed.join(', ')}. Let its sample make such records, and give fields examples (.meta({ examples: […] })).`,
      ).toBeLessThanOrEqual(all.length * 0.6)
    }
  })
})
