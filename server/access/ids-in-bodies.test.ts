import { totalsOf } from '@atrium/contract/workforce'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Route } from '../platform/http/route.ts'
import { uuid } from '../platform/ids.ts'
import { TEST_AGENTS } from '../seats/test-seats.ts'
import { testApp } from '../test-app.ts'
import { testBilling } from '../workforce/test-order.ts'
import { type Answer, belongings, type Caller, faceless, isReference } from './test-cast.ts'
import { formOf, inputWith, type Leaf, leavesOf, plainest, type Shape } from './test-inputs.ts'
import { type Kind, type Made, maker } from './test-objects.ts'

/**
 * Every place of every query and body that takes a text or anything, at whatever depth, whether or not it is meant for an
 * id, with ids of another person in it: the answer is that to an id of nothing, and the other person's things are as before.
 * The places are made from the declarations. The input around a place is one that is accepted, so that the place is looked
 * at; where none is, the place stands in NOT_REACHED with the reason. Ids at the top of a body are objects.test.ts's too, which says
 * how each goes; the modules' actions are ids-in-actions.test.ts's.
 */

/** Kinds of another's objects that are sent to every place. */
const KINDS: Kind[] = ['thread', 'question', 'file', 'record', 'seat', 'seat-task']

/** Whose object the `:id` of these addresses is. */
const OWN: [RegExp, Kind][] = [
  [/^\/api\/threads\//, 'thread'],
  [/^\/api\/messages\/:id\/edit/, 'question'],
  [/^\/api\/messages\//, 'reply'],
  [/^\/api\/memories\//, 'memory'],
  [/^\/api\/notifications\//, 'notification'],
  [/^\/api\/teams\//, 'team'],
  [/^\/api\/workforce\/subscriptions\//, 'subscription'],
  [/^\/api\/workforce\/seats\//, 'seat'],
  [/^\/api\/workforce\/schedules\//, 'schedule'],
  [/^\/api\/workforce\/tasks\//, 'seat-task'],
  [/^\/api\/approvals\//, 'approval'],
  [/^\/api\/workforce\/deliverables\//, 'deliverable'],
  [/^\/api\/workforce\/support\//, 'ticket'],
]

const order = () => {
  const items = { sales: 1 }
  const expectedTotalCents = totalsOf({ items, billingPeriod: 'monthly' }).totalCents
  return { items, billingPeriod: 'monthly', billing: testBilling, expectedTotalCents, attempt: uuid() }
}

/** What a body must have besides what its declaration alone gives. */
const BESIDES: [RegExp, () => object][] = [
  [/^\w+ \/api\/(converse|chat|industry)/, () => ({ message: 'What is 6 × 7?' })],
  [/^PATCH \/api\/workforce\/tasks/, () => ({ version: 1 })],
  [/^POST \/api\/workforce\/orders$/, order],
  [/^\w+ \/api\/workforce\/schedules/, () => ({ trigger: { kind: 'event', event: 'task.done' } })],
  [/^\w+ .*\/try$/, () => ({ playbook: 'readLeads', attempt: uuid() })],
  [/^POST \/api\/workforce\/(tasks|support)$/, () => ({ attempt: uuid(), seatId: null, userId: null })],
  [/^PUT \/api\/workforce\/budgets/, () => ({ scope: 'seat', limitMicros: 1 })],
  [/^POST .*\/decide$/, () => ({ decision: 'reject', argsHash: '0'.repeat(64) })],
  [/^POST .*\/deliverables/, () => ({ version: 1 })],
  [/^PUT .*\/feedback$/, () => ({ value: 'up' })],
  [/^PUT .*\/pins$/, () => ({ pins: [] })],
]

/** Places of which no input of this test is accepted, by what is before them or what they name. */
const NOT_REACHED: [RegExp, string][] = [
  [/ (code|key|argsHash)$/, 'a secret, or a code: compared with the caller’s own'],
  [/\/comments.* (text|before)$/, 'what somebody says, and where a list goes on'],
  [/\/passkeys|\/providers\//, 'the answer of a key or a provider: passkeys.test.ts, oidc-attacks.test.ts'],
  [
    / (cursor|industry|space|spaceId|playbook|trigger\.\w+|grants\.\[\]\.action|items\.\{name\})$/,
    'a word out of a catalogue, or where a list goes on',
  ],
  [
    /\/exports\/.* (options|zone)$/,
    'JSON of a module, from which its export makes a search among the caller’s own records',
  ],
  [
    /\/exports\/:name\/job body options/,
    'options of a module’s export, as above: job-routes.test.ts has whose they are',
  ],
  [
    /^POST \/api\/(files|uploads|data\/uploads|m\/:module\/files\/.+) query name$/,
    'the name of a file that comes as the body',
  ],
  [/^POST \/api\/uploads query module$/, 'whose readers are loaded meanwhile: no more than a hint'],
  [/\/notifications.* (before|kinds\.\[\]\.\w+)$/, 'where a list goes on, and words out of a list'],
  [/\/push-subscriptions body endpoint$/, 'the address of a push service'],
  [/\/webhooks.* (url|events\.\[\])$/, 'an address outside, and words out of a list'],
  [/\/secrets\/:name body value$/, 'the name is one that the module declares: secrets.test.ts'],
  [/ \/api\/pages| \/p\/:slug/, 'of a kind that a module declares, or behind a page’s address: pages.test.ts'],
  [/:id\/shares/, 'of a record that can be shared: sharing.test.ts'],
  [/\/links\/:token/, 'behind a link’s token: link-routes.test.ts'],
  [/\/shared\/:token/, 'behind a link’s token: sync.test.ts'],
  [/^POST .*\/subscriptions\/:id\/change body attempt$/, 'found among the orders of the caller: shop.test.ts'],
  [/\/tasks\/:id\/answer/, 'of a run that asks: objects.test.ts has the task, work.test.ts the run'],
  [
    /\/onboarding|\/manager body userId|\/tasks body userId|^POST \/api\/workforce\/support body runId|chat\/stop/,
    'objects.test.ts has its own',
  ],
  [
    /\/imports\/(\w+|:name\/job) body (upload|options\.\{(name)?\})$/,
    'its own is a file of another form for each: the modules’ tests',
  ],
  [/ attachedImage$/, 'its own is an image: attachments.test.ts'],
  [/seats\/:id body teamId|\/tasks body seatId|tasks\/:id body userId/, 'objects.test.ts has its own'],
  [/tasks\/:id body result$/, 'what a person says who did the task: work.test.ts'],
]

/** Compared with the caller's own secret, and few tries are let in: two-factor.test.ts, password.test.ts. */
const SECRET = /^(password|current|next)$/

const app = await testApp({}, { agentsFolder: TEST_AGENTS })
const shapeOf = (schema: z.ZodType) => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape

const bodies = app.routes().flatMap(({ body, path }) => (body && /converse|\/chat/.test(path) ? [body] : []))
const shared = new Set(bodies.filter((body, at) => bodies.indexOf(body) !== at))

interface Place {
  route: Route
  part: 'query' | 'body'
  root: Shape
  leaf: Leaf
}

const isAction = ({ path, access }: Route) => /^\/api\/m\/[^:/]+\/[^/]+$/.test(path) && access.startsWith('action.')
const places: Place[] = app
  .routes()
  // An administrator acts on others by their ids: whom the doors let in is doors.test.ts's. Ways to sign in know nobody yet.
  .filter((route) => !isAction(route) && !route.path.startsWith('/api/admin/') && route.access !== 'session.start')
  // The ways to converse are one call under several addresses, with one declaration.
  .filter(({ body }, at, all) => !body || !shared.has(body) || all.findIndex((one) => one.body === body) === at)
  .flatMap((route) =>
    (['query', 'body'] as const).flatMap((part) => {
      const schema = route[part]
      if (!schema) return []
      const root = shapeOf(schema)
      return leavesOf(root)
        .filter((leaf) => formOf(leaf, uuid()) !== null && !SECRET.test(leaf.name))
        .map((leaf) => ({ route, part, root, leaf }))
    }),
  )
const nameOf = ({ route, part, leaf }: Place) => `${route.method} ${route.path} ${part} ${leaf.name}`

let me: { owner: string; call: Caller['call'] }
let make: (kind: Kind, owner: string) => Promise<Made>
let look: (owner: string) => Promise<string>
let other: string
const theirs = new Map<Kind | 'upload', string>()

beforeAll(async () => {
  make = await maker(app)
  look = await belongings(app)
  const person = await app.member()
  other = person.id
  for (const kind of KINDS) theirs.set(kind, (await make(kind, other)).value)
  const answer = await person.send('POST', '/api/uploads?name=cards.csv', 'front,back\na,b\n')
  theirs.set('upload', ((await answer.json()) as { id: string }).id)
})

/** Somebody new: what one call keeps for them by these ids is not found by the next. */
async function somebody() {
  const member = await app.member()
  me = {
    owner: member.id,
    call: async (method, path, body) => {
      const answer = await member.send(method, path, body)
      return { status: answer.status, body: await answer.text(), headers: {} }
    },
  }
}

async function attempt({ route, part, root, leaf }: Place, id: string): Promise<Answer> {
  const kind = OWN.find(([address]) => address.test(route.path))?.[1]
  const own = kind ? await make(kind, me.owner) : null
  // Nothing works on it: it can be changed.
  if (route.method === 'PATCH' && kind === 'seat-task')
    await app.db.execute(sql`update seat_tasks set status = 'backlog', next_for = null where id = ${own?.value}`)
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => {
    if (name === 'key' || name === 'spaceId') return 'legal'
    if (name === 'module' || name === 'collection') return 'tasks'
    if (name === 'provider') return 'openai'
    return encodeURIComponent(own?.value ?? 'oidc')
  })
  const besides = BESIDES.find(([call]) => call.test(`${route.method} ${route.path}`))?.[1]() ?? {}
  const base: Record<string, unknown> = { ...(plainest(root, root) as object), ...besides }
  if (root.required?.includes('seatId')) base.seatId = (await make('seat', me.owner)).value
  const input = inputWith(root, leaf, formOf(leaf, id), base) as Record<string, unknown>
  if (part === 'body') return me.call(route.method, path, input)
  const query = new URLSearchParams(
    Object.entries(input).map(([name, value]): [string, string] => [name, String(value)]),
  )
  return me.call(route.method, `${path}?${query}`)
}

/** Without what differs from call to call: ids, moments, numbers and random words of them. */
const plain = (answer: Answer) => {
  const { status, body } = faceless(answer)
  // The beginning of a new key differs each time, and a stream that is slow says besides that it lives.
  return `${status} ${body
    .replace(/^:.*\n\n/gm, '')
    .replace(/"(key|start|token)":"[^"]+"/g, '<word>')
    .replace(/\d+/g, '#')}`
}

const reached = new Set<string>()

describe('another’s id goes as an id of nothing', () => {
  test.each(places.map((place) => [nameOf(place), place] as const))('%s', async (name, place) => {
    await somebody()
    const before = await look(other)
    const unknown = await attempt(place, uuid())
    if (unknown.status < 400) reached.add(name)
    for (const [kind, id] of theirs) {
      const got = await attempt(place, id)
      expect(plain(got), `a ${kind} of another’s`).toBe(plain(unknown))
    }
    expect(await look(other), 'another’s things').toBe(before)
    if (reached.has(name)) return
    // A place for ids refuses one of nothing: it is reached when it takes one's own.
    if (!isReference(place.leaf.name.match(/\w+/g)?.at(-1) ?? '', place.leaf.schema)) return
    for (const kind of KINDS) {
      const { status } = await attempt(place, (await make(kind, me.owner)).value)
      if (status < 400) reached.add(name)
    }
  })

  test('in every place that an accepted input has; the others are listed with the reason', () => {
    const missed = places.map(nameOf).filter((name) => !reached.has(name))
    expect(missed.filter((name) => !NOT_REACHED.some(([place]) => place.test(name)))).toEqual([])
    for (const [place, reason] of NOT_REACHED)
      expect(
        missed.some((name) => place.test(name)),
        reason,
      ).toBe(true)
  })
})
