import { AppError } from '@atrium/contract/errors'
import { collection, defineModule, type Module } from '@atrium/contract/module'
import { z } from 'zod'
import { answer } from './answer.ts'
import type { ActionOutcome, Done, GuideAnswer, GuideContext, GuideFile, Turn } from './guide.ts'

const Task = z.object({
  title: z.string().min(1).max(200),
  due: z.iso.datetime().nullish(),
  priority: z.enum(['low', 'normal', 'high']).default('normal'),
  done: z.boolean().default(false),
})

export const tasks = defineModule({
  id: 'tasks',
  title: 'Tasks',
  summary: 'What to do, by when, and what is done.',
  kind: 'module',
  industries: ['all'],
  tier: 'free',
  triggers: ['/tasks'],
  icon: 'check',
  route: '/tasks',
  collections: { tasks: collection(Task, { version: 1, search: ['title'] }) },
  actions: {
    add: {
      summary: 'Add a task',
      effect: 'write',
      input: Task.pick({ title: true, due: true, priority: true }),
      output: Task,
      examples: [
        'add a task {title}',
        'create a new task called {title}',
        'remind me to {title}',
        'remind me {due} to {title}',
        'set a reminder to {title}',
        'todo: {title}',
        'add a task to {title:call the bank} {due:tomorrow}',
        'add {title:pay the rent} with {priority:high} priority',
      ],
      triggers: ['/task'],
    },
    list: {
      summary: 'Open tasks',
      effect: 'read',
      input: z.object({ priority: z.enum(['low', 'normal', 'high']).optional() }),
      output: z.array(Task),
      examples: ['show my tasks', 'what are my {priority} priority tasks', 'what is on my list'],
    },
    figure: {
      summary: 'A figure of tasks',
      effect: 'read',
      input: z.object({ how: z.enum(['number', 'age']), of: z.string() }),
      output: z.object({ figure: z.number() }),
      examples: [
        'what is the {how} of {of}',
        'tell me the {how:age} of {of:my tasks}',
        'the {how:number} of {of:open tasks} please',
      ],
    },
    done: {
      summary: 'Mark a task as done',
      effect: 'write',
      input: z
        .object({ id: z.string().optional(), title: z.string().optional() })
        .refine(({ id, title }) => Boolean(id ?? title), 'Say which task: its title.'),
      output: Task.partial(),
      examples: ['mark {title} as done', 'complete the task {title}'],
    },
    postpone: {
      summary: 'Move a task to another date',
      effect: 'write',
      input: z
        .object({ title: z.string().optional(), when: z.string() })
        .refine(({ title }) => Boolean(title), 'Say which task: its title.'),
      output: Task.partial(),
      examples: ['postpone {title} to {when}', 'postpone {title}'],
    },
    clear: {
      summary: 'Remove finished tasks',
      effect: 'write',
      input: z.object({}),
      output: z.object({ removed: z.number() }),
      examples: ['clear my finished tasks'],
    },
  },
})

export const health = defineModule({
  id: 'health',
  title: 'Health',
  summary: 'Weight, sleep and training.',
  kind: 'module',
  industries: ['all', 'health'],
  tier: 'free',
  triggers: ['/health'],
  icon: 'heart',
  route: '/health',
  collections: {},
  actions: {
    weigh: {
      summary: 'Log a weight',
      effect: 'write',
      input: z.object({ weight: z.number().positive().max(500), day: z.iso.date().optional() }),
      output: z.object({ weight: z.number(), day: z.string() }),
      examples: ['log {weight} kg', 'my weight is {weight} kg', 'log a weight of {weight}'],
      triggers: ['/weigh'],
    },
    sleep: {
      summary: 'Log a night',
      effect: 'write',
      input: z.object({ hours: z.number().min(0).max(24), good: z.boolean(), day: z.iso.date().optional() }),
      output: z.object({ hours: z.number(), good: z.boolean() }),
      examples: ['I slept {hours} hours', 'log sleep'],
    },
  },
})

export const flash = defineModule({
  id: 'flash',
  title: 'Flashcards',
  summary: 'Remember what you learn, reviewed just before you forget it.',
  kind: 'module',
  industries: ['all', 'education'],
  tier: 'free',
  triggers: ['/flash'],
  icon: 'layers',
  route: '/flash',
  collections: {},
  actions: {
    add: {
      summary: 'Add a card',
      effect: 'write',
      input: z.object({ front: z.string().min(1), back: z.string().min(1) }),
      output: z.object({ front: z.string(), back: z.string() }),
      examples: ['add a card {front} - {back}', 'flashcard: {front} = {back}'],
      triggers: ['/card'],
    },
    note: {
      summary: 'Note an idea',
      effect: 'write',
      input: z.object({ text: z.string() }),
      output: z.object({ text: z.string() }),
      examples: ['jot down {text}'],
    },
  },
})

