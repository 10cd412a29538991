import '../../ui/styles.css'
import { Approval } from '@atrium/contract/approvals'
import { PublishedAgent, SeatsAtWork } from '@atrium/contract/workforce-seats'
import { Deliverable, isOpenTask, Task, TaskDetails, type TaskStatus } from '@atrium/contract/workforce-work'
import { QueryClientProvider } from '@tanstack/react-query'
import { Suspense } from 'react'
import { MemoryRouter, Route, Routes, useLocation } from 'react-router'
import { vi } from 'vitest'
import { render } from 'vitest-browser-react'
import '../../i18n/test-i18n.ts'
import { createQueryClient } from '../../platform/query.ts'
import { ConfirmProvider } from '../../ui/confirm.tsx'
import { ToastProvider } from '../../ui/toast.tsx'
import { WorkforcePages } from '../workforce-pages.tsx'

/** A server of the contract's shape, in the page: `METHOD path` to what is answered. */
export interface TestServer {
  answers: Record<string, (body: unknown) => [status: number, answer: unknown]>
  /** The bodies that were sent to a call. */
  sent: (call: string) => unknown[]
}

export const at = '2026-03-02T09:00:00.000Z'
export const seat = { id: 'seat1', name: 'Cleo', agentKey: 'sdr' }

export const task = (part: Partial<Task> & { id: string; title: string; status: TaskStatus }): Task =>
  Task.parse({
    next: null,
    seat,
    person: null,
    giver: null,
    dueOn: null,
    parentId: null,
    playbook: null,
    reason: '',
    rank: 0,
    costMicros: 0,
    tokens: 0,
    isPriced: true,
    subtasks: { done: 0, total: 0 },
    version: 1,
    createdAt: at,
    updatedAt: at,
    endedAt: null,
    ...part,
  })

export const details = (part: Partial<TaskDetails>): TaskDetails =>
  TaskDetails.parse({
    ...task({ id: 't1', title: 'Clean the leads', status: 'in_progress' }),
    brief: '',
    result: '',
    criteria: [],
    input: {},
    parent: null,
    children: [],
    needs: [],
    runs: [],
    approvals: [],
    deliverables: [],
    question: null,
    budget: null,
    threadId: null,
    canReopen: part.status !== undefined && !isOpenTask(part.status),
    files: [],
    events: [],
    ...part,
  })

export const approval = (part: Partial<Approval> = {}): Approval =>
  Approval.parse({
    id: 'a1',
    task: { id: 't1', title: 'Clean the leads' },
    seat,
    thread: null,
    runId: 'r1',
    seq: 4,
    action: 'tasks.addMany',
    summary: 'Add tasks',
    effect: 'write',
    why: 'Three leads have had no first contact.',
    input: {
      list: 'Sales',
      tasks: [
        { title: 'Call Ada', priority: 2 },
        { title: 'Call Grace', priority: 1 },
      ],
    },
    asked: null,
    argsHash: 'hash-1',
    state: 'pending',
    note: '',
    createdAt: at,
    expiresAt: '2026-03-16T09:00:00.000Z',
    decidedAt: null,
    ...part,
  })

export const seats = SeatsAtWork.parse({
  isPaused: false,
  seats: [
    {
      ...seat,
      agentVersion: 1,
      status: 'active',
      pausedFor: null,
      missing: [],
      managerUserId: 'u1',
      managerSeatId: null,
      subscriptionId: 's1',
      isLeaving: false,
      open: 0,
      inProgress: null,
      delivered: 0,
      spentMicros: 0,
      isPriced: true,
      budget: null,
    },
  ],
})

export const agent = PublishedAgent.parse({
  key: 'sdr',
  version: 1,
  risk: 'medium',
  grants: [],
  limits: [],
  onboarding: [],
  playbooks: [
    {
      id: 'cleanLeads',
      title: 'Clean a list of leads',
      summary: 'Finds duplicates and scores what is left.',
      examples: [],
      uses: [],
      criteria: ['No lead twice'],
      withoutModel: [],
      input: {
        type: 'object',
        properties: {
          leads: { type: 'string', title: 'Leads', widget: 'file', accept: '.csv,.txt' },
          most: { type: 'integer', title: 'How many at most', minimum: 1, maximum: 50, default: 20 },
          market: { type: 'string', title: 'Market', enum: ['smallFirms', 'banks'] },
        },
        required: ['leads', 'market'],
      },
    },
  ],
  sample: null,
})

