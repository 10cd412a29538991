import '../../ui/styles.css'
import type { Approval } from '@atrium/contract/approvals'
import type { Run } from '@atrium/contract/workforce-work'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { dismissToast } from '../../ui/toast-store.ts'
// Fetched before the clock of a test runs: the page loads it when it is wanted.
import './seat-page.tsx'
import { fakeServer, show } from './test-screen.tsx'
import { at, detailsOf, orgOf, seatsOf } from './test-work.ts'

let server: ReturnType<typeof fakeServer>
const sources: { onmessage?: (event: { data: string }) => void }[] = []
const tellNews = () => {
  for (const source of sources) source.onmessage?.({ data: JSON.stringify({ topic: 'workforce' }) })
}
const PENDING = 'GET /api/approvals?from=seat&state=pending&limit=20&seat=s1'
const DECIDED = 'GET /api/approvals?from=seat&state=decided&limit=20&seat=s1'
const RUNS = 'GET /api/workforce/runs?seat=s1'

const seat = { id: 's1', name: 'Nora', agentKey: 'sdr' }
const task = { id: 't1', title: 'Clean the leads' }
const approval = (part: Partial<Approval>): Approval => ({
  id: 'a1',
  task,
  thread: null,
  seat,
  runId: 'r1',
  seq: 4,
  action: 'tasks.add',
  asked: null,
  summary: 'Add a task',
  effect: 'write',
  why: '',
  input: { title: 'Call Ada' },
  argsHash: 'hash-1',
  state: 'pending',
  note: '',
  createdAt: at,
  expiresAt: at,
  decidedAt: null,
  ...part,
})
const run = (part: Partial<Run>): Run & { task: typeof task } => ({
  id: 'r1',
  attempt: 1,
  status: 'running',
  seat,
  playbook: null,
  error: null,
  startedAt: at,
  endedAt: null,
  tokens: 0,
  costMicros: 0,
  isPriced: true,
  steps: [],
  task,
  ...part,
})
const step = (seq: number, state: Run['steps'][number]['state'], summary: string): Run['steps'][number] => ({
  seq,
  kind: 'tool',
  name: 'tasks.list',
  effect: 'read',
  state,
  summary,
  args: {},
  result: null,
  error: null,
  tokens: 0,
  costMicros: 0,
  costStatus: 'none',
  changeId: null,
  at,
})

beforeEach(async () => {
  await page.viewport(1280, 900)
  sources.length = 0
  const Fake = vi.fn(function (this: (typeof sources)[number] & { close: () => void }) {
    this.close = () => undefined
    sources.push(this)
  })
  server = fakeServer({
    'GET /api/workforce/seats/s1': () => [200, detailsOf()],
    'GET /api/workforce/seats': () => [200, seatsOf({})],
    'GET /api/workforce/org': () => [200, orgOf({})],
    'GET /api/workforce/tasks?status=open&limit=500&seat=s1': () => [200, { tasks: [], nextCursor: null }],
    'GET /api/workforce/tasks?status=ended&limit=50&seat=s1': () => [200, { tasks: [], nextCursor: null }],
    'GET /api/workforce/deliverables?limit=50&state=in_review&seat=s1': () => [
      200,
      { deliverables: [], nextCursor: null },
    ],
    [PENDING]: () => [200, { approvals: [], nextCursor: null }],
    [DECIDED]: () => [200, { approvals: [], nextCursor: null }],
  })
  vi.stubGlobal('EventSource', Object.assign(Fake, { CLOSED: 2 }))
})
afterEach(() => {
  vi.unstubAllGlobals()
  dismissToast()
})

