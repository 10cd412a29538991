import '../../ui/styles.css'
import { Ticket } from '@atrium/contract/workforce-insight'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { dismissToast } from '../../ui/toast-store.ts'
import { fakeServer, show } from '../seats/test-screen.tsx'
import { agentOfSdr, at } from '../seats/test-work.ts'
import { AdminSupport } from './admin-support.tsx'

const modules = [
  {
    id: 'tasks',
    title: 'Task Inbox',
    summary: 'What is to be done',
    actions: {
      add: {
        summary: 'Adds a task',
        effect: 'write',
        triggers: [],
        examples: [],
        input: {
          type: 'object',
          properties: {
            title: { type: 'string', maxLength: 200, description: 'What is to be done' },
            due: { type: 'string', format: 'date' },
          },
          required: ['title'],
        },
      },
      list: {
        summary: 'Lists tasks',
        effect: 'read',
        triggers: [],
        examples: [],
        input: { type: 'object', properties: {} },
      },
    },
    imports: {},
    exports: {},
  },
]
const ticketOf = (ticket: Partial<Ticket>) =>
  Ticket.parse({
    id: 'k1',
    subject: 'The wrong month',
    state: 'open',
    runId: null,
    messages: [{ by: 'you', name: 'Ada', text: 'It took September.', at }],
    createdAt: at,
    updatedAt: at,
    person: null,
    run: null,
    ...ticket,
  })

