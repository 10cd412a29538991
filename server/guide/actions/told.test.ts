import { fileURLToPath } from 'node:url'
import type { Module } from '@atrium/contract/module'
import { beforeAll, describe, expect, test } from 'vitest'
import { discover } from '../../records/discover.ts'
import { world } from '../test-context.ts'
import { fieldsOf } from './fields.ts'
import { doneIn } from './look-up.ts'
import { shifted, shiftIn } from './shifting.ts'
import { targetsOf } from './targets.ts'

const NOW = new Date('2026-01-15T10:30:00Z')
const folder = fileURLToPath(new URL('../../../modules/', import.meta.url))

let modules: Module[]
beforeAll(async () => {
  const log = { error: (facts: unknown) => expect.unreachable(JSON.stringify(facts)) }
  modules = (await discover(folder, log as never)).map(({ module }) => module)
})

/** What the sentence does to the real modules, none of which has anything in it. */
async function done(question: string, there: Record<string, { title: string; at: string | null }> = {}) {
  const calls: { action: string; input: unknown }[] = []
  const { ask } = world()
  await ask(question, {
    now: NOW,
    timeZone: 'Europe/Berlin',
    locale: 'en-GB',
    modules,
    named: async (_: string, { words }: { words: string }) =>
      Object.entries(there).flatMap(([id, row]) =>
        words.split(' ').some((word: string) => word.length > 3 && row.title.toLowerCase().includes(word.toLowerCase()))
          ? [{ id, ...row }]
          : [],
      ),
    act: async (action: string, input: unknown) => {
      calls.push({ action, input })
      return { output: {}, undo: null }
    },
  } as never)
  return calls
}

describe('what a sentence says beside what its example has a place for', () => {
  test.each([
    ['remind me to call the bank tomorrow at 9', { title: 'call the bank', due: '2026-01-16T09:00' }],
    ['remind me at 4 to call the bank', { title: 'call the bank', due: '2026-01-15T16:00' }],
    ['add renew passport to my list by the end of the month', { title: 'renew passport', due: '2026-01-31' }],
    ['high prio: deploy the hotfix', { title: 'deploy the hotfix', priority: 'A' }],
    [
      'remind me every other friday to clean the filter',
      { title: 'clean the filter', due: '2026-01-16', recurrence: 'every other friday' },
    ],
    ['remind me to buy sun cream', { title: 'buy sun cream' }],
  ])('%s', async (sentence, input) => {
    expect(await done(sentence)).toEqual([{ action: 'tasks.add', input }])
  })

  test('lines below are tasks of their own', async () => {
    expect(await done('add these tasks:\n- eggs\n2. call mum, and dad')).toEqual([
      { action: 'tasks.addMany', input: { lines: ['eggs', 'call mum, and dad'] } },
    ])
  })

  test('a time alone leaves what has a day on it', async () => {
    const there = { e1: { title: 'Standup with Carla', at: '2026-01-19T10:00' } }
    expect(await done('move the meeting standup to 11am', there)).toEqual([
      { action: 'content-calendar.move', input: { id: 'e1', start: '2026-01-19T11:00' } },
    ])
  })

  test('an hour alone is on the same side of noon as before', async () => {
    const there = { e1: { title: 'Dinner with Lars', at: '2026-01-17T19:00' } }
    expect(await done('the event dinner with lars starts at 8 instead', there)).toEqual([
      { action: 'content-calendar.move', input: { id: 'e1', start: '2026-01-17T20:00' } },
    ])
  })

  test('a change that says nothing of what is to be changed is none', async () => {
    expect(await done('edit the channel Shop', { c1: { title: 'Shop', at: null } })).toEqual([])
  })
})

describe('by how much something is moved', () => {
  const moment = { now: NOW, zone: 'Europe/Berlin', dayFirst: true, locale: 'en-GB' }
  test.each([
    ['push it back two days', '2026-01-20', '2026-01-22'],
    ['an hour later', '2026-01-19T10:00', '2026-01-19T11:00'],
    ['half an hour earlier', '2026-01-19T10:00', '2026-01-19T09:30'],
    ['give me another week', '2026-01-20T09:00', '2026-01-27T09:00'],
    ['by a day', null, '2026-01-16'],
  ])('%s', (sentence, at, day) => {
    const shift = shiftIn(sentence, 'when')
    expect(shift && shifted(at, shift, moment)).toBe(day)
  })
})

test('the options of a choice are known by what people call them', () => {
  const add = modules.find(({ id }) => id === 'tasks')?.actions.add
  const priority = add && fieldsOf(add).find(({ name }) => name === 'priority')
  expect(['urgent', 'high', 'low'].map((word) => priority?.said.get(word))).toEqual(['A', 'A', 'C'])
  expect(priority?.said.has('a')).toBe(false)
})

describe('what a sentence tells to have been done', () => {
  const told = async (sentence: string) => {
    const there = world().context(sentence, {
      modules,
      named: async (module: string) => (module === 'tasks' ? [{ id: 't1', title: 'Call the plumber', at: null }] : []),
    })
    return (await doneIn(sentence, targetsOf(modules), there))?.title ?? null
  }

  test.each(['called the plumber this morning', 'I have called the plumber'])('%s', async (sentence) => {
    expect(await told(sentence)).toBe('Call the plumber')
  })

  test.each([
    'I need to call the plumber',
    'have I called the plumber?',
    "I haven't called the plumber",
    'call the plumber',
    'remind me that I called the plumber',
  ])('%s tells nothing of the kind', async (sentence) => {
    expect(await told(sentence)).toBeNull()
  })
})