test('what a seat asks for is counted at its tab, decided in place, and stands among what was decided then', async () => {
  let state: Approval['state'] = 'pending'
  const listed = (isPending: boolean) => () =>
    [
      200,
      { approvals: (state === 'pending') === isPending ? [approval({ state, decidedAt: at })] : [], nextCursor: null },
    ] as [number, unknown]
  server.answers[PENDING] = listed(true)
  server.answers[DECIDED] = listed(false)
  server.answers['POST /api/approvals/a1/decide'] = () => {
    state = 'approved'
    return [200, approval({ state })]
  }
  const screen = await show('/workforce/seats/s1')
  const tab = screen.getByRole('tab', { name: /^Approvals.*1.*Something is to be done here$/ })
  await expect.element(tab).toBeVisible()
  // From Tasks, the first one, by the keyboard.
  ;(screen.getByRole('tab', { name: 'Tasks' }).element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(tab).toHaveFocus()
  const waiting = screen.getByRole('region', { name: 'Waiting' })
  await waiting.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect.element(waiting.getByText(/^Nothing waits for your approval/)).toBeVisible()
  await expect.element(screen.getByRole('region', { name: 'Decided' }).getByText('Add a task')).toBeVisible()
  await expect.element(screen.getByRole('tab', { name: 'Approvals', exact: true })).toBeVisible()
})

test('the run under way is followed step by step without a reload, and no news is lost while a list is fetched', async () => {
  let steps = [step(1, 'executing', 'Reads the leads')]
  let calls = 0
  let goOn: (() => void) | undefined
  server.answers[RUNS] = () => [
    200,
    {
      runs: [run({ steps }), run({ id: 'r0', status: 'failed', steps: [step(1, 'failed', 'Reads nothing')] })],
      nextCursor: null,
    },
  ]
  const answer = globalThis.fetch
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const answered = await answer(path, init)
    if (!path.startsWith('/api/workforce/runs')) return answered
    calls += 1
    if (calls === 2)
      await new Promise<void>((resolve) => {
        goOn = resolve
      })
    return answered
  })
  const screen = await show('/workforce/seats/s1?tab=trace')
  const list = screen.getByRole('list', { name: 'Runs' })
  await expect.element(list.getByRole('button', { name: 'Reads the leads – Under way' })).toBeVisible()
  await expect.element(list.getByText('Reads nothing')).not.toBeVisible()
  steps = [step(1, 'committed', 'Reads the leads')]
  tellNews()
  await expect.poll(() => calls).toBe(2)
  // What is on its way is from before this.
  steps = [step(1, 'committed', 'Reads the leads'), step(2, 'executing', 'Scores them')]
  tellNews()
  goOn?.()
  await expect.element(list.getByRole('button', { name: 'Scores them – Under way' }), { timeout: 5_000 }).toBeVisible()
  await expect.element(list.getByRole('button', { name: 'Reads the leads – Done' })).toBeVisible()
})

test('a run that is being read stays open when it ends and another begins above it', async () => {
  let runs = [run({ steps: [step(1, 'executing', 'Reads the leads')] })]
  server.answers[RUNS] = () => [200, { runs, nextCursor: null }]
  const screen = await show('/workforce/seats/s1?tab=trace')
  const list = screen.getByRole('list', { name: 'Runs' })
  await expect.element(list.getByText('Reads the leads')).toBeVisible()
  runs = [
    run({ id: 'r2', attempt: 2, steps: [step(1, 'executing', 'Scores them')] }),
    run({ status: 'succeeded', steps: [step(1, 'committed', 'Reads the leads')] }),
  ]
  tellNews()
  await expect.element(list.getByText('Scores them')).toBeVisible()
  await expect.element(list.getByRole('button', { name: 'Reads the leads – Done' })).toBeVisible()
})

test('on a phone the parts of a seat are chosen with the platform’s own picker', async () => {
  await page.viewport(390, 844)
  server.answers[PENDING] = () => [200, { approvals: [approval({}), approval({ id: 'a2' })], nextCursor: 'more' }]
  const screen = await show('/workforce/seats/s1')
  const picker = screen.getByLabelText('Parts of this seat')
  await expect.element(picker.getByText('Approvals (2+)')).toBeInTheDocument()
  server.answers['GET /api/workforce/deliverables?limit=50&seat=s1'] = () => [
    200,
    { deliverables: [], nextCursor: null },
  ]
  await picker.selectOptions('Deliverables')
  await expect.element(screen.getByText('Nothing has been handed in yet')).toBeVisible()
})