export const billing = defineModule({
  id: 'billing',
  title: 'Invoices',
  summary: 'Write and send invoices.',
  kind: 'module',
  industries: ['finance'],
  tier: 'pro',
  triggers: ['/invoices'],
  icon: 'receipt',
  route: '/invoices',
  collections: {},
  actions: {
    send: {
      summary: 'Send an invoice',
      effect: 'send',
      input: z.object({ customer: z.string(), amount: z.number() }),
      output: z.object({}),
      examples: [
        'invoice {customer} {amount}',
        'send {customer} an invoice over {amount}',
        'invoice {customer:Acme} over {amount:1,200}',
        'make an invoice for {customer:Acme} of {amount:90 euros}',
      ],
    },
    jot: {
      summary: 'Note an expense',
      effect: 'write',
      input: z.object({ text: z.string() }),
      output: z.object({ text: z.string() }),
      examples: ['jot down {text}'],
    },
  },
})

export const modules: readonly Module[] = [tasks, health, flash, billing]

export interface Call {
  action: string
  input: unknown
}

export interface World {
  calls: Call[]
  /** What came of the calls. */
  done: Done[]
  context(question: string, change?: Partial<GuideContext>): GuideContext
  ask(question: string, change?: Partial<GuideContext>): Promise<GuideAnswer>
}

/** Thursday, 15 January 2026, 11:30 in Berlin. */
export const NOW = new Date('2026-01-15T10:30:00Z')

/** A person with four modules whose actions keep what they are given in memory. */
export function world(base: Partial<GuideContext> = {}): World {
  const calls: Call[] = []
  const done: Done[] = []
  const stored: Record<string, unknown>[] = []
  const act = async (action: string, input: unknown): Promise<ActionOutcome> => {
    calls.push({ action, input })
    const outcome = await carryOut(action, input)
    done.push({ action, input, ...outcome })
    return outcome
  }
  const carryOut = async (action: string, input: unknown): Promise<ActionOutcome> => {
    const [moduleId, key] = action.split('.')
    const found = modules.find(({ id }) => id === moduleId)?.actions[key as string]
    if (!found) throw new AppError('not_found', 'There is no such action.')
    const values = found.input.parse(input) as Record<string, unknown>
    if (action === 'tasks.list')
      return {
        output: stored.filter((task) => !values.priority || task.priority === values.priority),
        undo: null,
      }
    if (found.effect !== 'write') return { output: {}, undo: null }
    if (action === 'tasks.clear') return { output: { removed: 0 }, undo: null }
    stored.push(values)
    return {
      output: { id: '018f', version: 1, createdAt: NOW.toISOString(), updatedAt: NOW.toISOString(), ...values },
      undo: 'change-1',
    }
  }
  const context = (question: string, change: Partial<GuideContext> = {}): GuideContext => ({
    question,
    turns: [],
    files: [],
    persona: 'personal',
    spaceTitle: null,
    personName: null,
    now: NOW,
    timeZone: 'Europe/Berlin',
    locale: 'en',
    modules,
    introduce: false,
    canConfigure: false,
    act,
    named: async () => [],
    things: async () => [],
    undo: async () => undefined,
    memory: null,
    ...base,
    ...change,
  })
  return { calls, done, context, ask: (question, change) => answer(context(question, change)) }
}

/** Says sentences one after another, each with all that was said before. Gives the answers. */
export async function converse(
  questions: readonly string[],
  change: Partial<GuideContext> = {},
  there: World = world(),
): Promise<GuideAnswer[]> {
  const turns: Turn[] = []
  const answers: GuideAnswer[] = []
  for (const [index, question] of questions.entries()) {
    there.done.length = 0
    const given = await there.ask(question, { ...change, turns: [...turns] })
    answers.push(given)
    turns.push(
      { role: 'user', text: question, at: new Date(NOW.getTime() - (questions.length - index) * 60_000) },
      {
        role: 'assistant',
        text: given.markdown,
        done: [...there.done],
        ...(given.said !== undefined && { said: given.said }),
        at: new Date(NOW.getTime() - (questions.length - index) * 60_000 + 1_000),
      },
    )
  }
  return answers
}

export const file = (
  name: string,
  text: string,
  mime = name.endsWith('.csv') ? 'text/csv' : 'text/plain',
): GuideFile => ({ name, mime, text })
