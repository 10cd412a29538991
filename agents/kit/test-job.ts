import { AppError } from '@atrium/contract/errors'
import type { Acted, Delegation, Job, Playbook, Question } from '@atrium/contract/playbook'
import { WorkProduct } from '@atrium/contract/work-product'

/** What the tests' browser (`Client` of the server's test door) is needed for: real actions on a real database. */
interface Caller {
  call<T>(method: string, path: string, body?: unknown): Promise<T>
}

interface TestJob {
  /** Names (`leads.csv`) to texts; `file:leads.csv` in the input stands for its id. */
  files?: Readonly<Record<string, string>>
  input?: Record<string, unknown>
  now?: Date
  answers?: Record<string, string>
  /** Actions that the seat may not use, or that are not installed. */
  without?: readonly string[]
  /** The person's word on what it asks to do: done when absent. */
  decide?: (action: string, input: Record<string, unknown>) => Acted | 'do'
  delegated?: (what: Delegation) => { done: true; product: WorkProduct } | { done: false; reason: string }
  /** A model's answer; without it there is none. */
  composed?: (request: { purpose: string; instructions: string; data?: string }) => string
  asked?: (questions: readonly Question[]) => Record<string, string>
}

export interface Told {
  product: WorkProduct
  notes: string[]
  acted: { action: string; input: Record<string, unknown>; why: string }[]
  remembered: string[]
  read: string[]
}

/** Runs a playbook on its sample (or other input) with a person's real actions, without the engine around it. */
export async function tryPlaybook(one: Playbook, caller: Caller, given: TestJob = {}): Promise<Told> {
  const files = given.files ?? one.sample.files
  const told: Omit<Told, 'product'> & { product: WorkProduct | null } = {
    product: null,
    notes: [],
    acted: [],
    remembered: [],
    read: [],
  }
  const run = (action: string, input: unknown) =>
    caller.call<{ output: unknown }>('POST', `/api/m/${action.replace('.', '/')}`, input).then(({ output }) => output)
  const job: Job = {
    now: given.now ?? new Date('2026-03-16T09:00:00Z'),
    timeZone: 'UTC',
    language: 'en',
    seat: { id: 'seat', name: 'Test 1', agent: 'test', answers: given.answers ?? {}, memory: [] },
    task: { id: 'task', title: one.title, brief: '', dueOn: null, criteria: one.criteria },
    async file(id) {
      const name = id.replace(/^file:/, '')
      const text = files[name]
      if (text === undefined) throw new AppError('not_found', 'File not found')
      return { id, name, mime: 'text/plain', text }
    },
    can: async (action) => !given.without?.includes(action),
    async read(action, input, as) {
      told.read.push(action)
      return as.parse(await run(action, input)) as never
    },
    async act(action, input, why) {
      told.acted.push({ action, input, why })
      const word = given.decide?.(action, input) ?? 'do'
      if (word !== 'do') return word
      return { done: true, input, output: action === 'mail.send' ? { sent: true } : await run(action, input) }
    },
    note: async (text) => void told.notes.push(text),
    ask: async (questions) =>
      given.asked?.(questions) ?? Object.fromEntries(questions.map(({ key, otherwise }) => [key, otherwise])),
    delegate: async (what) => given.delegated?.(what) ?? { done: false, reason: 'There is no such seat.' },
    compose: async (request) => given.composed?.(request) ?? null,
    remember: async (fact) => void told.remembered.push(fact),
    async deliver(product) {
      if (told.product) throw new Error('It was handed in twice.')
      told.product = WorkProduct.parse(product)
    },
  }
  await one.run(job, one.input.parse(given.input ?? one.sample.input) as never)
  if (!told.product) throw new Error(`${one.id} handed nothing in.`)
  return { ...told, product: told.product }
}