const product = (rows: { name: string; score: number | null }[], summary: string) => ({
  title: 'Leads, cleaned',
  summary,
  blocks: [
    {
      kind: 'table' as const,
      title: 'Leads',
      columns: [
        { key: 'name', title: 'Name' },
        { key: 'score', title: 'Score' },
      ],
      rows,
    },
    {
      kind: 'text' as const,
      title: 'Notes',
      markdown: 'Clause 3.1 \\(line 15\\) went from $5 to $6, not `\\(x\\)`.',
    },
    {
      kind: 'checks' as const,
      title: 'Checks',
      checks: [{ text: 'Every address can be written to', state: 'fail' as const, note: 'line 7' }],
    },
  ],
  evidence: [{ criterion: 'No lead twice', met: 'yes' as const, note: '3 of 40 were', checked: 40, left: 0 }],
  couldNot: ['First messages are templates: there is no model.'],
})

export const deliverable = (): Deliverable => {
  const common = { hash: 'x', runId: 'r1', createdAt: at }
  return Deliverable.parse({
    id: 'd1',
    task: { id: 't1', title: 'Clean the leads' },
    seat,
    state: 'in_review',
    versions: [
      {
        ...common,
        version: 1,
        product: product([{ name: 'Ada', score: 1200 }], 'One lead.'),
        state: 'sent_back',
        note: 'Grace is missing.',
        decidedAt: at,
      },
      {
        ...common,
        version: 2,
        product: product(
          [
            { name: 'Ada', score: 1200 },
            { name: 'Grace', score: 87.5 },
            { name: 'Lin', score: null },
          ],
          'Three leads.',
        ),
        state: 'in_review',
        note: '',
        decidedAt: null,
      },
    ],
  })
}

/** Stubs `fetch`; unstub it after the test. */
export function startTestServer(): TestServer {
  const calls: [string, unknown][] = []
  const answers: TestServer['answers'] = {
    'GET /api/me': () => [200, { role: 'user', userId: 'u1' }],
    'GET /api/user': () => [200, { id: 'u1', username: 'ada', email: 'ada@example.org', tier: 'FREE', role: 'user' }],
    'GET /api/workforce/cart': () => [200, { items: {}, billingPeriod: 'monthly', updatedAt: at }],
    'GET /api/workforce/seats': () => [200, seats],
    'GET /api/workforce/org': () => [
      200,
      { people: [{ id: 'u1', name: 'Ada', isYou: true, teams: [] }], seats: seats.seats },
    ],
    'GET /api/workforce/agents/sdr': () => [200, agent],
    'GET /api/workforce/tasks?status=open&limit=500': () => [200, { tasks: [], nextCursor: null }],
    'GET /api/workforce/tasks?status=done&limit=50': () => [200, { tasks: [], nextCursor: null }],
    'GET /api/files': () => [200, { files: [], usedBytes: 0, quotaBytes: 1 }],
  }
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : init.body
    const call = `${init.method} ${path}`
    calls.push([call, body])
    const [status, answer] = answers[call]?.(body) ?? [404, {}]
    return new Response(JSON.stringify(answer), { status })
  })
  return { answers, sent: (call) => calls.filter(([name]) => name === call).map(([, body]) => body) }
}

function Address() {
  const { pathname, search } = useLocation()
  return <output aria-label="Address">{pathname + search}</output>
}

export const show = (path: string) =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ConfirmProvider>
        <MemoryRouter initialEntries={[path]}>
          <Suspense fallback="Loading...">
            <Routes>
              <Route path="workforce/*" element={<WorkforcePages />} />
            </Routes>
          </Suspense>
          <Address />
        </MemoryRouter>
        <ToastProvider label="Notifications" />
      </ConfirmProvider>
    </QueryClientProvider>,
  )
