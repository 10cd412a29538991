import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { agents, departments } from '@atrium/contract/catalogue/agents'
import { chartOf, headOf, type Place } from '@atrium/contract/workforce-chart'
import type { WorkforceCatalogue } from '@atrium/contract/workforce-orders'
import type { Org, PublishedAgent, PublishedAgentList, SeatAtWork } from '@atrium/contract/workforce-seats'
import { afterAll, expect, test } from 'vitest'
import type { Actions } from '../records/actions.ts'
import { type Client, testApp } from '../test-app.ts'
import { connectorsOf } from './connectors.ts'
import { hirePaid, seatsOf } from './test-hired.ts'

const nothing = mkdtempSync(join(tmpdir(), 'atrium-no-modules-'))
afterAll(() => rmSync(nothing, { recursive: true }))
const app = await testApp({ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'atrium@example.org' })
const bare = await testApp(
  { ANTHROPIC_API_KEY: 'sk-test', MODELS: 'anthropic:claude-of-a-test' },
  { modulesFolder: nothing },
)

const catalogue = async (who: Client) => (await who.call<WorkforceCatalogue>('GET', '/api/workforce/catalogue')).agents

test('each agent says its risk and connects to what its grants lead to, for a guest too', async () => {
  const guest = await app.guest()
  const { agents: published } = await guest.call<PublishedAgentList>('GET', '/api/workforce/agents')
  const listed = await catalogue(guest)
  expect(listed.filter(({ risk }) => risk !== null).map(({ key }) => key)).toEqual(
    agents.filter(({ deployable }) => deployable).map(({ key }) => key),
  )
  for (const { key, risk, connectors } of listed) {
    const agent = published.find((one) => one.key === key)
    expect(risk).toBe(agent?.risk ?? null)
    const from = (agent?.grants ?? []).map(({ action }) => action.slice(0, action.indexOf('.')))
    const expected = agent ? [...new Set([...from.filter((one) => one !== 'mail'), ...from, 'model'])] : []
    expect(connectors.map((one) => one.key)).toEqual(expected)
  }
  const sdr = listed.find(({ key }) => key === 'sdr')
  expect(sdr?.connectors).toEqual([
    { key: 'tasks', kind: 'module', name: 'Task Inbox', isOptional: false, isThere: true, plan: null, route: '/tasks' },
    { key: 'mail', kind: 'mail', name: 'E-mail', isOptional: true, isThere: true, plan: null, route: null },
    {
      key: 'model',
      kind: 'model',
      name: 'A language model',
      isOptional: true,
      isThere: false,
      plan: null,
      route: null,
    },
  ])
  const one = await guest.call<PublishedAgent>('GET', '/api/workforce/agents/sdr')
  expect(published.find(({ key }) => key === 'sdr')).toEqual({
    key: 'sdr',
    version: one.version,
    risk: one.risk,
    grants: one.grants,
  })
})

test('a module and a mail server that are not here are said, and so is a model that is', async () => {
  const member = await bare.member()
  const listed = await catalogue(member)
  const sdr = listed.find(({ key }) => key === 'sdr')?.connectors ?? []
  expect(listed.find(({ key }) => key === 'cpa')?.connectors[0]).toMatchObject({ name: 'Wallet', isThere: false })
  expect(sdr.map(({ key, name, isThere: is }) => [key, name, is])).toEqual([
    ['tasks', 'tasks', false],
    ['mail', 'E-mail', false],
    ['model', 'A language model', true],
  ])
  await hirePaid(bare, member, { sdr: 1 })
  const [seat] = await seatsOf(member)
  expect(seat?.missing).toContain('It is granted “tasks”, which is not installed here. Take that from its permissions.')
})

test('a module that only a higher plan opens names the plan, and has no page to go to', () => {
  const module = { id: 'legal', title: 'Legal', tier: 'pro', route: '/legal' }
  const actions = { servers: new Map([['legal', { module }]]) } as unknown as Actions
  const grants = [{ action: 'legal.*', asks: true }]
  const of = (tier: 'FREE' | 'HUSTLE') =>
    connectorsOf(
      { actions, mail: null, hasModel: true, holder: { kind: 'member', tier } },
      { grants, playbooks: [] },
    )[0]
  expect(of('FREE')).toMatchObject({ name: 'Legal', isThere: false, plan: 'HUSTLE', route: null })
  expect(of('HUSTLE')).toMatchObject({ isThere: true, plan: null, route: '/legal' })
})

/** The seats below somebody, as the chart before hiring says it: those alike together, whoever leads first. */
function placed(seats: readonly SeatAtWork[], manager: string | null): Place[] {
  const below = seats.filter((seat) => seat.managerSeatId === manager)
  return agents.flatMap(({ key }) => {
    const alike = below.filter(({ agentKey }) => agentKey === key)
    const leads = alike.filter(({ id }) => seats.some((one) => one.managerSeatId === id))
    const others = alike.length - leads.length
    return [
      ...leads.map(({ id }) => ({ agent: key, seats: 1, reports: placed(seats, id) })),
      ...(others > 0 ? [{ agent: key, seats: others, reports: [] }] : []),
    ]
  })
}

test('a team that is hired stands as its chart said, and a seat that is added later goes under its head', async () => {
  const person = await app.member()
  const items = { sales: 2, cpa: 1, devops: 1, coo: 2, cmo: 1, recruiter: 1 }
  const subscription = await hirePaid(app, person, items)
  const org = await person.call<Org>('GET', '/api/workforce/org')
  expect(placed(org.seats, null)).toEqual(chartOf(items))
  expect(org.seats.filter(({ managerSeatId }) => managerSeatId === null).map((one) => one.managerUserId)).toEqual([
    person.id,
    person.id,
    person.id,
  ])
  const [cpa] = org.seats.filter(({ agentKey }) => agentKey === 'cpa')
  await person.call('PUT', `/api/workforce/seats/${cpa?.id}/manager`, { userId: person.id })
  const body = { items: { ...items, seo: 1, cfo: 1 }, billingPeriod: 'monthly' }
  const path = `/api/workforce/subscriptions/${subscription}`
  const { totalCents } = await person.call<{ totalCents: number }>('POST', `${path}/preview`, body)
  const { order } = await person.call<{ order: { id: string } }>('POST', `${path}/change`, {
    ...body,
    expectedTotalCents: totalCents,
    attempt: 'the team grows',
  })
  await (await app.administrator()).call('POST', `/api/admin/orders/${order.id}/paid`)
  const after = await seatsOf(person)
  const managerOf = (key: string) => {
    const seat = after.find(({ agentKey }) => agentKey === key)
    return after.find(({ id }) => id === seat?.managerSeatId)?.agentKey ?? seat?.managerUserId
  }
  expect({ seo: managerOf('seo'), cfo: managerOf('cfo'), cpa: managerOf('cpa') }).toEqual({
    seo: 'cmo',
    cfo: person.id,
    cpa: person.id,
  })
})

test('every department has a head that can be hired, and nobody leads themselves or their head', () => {
  const all = agents.map(({ key }) => key)
  for (const department of departments) {
    const [one] = agents.filter(({ space }) => space === department)
    const head = headOf(one?.key ?? '', all)
    expect(head === null, department).toBe(department === 'C-Suite')
    if (head) expect(headOf(head, all)).toBeNull()
    expect(headOf(one?.key ?? '', ['sdr'])).toBeNull()
  }
})