let tickets: Ticket[]
let server: ReturnType<typeof fakeServer>
beforeEach(async () => {
  await page.viewport(1280, 900)
  localStorage.clear()
  localStorage.setItem('i18nextLng', 'en')
  tickets = []
  server = fakeServer({
    'GET /api/modules?details=true': () => [200, { modules }],
    'GET /api/workforce/agents': () => [200, { agents: [agentOfSdr] }],
    'GET /api/workforce/agents/sdr': () => [200, agentOfSdr],
    'GET /api/workforce/seats': () => [200, { seats: [], isPaused: false }],
    'GET /api/workforce/tasks?status=open&limit=500': () => [200, { tasks: [], nextCursor: null }],
    'GET /api/workforce/tasks?status=done&limit=50': () => [200, { tasks: [], nextCursor: null }],
    'GET /api/workforce/support?limit=50': () => [200, { tickets, nextCursor: null }],
    'GET /api/workforce/support/k1': () => [tickets.length > 0 ? 200 : 404, tickets[0] ?? {}],
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  dismissToast()
})

test('an address leads to an action: its fields from the schema, and the agents that come with it, asked for only then', async () => {
  const screen = await show('/workforce/docs#tasks.add')
  const table = screen.getByRole('region', { name: 'What goes into tasks.add' })
  await expect.element(table.getByRole('row', { name: /^title text Yes What is to be done/ })).toBeVisible()
  await expect.element(table.getByRole('row', { name: /^due day No/ })).toBeVisible()
  await expect.element(screen.getByRole('heading', { name: 'tasks.add' })).toHaveFocus()
  expect(server.sent('GET /api/workforce/agents')).toEqual([])
  await screen.getByRole('button', { name: 'Which agents come with it?' }).first().click()
  await screen.getByRole('link', { name: 'Sales Development Representative' }).first().click()
  await expect.element(screen.getByRole('heading', { name: 'Clean a list of leads' })).toBeVisible()
  await expect.element(screen.getByRole('region', { name: 'What goes into Clean a list of leads' })).toBeVisible()
  expect(server.sent('GET /api/workforce/agents')).toHaveLength(1)
  expect(server.sent('GET /api/workforce/agents/sdr')).toHaveLength(1)
  await screen.getByRole('link', { name: 'tasks.add' }).first().click()
  await expect.element(screen.getByRole('heading', { name: 'tasks.add' })).toHaveFocus()
})

test('words find an action by what it does; what nothing matches leads back to everything', async () => {
  const screen = await show('/workforce/docs')
  await screen.getByRole('searchbox', { name: 'Find an action or an agent' }).fill('lists')
  await expect.element(screen.getByRole('heading', { name: 'tasks.list' })).toBeVisible()
  await expect.poll(() => screen.getByRole('heading', { name: 'tasks.add' }).elements()).toEqual([])
  await screen.getByRole('searchbox').fill('zebra')
  await screen.getByRole('button', { name: 'Show everything' }).click()
  await expect.element(screen.getByRole('button', { name: /^Task Inbox/ })).toHaveAttribute('aria-expanded', 'false')
})

test('a ticket about the run that one came from: refused it is kept, sent it is a conversation that can be closed', async () => {
  server.answers['POST /api/workforce/support'] = () => [
    409,
    { error: { code: 'conflict', message: 'You have 50 open tickets.' } },
  ]
  const screen = await show('/workforce/support-help?run=r7')
  const dialog = screen.getByRole('dialog', { name: 'Ask for help' })
  await expect.element(dialog.getByLabelText('Attach the run of a task')).toHaveValue('given')
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect.element(dialog.getByText('Say what it is about.')).toBeVisible()
  await dialog.getByLabelText('What is it about?').fill('The wrong month')
  await dialog.getByLabelText('What happened?').fill('It took September.')
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect.element(dialog.getByText('You have 50 open tickets.')).toBeVisible()
  await expect.element(dialog.getByLabelText('What is it about?')).toHaveValue('The wrong month')

  server.answers['POST /api/workforce/support'] = () => {
    tickets = [ticketOf({ runId: 'r7' })]
    return [201, tickets[0]]
  }
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect.element(screen.getByRole('heading', { level: 2, name: 'The wrong month' })).toBeVisible()
  const [first, again] = server.sent('POST /api/workforce/support') as { attempt: string; runId: string }[]
  expect(first).toMatchObject({ subject: 'The wrong month', text: 'It took September.', runId: 'r7' })
  expect(again).toEqual(first)

  server.answers['POST /api/workforce/support/k1/replies'] = (body) => {
    const { text } = body as { text: string }
    const [ticket] = tickets
    tickets = [
      ticketOf({
        messages: [...(ticket?.messages ?? []), { by: 'you', name: 'Ada', text, at: '2026-03-02T11:00:00.000Z' }],
      }),
    ]
    return [201, tickets[0]]
  }
  await screen.getByLabelText('Your message').fill('Any news?')
  await screen.getByRole('button', { name: 'Send message' }).click()
  await expect.element(screen.getByRole('list', { name: 'Conversation' }).getByText('Any news?')).toBeVisible()
  await expect.element(screen.getByLabelText('Your message')).toHaveValue('')

  server.answers['PUT /api/workforce/support/k1/closed'] = () => {
    tickets = [ticketOf({ state: 'closed' })]
    return [200, tickets[0]]
  }
  await screen.getByRole('button', { name: 'Close ticket' }).click()
  await screen.getByRole('alertdialog').getByRole('button', { name: 'Close ticket' }).click()
  await expect.element(screen.getByText('This ticket is closed.')).toBeVisible()
})

test('tickets come page by page, and one that is further back is found by its address', async () => {
  server.answers['GET /api/workforce/support?limit=50'] = () => [
    200,
    { tickets: [ticketOf({ id: 'k2', subject: 'The newest' })], nextCursor: 'c1' },
  ]
  server.answers['GET /api/workforce/support?limit=50&cursor=c1'] = () => [
    200,
    { tickets: [ticketOf({})], nextCursor: null },
  ]
  const list = await show('/workforce/support-help')
  await list.getByRole('button', { name: 'Show more' }).click()
  await expect.element(list.getByRole('link', { name: /The wrong month/ })).toHaveFocus()
  await expect.poll(() => list.getByRole('button', { name: 'Show more' }).elements()).toEqual([])
  await list.unmount()
  tickets = [ticketOf({})]
  const lists = server.sent('GET /api/workforce/support?limit=50').length
  const one = await show('/workforce/support-help?ticket=k1')
  await expect.element(one.getByRole('heading', { level: 2, name: 'The wrong month' })).toBeVisible()
  // By a call of its own, whatever stands before it.
  expect(server.sent('GET /api/workforce/support?limit=50')).toHaveLength(lists)
  await one.unmount()
  tickets = []
  const gone = await show('/workforce/support-help?ticket=k1')
  await expect.element(gone.getByRole('link', { name: 'All tickets' })).toBeVisible()
})

test('support reads the steps of the attached run, cannot settle or undo them, and answers', async () => {
  let ticket = ticketOf({
    runId: 'r7',
    person: { id: 'u2', name: 'Grace' },
    run: {
      id: 'r7',
      attempt: 1,
      status: 'interrupted',
      seat: { id: 's1', name: 'Nora', agentKey: 'sdr' },
      playbook: null,
      error: null,
      startedAt: at,
      endedAt: null,
      tokens: 0,
      costMicros: 0,
      isPriced: true,
      steps: [
        {
          seq: 1,
          kind: 'tool',
          name: 'mail.send',
          effect: 'send',
          state: 'unknown',
          summary: 'Sends an e-mail',
          args: { to: 'bo@example.org' },
          result: null,
          error: null,
          tokens: 0,
          costMicros: 0,
          costStatus: 'none',
          changeId: null,
          at,
        },
      ],
    },
  })
  server.answers['GET /api/admin/support/k1'] = () => [200, ticket]
  server.answers['POST /api/admin/support/k1/replies'] = (body) => {
    const { text } = body as { text: string }
    const answer = { by: 'support' as const, name: 'Bo', text, at: '2026-03-02T11:00:00.000Z' }
    ticket = { ...ticket, state: 'answered', messages: [...ticket.messages, answer] }
    return [201, ticket]
  }
  const screen = await show('/admin?part=support&ticket=k1', <AdminSupport />)
  await expect.element(screen.getByText('From Grace')).toBeVisible()
  const run = screen.getByRole('region', { name: 'The attached run' })
  await expect.element(run.getByText('bo@example.org')).toBeVisible()
  await expect.poll(() => run.getByRole('button', { name: 'It happened' }).elements()).toEqual([])
  await expect.poll(() => run.getByRole('button').elements()).toHaveLength(1)
  await screen.getByLabelText('Your answer').fill('Have you tried it anew?')
  await screen.getByRole('button', { name: 'Answer' }).click()
  await expect
    .element(screen.getByRole('list', { name: 'Conversation' }).getByText('Have you tried it anew?'))
    .toBeVisible()
  await expect.element(screen.getByText('Answered', { exact: true })).toBeVisible()
})
