import '../ui/styles.css'
import { agents } from '@atrium/contract/catalogue/agents'
import { annualPrice } from '@atrium/contract/workforce'
import type { Connector, Risk } from '@atrium/contract/workforce-agents'
import { WorkforceCatalogue } from '@atrium/contract/workforce-orders'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { fakeServer, show } from './seats/test-screen.tsx'

const module = (key: string, name: string, isThere: boolean): Connector => ({
  key,
  kind: 'module',
  name,
  isOptional: false,
  isThere,
  plan: null,
  route: isThere ? `/${key}` : null,
})
const tasks = module('tasks', 'Task Inbox', true)
const wallet = module('wallet', 'Wallet', false)
const legal: Connector = { ...module('legal', 'Legal', false), plan: 'HUSTLE' }
const mail: Connector = { ...module('mail', 'E-mail', false), kind: 'mail', isOptional: true }
const model: Connector = { ...module('model', 'A language model', false), kind: 'model', isOptional: true }

const work: Readonly<Record<string, [Risk, Connector[]]>> = {
  cfo: ['high', [wallet, mail, model]],
  coo: ['medium', [tasks, model]],
  cmo: ['medium', [wallet, model]],
  sales: ['medium', [tasks, mail, model]],
  support: ['low', [tasks, model]],
  creator: ['medium', [tasks, model]],
  cpa: ['high', [wallet, tasks, model]],
  legal_ops: ['high', [legal, tasks, model]],
}
const catalogue = WorkforceCatalogue.parse({
  agents: agents.map((agent) => ({
    ...agent,
    department: agent.space,
    annualPriceCents: annualPrice(agent.monthlyPriceCents),
    version: 1,
    risk: work[agent.key]?.[0] ?? null,
    connectors: work[agent.key]?.[1] ?? [],
    starred: false,
    interested: false,
  })),
  tabs: [],
  presets: [],
})

let server: ReturnType<typeof fakeServer>
beforeEach(async () => {
  await page.viewport(1280, 900)
  localStorage.clear()
  localStorage.setItem('i18nextLng', 'en')
  server = fakeServer({
    'GET /api/workforce/catalogue': () => [200, catalogue],
    'GET /api/workforce/seats': () => [200, { seats: [], isPaused: false }],
  })
})
afterEach(() => vi.unstubAllGlobals())

/** The chart is a file of its own. */
const PATIENT = { timeout: 10_000 }

type Screen = Awaited<ReturnType<typeof show>>
const texts = (screen: Screen, list: string) =>
  screen
    .getByRole('list', { name: list, exact: true })
    .getByRole('listitem')
    .elements()
    .map(({ textContent }) => textContent)
const add = (screen: Screen, key: string) => screen.getByLabelText('Add an agent').selectOptions(key)

test('the chart and the checklist of a preset follow the team', async () => {
  const screen = await show('/workforce/startup')
  await expect
    .poll(() => texts(screen, 'Org chart'), PATIENT)
    .toEqual([
      'You',
      'Chief Operating OfficerC-Suite',
      'Sales RepresentativeSalesReports to Chief Operating Officer',
      'Support AgentSupportReports to Chief Operating Officer',
      'Content CreatorCreativeReports to Chief Operating Officer',
    ])
  await expect
    .poll(() => texts(screen, 'Connectors'), PATIENT)
    .toEqual([
      'Task InboxFor the whole teamOpenReady',
      'E-mailFor Sales RepresentativeWithout it, you send the drafts yourself.Ask your administratorOptional',
      'A language modelFor the whole teamPlaybooks work without one; each says what it leaves out.Add a keyOptional',
    ])
  await expect.element(screen.getByText('1 of 3 are ready')).toBeVisible()
  await add(screen, 'cmo')
  await screen.getByRole('button', { name: 'One Sales Representative more' }).click()
  await screen.getByRole('button', { name: 'Remove Support Agent' }).click()
  await expect
    .poll(() => texts(screen, 'Org chart'), PATIENT)
    .toEqual([
      'You',
      'Chief Operating OfficerC-Suite',
      'Chief Marketing OfficerC-Suite',
      'Sales Representative2 agentsReports to Chief Marketing Officer',
      'Content CreatorCreativeReports to Chief Marketing Officer',
    ])
  await expect
    .poll(() => texts(screen, 'Connectors'), PATIENT)
    .toContain('WalletFor Chief Marketing OfficerAsk your administratorMissing')
})

test('a team of one’s own begins without a chart, which comes with its first agent', async () => {
  const screen = await show('/workforce/custom')
  await expect.element(screen.getByText('This team has nobody yet')).toBeVisible()
  expect(screen.getByRole('heading', { name: 'Connectors' }).elements()).toEqual([])
  await add(screen, 'legal_ops')
  await expect.poll(() => texts(screen, 'Org chart'), PATIENT).toEqual(['You', 'Legal OperationsLegal'])
  await expect
    .element(screen.getByRole('link', { name: 'Needs the plan Hustle' }))
    .toHaveAttribute('href', '/settings/plan')
  await expect.element(screen.getByRole('link', { name: 'Open Task Inbox' })).toHaveAttribute('href', '/tasks')
})

test('whoever removes the last of a team goes on from what stands in its place', async () => {
  const screen = await show('/workforce/startup')
  const remove = (name: string) => screen.getByRole('button', { name: `Remove ${name}` })
  await remove('Chief Operating Officer').click()
  await expect.element(screen.getByRole('link', { name: 'Sales Representative' })).toHaveFocus()
  for (const name of ['Sales Representative', 'Support Agent', 'Content Creator']) await remove(name).click()
  await expect.element(screen.getByRole('heading', { name: 'This team has nobody yet' })).toHaveFocus()
})

test('a guest is sent to no settings that only an account has', async () => {
  server.answers['GET /api/me'] = () => [200, { role: 'guest', userId: 'g1' }]
  const screen = await show('/workforce/agents/legal_ops')
  const list = screen.getByRole('list', { name: 'Connectors of Legal Operations' })
  await expect.element(list.getByText('Needs the plan Hustle')).toBeVisible()
  await expect.element(list.getByText('Ask your administrator')).toBeVisible()
  expect(
    list
      .getByRole('link')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['Open'])
})

test('risk and connector narrow the browser from its address, and stand side by side in the comparison', async () => {
  const screen = await show('/workforce/browse?risk=high&connector=wallet&compare=cfo+support+tutor')
  await expect.element(screen.getByText('2 agents', { exact: true })).toBeVisible()
  await screen.getByRole('combobox', { name: 'Connector' }).selectOptions('Legal')
  await expect.element(screen.getByText('1 agent', { exact: true })).toBeVisible()
  await screen.getByRole('button', { name: 'Compare', exact: true }).click()
  const table = screen.getByRole('dialog', { name: 'Comparison' }).getByRole('table')
  await expect.element(table.getByRole('row', { name: 'Risk of a mistake High Low Not known yet' })).toBeVisible()
  await expect
    .element(
      table.getByRole('row', {
        name: 'What is missing Wallet, E-mail (optional), A language model (optional) A language model (optional) Not known yet',
      }),
    )
    .toBeVisible()
})

test('what the server cannot say now is said, and asked again', async () => {
  server.answers['GET /api/workforce/catalogue'] = () => [503, { error: { code: 'unavailable', message: 'Not now.' } }]
  const screen = await show('/workforce/browse?risk=low')
  await expect.element(screen.getByText('Not now.')).toBeVisible()
  server.answers['GET /api/workforce/catalogue'] = () => [200, catalogue]
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.element(screen.getByText('1 agent', { exact: true })).toBeVisible()
})
