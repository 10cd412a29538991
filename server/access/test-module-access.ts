import type { Effect } from '@atrium/contract/module'
import type { ModuleInfo } from '@atrium/contract/module-shown'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { uuid } from '../platform/ids.ts'
import { type TestApp, testApp } from '../test-app.ts'
import { inputOf, type Place, placesOf } from './test-action-places.ts'
import { belongings, type Caller, type CallerName, callers, cast, faceless, letterOf, strangers } from './test-cast.ts'
import { moduleDoors, tryDoors } from './test-doors.ts'

/** Records of one collection that are tried in turn. */
const MOST_OF_A_COLLECTION = 8

/** What the module's sample makes, in a stranger's scope: some from all over each collection, in whatever state they are. */
async function sampled(app: TestApp, people: Record<CallerName, Caller>, { id, actions }: ModuleInfo) {
  if (!actions.sample) return []
  const [seeder = ''] = await strangers(app)
  const made = await people.guest.call('POST', `/api/m/${id}/sample`, {})
  expect(letterOf(made), `${id}.sample: ${made.body}`).toBe('y')
  const { rows } = await app.db.execute<{ id: string; collection: string }>(
    sql`update records set scope_id = ${seeder} where module = ${id} and scope_id = ${people.guest.owner} returning id, collection`,
  )
  // Two hundred payments tell no more than a few.
  const spread = <T>(all: readonly T[]) =>
    all.filter((_, at) => at % Math.ceil(all.length / MOST_OF_A_COLLECTION) === 0)
  const byCollection = Map.groupBy(rows, ({ collection }) => collection)
  return [...byCollection.values()].flatMap((all) => spread(all).map((row) => row.id))
}

/** Copies of a record have one name: what is proved here is who reaches them. */
async function allowCopies(app: TestApp): Promise<void> {
  const { rows } = await app.db.execute<{ name: string }>(
    sql`select indexrelid::regclass::text as name from pg_index join pg_inherits on inhrelid = indrelid
        where inhparent = 'records'::regclass and indisunique and not indisprimary`,
  )
  for (const { name } of rows) await app.db.execute(sql.raw(`drop index ${name}`))
}

/**
 * The tests of who may reach what of one module, made from its declarations: every call × every kind of caller, and every
 * action with every field of its input that can name a record. One's own works; another's answers like an unknown one and is
 * left as it was. The records are copies of those that the module's own `sample` action makes. Each module has them as
 * `access.test.ts`.
 */
export async function proveAccess(id: string): Promise<void> {
  const app = await testApp()
  const module = (await (await app.visitor().send('GET', `/api/modules/${id}`)).json()) as ModuleInfo
  const places = placesOf(module)
  let people: Record<CallerName, Caller>
  let look: (owner: string) => Promise<string>
  let candidates: string[] = []

  const copy = async (template: string, owner: string): Promise<string> => {
    const id = uuid()
    await app.db.execute(
      sql`insert into records (id, scope_id, module, collection, data, schema_version, version, search)
          select ${id}, ${owner}, module, collection, data, schema_version, version, search from records where id = ${template}`,
    )
    return id
  }
  const call = async (place: Place, who: Caller, value: string, template: string) =>
    who.call('POST', `/api/m/${id}/${place.action}`, await inputOf(place, value, () => copy(template, who.owner)))

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
    look = await belongings(app)
    await allowCopies(app)
    candidates = await sampled(app, people, module) // before everybody knocks at `sample`, too
  })

  test('every call opens for whom its effect says, and for nobody else', async () => {
    const effects = new Map(Object.entries(module.actions).map(([name, { effect }]) => [name, effect as Effect]))
    const doors = moduleDoors(id, effects, app.routes())
    expect(doors.size).toBeGreaterThanOrEqual(effects.size)
    await tryDoors(people, doors)
  })

  /** Places whose own record the declarations alone do not make acceptable (a link, a file, a state that it must be in). */
  const untried: Place[] = []

  describe.runIf(places.length > 0)('an action that can name a record', () => {
    test.each(places.map((place) => [`${id}.${place.action} (${place.field})`, place] as const))(
      '%s',
      async (_, place) => {
        // The record of the sample that this action takes.
        let template = ''
        for (const candidate of candidates) {
          const tried = await call(place, people.member, await copy(candidate, people.member.owner), candidate)
          if (letterOf(tried) === 'y') template = candidate
          if (template) break
        }
        if (template) {
          const own = place.effect === 'read' ? 'yyyyy-' : '-yyyy-'
          for (const name of ['guest', 'member'] as const)
            await check(place, template, people[name], own[callers.indexOf(name)] ?? '')
        } else {
          untried.push(place)
          for (const candidate of candidates) await checkStrangers(place, candidate, people.member)
        }
      },
    )

    test('takes a record of the module’s sample, in most places', () => {
      const missed = untried.map(({ action, field }) => `${action}.${field}`)
      expect(
        missed.length,
        `Too many places cannot be tried: ${missed.join(', ')}. Let the sample make such records, and give fields examples (.meta({ examples: […] })).`,
      ).toBeLessThanOrEqual(places.length * 0.6)
    })
  })
}
