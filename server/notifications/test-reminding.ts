import { text } from 'node:stream/consumers'
import { collection, defineModule } from '@atrium/contract/module'
import { defineServer } from '@atrium/contract/module-server'
import { dayOf, localAt } from '@atrium/domain/dates/local-time'
import { z } from 'zod'

/** A module of the tests: notes that remind at their time until they are done, and chores that come every day. */
const Note = z.object({
  title: z.string(),
  /** A local time, or an instant that ends in `Z`. */
  due: z.string().nullable().default(null),
  done: z.boolean().default(false),
})
const Chore = z.object({ title: z.string() })
const nothing = z.object({})
const id = z.object({ id: z.string() })
const word = z.object({
  kind: z.string().default('word'),
  title: z.string(),
  body: z.string().optional(),
  link: z.string().optional(),
  key: z.string().optional(),
  at: z.string().optional(),
  to: z.array(z.string()).optional(),
})

export const reminding = defineModule({
  ...{ id: 'reminding', title: 'Reminding', summary: 'Reminds.', kind: 'module', tier: 'free', icon: 'bell' },
  ...{ industries: ['all'], triggers: [], route: '/reminding' },
  collections: {
    notes: collection(Note, { version: 1, search: ['title'], key: 'title' }),
    chores: collection(Chore, { version: 1, search: ['title'] }),
    habits: collection(Chore, { version: 1 }),
    quiet: collection(Chore, { version: 1 }),
  },
  actions: {
    add: { summary: 'Add', effect: 'write', input: Note, output: id },
    addMany: { summary: 'Add', effect: 'write', input: z.object({ notes: z.array(Note) }), output: nothing },
    change: { summary: 'Change', effect: 'write', input: id.extend(Note.partial().shape), output: nothing },
    remove: { summary: 'Remove', effect: 'write', input: id, output: nothing },
    restore: { summary: 'Restore', effect: 'write', input: id, output: nothing },
    chore: { summary: 'Chore', effect: 'write', input: Chore, output: id },
    habit: { summary: 'Habit', effect: 'write', input: Chore, output: id },
    calm: { summary: 'Calm', effect: 'write', input: Chore, output: id },
    tell: { summary: 'Tell', effect: 'write', input: word, output: nothing },
    tellAndFail: { summary: 'Fail', effect: 'write', input: nothing, output: nothing },
    withdraw: { summary: 'Withdraw', effect: 'write', input: z.object({ key: z.string() }), output: nothing },
    look: { summary: 'Look', effect: 'read', input: nothing, output: nothing },
  },
  imports: { notes: { summary: 'Notes', accepts: ['.txt'] } },
  notifications: {
    due: { title: 'A note is due', defaults: { inbox: true, push: true, mail: false } },
    word: { title: 'A word', defaults: { inbox: true, push: false, mail: true } },
  },
})

const at = (said: string) => (said.endsWith('Z') ? new Date(said) : said)

export const remindingServer = defineServer(
  reminding,
  {
    add: (note, { store }) => store.notes.insert(note),
    addMany: async ({ notes }, { store }) => {
      await store.notes.insertMany(notes)
      return {}
    },
    change: async ({ id, ...note }, { store }) => {
      const given = Object.entries(note).filter(([, value]) => value !== undefined)
      await store.notes.update(id, Object.fromEntries(given))
      return {}
    },
    remove: async ({ id }, { store }) => {
      await store.notes.remove(id)
      return {}
    },
    restore: async ({ id }, { store }) => {
      await store.notes.restore(id)
      return {}
    },
    chore: (chore, { store }) => store.chores.insert(chore),
    habit: (chore, { store }) => store.habits.insert(chore),
    calm: (chore, { store }) => store.quiet.insert(chore),
    tell: async (said, { notify }) => {
      const { at: when, ...rest } = said
      const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined))
      await notify({ ...(given as typeof rest), ...(when && { at: at(when) }) } as Parameters<typeof notify>[0])
      return {}
    },
    tellAndFail: async (_, { notify }) => {
      await notify({ kind: 'word', title: 'It failed' })
      throw new Error('after it had told')
    },
    withdraw: async ({ key }, { withdraw }) => {
      await withdraw(key)
      return {}
    },
    look: async (_, { notify }) => {
      await notify({ kind: 'word', title: 'Looked' })
      return {}
    },
  },
  {
    imports: {
      async *notes(file) {
        for (const line of (await text(file.bytes())).trim().split('\n')) {
          const [title = '', due = ''] = line.split('|')
          yield { collection: 'notes', data: { title, due } }
        }
      },
    },
    reminders: {
      notes: ({ title, due, done, id }) =>
        due === null || done ? [] : [{ key: 'due', at: at(due), kind: 'due', title, link: `/reminding?note=${id}` }],
      // every day at 8:00, UTC: the next one after now
      chores: ({ title }, { now }) => {
        const today = new Date(now).setUTCHours(8, 0, 0, 0)
        return [{ key: 'daily', at: new Date(today > now.getTime() ? today : today + 86_400_000), kind: 'due', title }]
      },
      // every day when the clocks there show 8:00
      habits: ({ title }, { now, timeZone }) => {
        const here = localAt(now, timeZone)
        const day =
          here < `${dayOf(here)}T08:00` ? dayOf(here) : dayOf(localAt(new Date(now.getTime() + 86_400_000), timeZone))
        return [{ key: 'daily', at: `${day}T08:00`, kind: 'due', title }]
      },
    },
  },
)
