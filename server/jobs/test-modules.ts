import { AppError } from '@atrium/contract/errors'
import { collection, defineModule } from '@atrium/contract/module'
import { defineServer, type ModuleServer } from '@atrium/contract/module-server'
import { z } from 'zod'

const shape = { kind: 'module', industries: [], tier: 'free', triggers: [], icon: 'bell', summary: 'A test' } as const
const Note = z.object({ text: z.string() })
const Nothing = z.object({})
const Scheduled = z.object({ key: z.string(), at: z.iso.datetime(), action: z.string(), input: z.unknown() })

export const notes = defineModule({
  ...shape,
  id: 'notes',
  title: 'Notes',
  collections: { notes: collection(Note, { version: 1 }) },
  actions: {
    add: { summary: 'Adds a note', effect: 'write', input: Note, output: z.object({ id: z.string() }) },
    list: { summary: 'Lists notes', effect: 'read', input: Nothing, output: z.array(z.string()) },
    later: { summary: 'Schedules an action', effect: 'write', input: Scheduled, output: Nothing },
    repeat: {
      summary: 'Adds a note and does so again',
      effect: 'write',
      input: Note.extend({ at: z.iso.datetime() }),
      output: Nothing,
    },
    dismiss: { summary: 'Cancels a schedule', effect: 'write', input: z.object({ key: z.string() }), output: Nothing },
    tell: { summary: 'Tells somebody', effect: 'send', input: Nothing, output: Nothing },
    peek: { summary: 'Looks, and schedules', effect: 'read', input: Nothing, output: Nothing },
    break: {
      summary: 'Fails',
      effect: 'write',
      input: z.object({ how: z.enum(['kept', 'sentence', 'final']) }),
      output: Nothing,
    },
    copy: {
      summary: 'Copies',
      effect: 'write',
      input: z.object({ pages: z.int() }),
      output: z.object({ id: z.string() }),
    },
    failing: { summary: 'Schedules and fails', effect: 'write', input: Nothing, output: Nothing },
  },
  jobs: {
    copy: {
      summary: 'Copies notes',
      input: z.object({ pages: z.int() }),
      output: z.object({ link: z.string(), pages: z.int() }),
    },
  },
})

/** What a test does in the middle of a page; answers nothing. */
export type Between = (page: number, signal: AbortSignal) => Promise<void>

interface Watching {
  between?: Between
  /** What listeners heard, by the texts of the notes. */
  heard?: string[]
}

/** A module whose actions leave all kinds of things for later. */
export function notesServer({ between = async () => undefined }: Watching = {}): ModuleServer {
  return defineServer(
    notes,
    {
      add: async ({ text }, { store }) => ({ id: (await store.notes.insert({ text })).id }),
      list: async (_, { store }) => (await store.notes.list({ order: 'createdAt' })).map(({ text }) => text),
      later: async ({ at, ...request }, { store, schedule }) => {
        await store.notes.insert({ text: `scheduled ${request.key}` })
        await schedule({ ...request, at: new Date(at) })
        return {}
      },
      repeat: async ({ text, at }, { store, schedule }) => {
        await store.notes.insert({ text })
        const next = new Date(Date.parse(at) + 86_400_000)
        await schedule({ key: 'again', at: next, action: 'notes.repeat', input: { text, at: next.toISOString() } })
        return {}
      },
      dismiss: async ({ key }, { cancelSchedule }) => {
        await cancelSchedule(key)
        return {}
      },
      tell: () => ({}),
      peek: async (_, { schedule, now }) => {
        await schedule({ key: 'x', at: now, action: 'notes.add', input: { text: 'x' } })
        return {}
      },
      break: async ({ how }, { store }) => {
        await store.notes.insert({ text: 'broken' })
        if (how === 'kept') return {}
        throw new AppError(how === 'final' ? 'forbidden' : 'unavailable', 'The pen is empty.')
      },
      copy: ({ pages }, { start }) => start('copy', { pages }),
      failing: async (_, { store, schedule, start, now }) => {
        await store.notes.insert({ text: 'never' })
        await schedule({ key: 'never', at: now, action: 'notes.add', input: { text: 'never' } })
        await start('copy', { pages: 1 })
        throw new AppError('conflict', 'Not today.')
      },
    },
    {
      jobs: {
        copy: async ({ pages }, { step, progress, signal }) => {
          for (let page = 1; page <= pages; page++) {
            await step(`page ${page}`, async ({ store }) => {
              if (page < 0) return
              await store.notes.insert({ text: `page ${page}` })
            })
            progress(page, pages, `page ${page}`)
            await between(page, signal)
          }
          return { link: '/notes', pages }
        },
      },
    },
  )
}

const counting = defineModule({
  ...shape,
  id: 'counting',
  title: 'Counting',
  collections: { lines: collection(Note, { version: 1 }) },
  actions: {
    add: { summary: 'Adds a line', effect: 'write', input: Note, output: Nothing },
    list: { summary: 'Lists lines', effect: 'read', input: Nothing, output: z.array(z.string()) },
  },
  jobs: { daily: { summary: 'Counts the lines', every: 'day at 07:00' } },
})

/** A module that works by itself every morning. */
export const countingServer = (): ModuleServer =>
  defineServer(
    counting,
    {
      add: async ({ text }, { store }) => {
        await store.lines.insert({ text })
        return {}
      },
      list: async (_, { store }) => (await store.lines.list({ order: 'createdAt' })).map(({ text }) => text),
    },
    {
      jobs: {
        daily: async (_, { step, timeZone, language }) => {
          await step('count', async ({ store }) => {
            await store.lines.insert({ text: `${await store.lines.count()} in ${timeZone} ${language}` })
          })
        },
      },
    },
  )

const echo = (id: string, of: string) =>
  defineModule({
    ...shape,
    id,
    title: id,
    listens: [`${of}.add`],
    collections: { heard: collection(Note, { version: 1 }) },
    actions: {
      add: { summary: 'Hears', effect: 'write', input: Note, output: z.object({}) },
      list: { summary: 'Lists', effect: 'read', input: Nothing, output: z.array(z.string()) },
    },
  })

/** A module that writes down what another's `add` was given, by an action of its own. `refuse` has it fail. */
export function echoServer(id: string, of: string, refuse: () => boolean = () => false): ModuleServer {
  const module = echo(id, of)
  return defineServer(
    module,
    {
      add: async ({ text }, { store }) => {
        await store.heard.insert({ text })
        return {}
      },
      list: async (_, { store }) => (await store.heard.list({ order: 'createdAt' })).map(({ text }) => text),
    },
    {
      on: {
        [`${of}.add`]: async ({ input, change }, { call }) => {
          if (refuse()) throw new AppError('unavailable', 'Not listening.')
          if (change === '') throw new Error('without a change')
          await call(`${id}.add`, input)
        },
      },
    },
  )
}

const vault = defineModule({
  ...shape,
  id: 'vault',
  title: 'Vault',
  collections: { doors: collection(Note, { version: 1 }) },
  actions: {
    add: { summary: 'Adds a door', effect: 'write', input: Note.extend({ code: z.string() }), output: Nothing },
  },
})

/** A module whose action is given a secret. */
export const vaultServer = (): ModuleServer =>
  defineServer(vault, {
    add: async ({ text, code }, { store, secrets }) => {
      await store.doors.insert({ text: 'a door' })
      await secrets.set(text, code)
      return {}
    },
  })
