import { collection, defineModule } from '@atrium/contract/module'
import { defineServer } from '@atrium/contract/module-server'
import type { Principal } from '@atrium/contract/principal'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type TestModules, testModules } from './test-module.ts'
import { saidOf, weightyIn } from './things-said.ts'

const errands = defineModule({
  id: 'errands',
  title: 'Errands',
  summary: 'Errands',
  kind: 'module',
  industries: ['all'],
  tier: 'free',
  triggers: ['/errands'],
  icon: 'check',
  collections: { errands: collection(z.object({ title: z.string() }), { version: 1, search: ['title'] }) },
  actions: {
    add: { summary: 'Add', effect: 'write', input: z.object({ lines: z.array(z.string()) }), output: z.unknown() },
    clear: { summary: 'Clear', effect: 'write', input: z.object({}), output: z.unknown() },
  },
})
const server = defineServer(errands, {
  add: async ({ lines }, { store }) => {
    for (const title of lines) await store.errands.insert({ title })
  },
  clear: async (_, { store }) => {
    for (const { id } of await store.errands.list({ limit: 1000 })) await store.errands.remove(id)
  },
})

let at: TestModules
beforeAll(async () => {
  at = await testModules(server)
})

const small = new Set(['the', 'on', 'a', 'my', 'to', 'please'])
const member = (who: string): Principal => ({ kind: 'member', owner: who, userId: who, sessionId: 'a test' })
const titles = async (who: Principal, words: string) =>
  (await at.actions.things(who, { words, small })).map(({ title, part }) => [title, part])
const add = (who: string, ...lines: string[]) => at.act(who, 'errands.add', { lines })

describe('what a sentence speaks of', () => {
  test('is found by the names of the person’s own things, those most of whose name was said first', async () => {
    await add('ann', 'Call the dentist')
    await add('ann', 'Call about the dentist’s bill')
    await add('ann', 'Groceries')
    await add('eve', 'Call the dentist on Friday')
    expect(await titles(member('ann'), 'please move the dentist call to friday')).toEqual([
      ['Call the dentist', 1],
      ['Call about the dentist’s bill', 0.4],
    ])
    expect(await titles(member('ann'), 'groceries are done')).toEqual([['Groceries', 1]])
    expect(await titles(member('ann'), 'what a day')).toEqual([])
    expect(await titles(member('nobody'), 'call the dentist')).toEqual([])
  })

  test('is nothing that lies in the trash', async () => {
    await add('tom', 'Water the roses')
    expect(await titles(member('tom'), 'water roses')).toEqual([['Water the roses', 1]])
    await at.act('tom', 'errands.clear')
    expect(await titles(member('tom'), 'water roses')).toEqual([])
  })

  test('is not told to a key that may not read, nor of somebody who is shared with', async () => {
    await add('kim', 'Water the roses')
    const key = { id: 'k', scopes: ['chat'] as const }
    const byKey = { ...member('kim'), key } as unknown as Principal
    await expect(titles(byKey, 'water roses')).rejects.toMatchObject({ code: 'forbidden' })
    const byShare = {
      ...member('kim'),
      share: { module: 'errands', record: 'r', role: 'viewer' },
    } as unknown as Principal
    expect(await titles(byShare, 'water roses')).toEqual([])
  })

  test('is found behind hundreds of newer things that share a word with it', async () => {
    await add('max', 'Call the dentist')
    await add('max', ...Array.from({ length: 500 }, (_, line) => `Call number ${line} on Friday`))
    const [first] = await titles(member('max'), 'move the dentist call to friday')
    expect(first).toEqual(['Call the dentist', 1])
    await add('max', 'Friday', ...Array.from({ length: 500 }, (_, line) => `Friday ${line}`))
    expect(await titles(member('max'), 'is friday done')).toEqual([['Friday', 1]])
  })
})

test.each([
  ['Forest', 'can you look for forms', null],
  ['Curtains', 'that thing with the curtain', { part: 1, count: 1 }],
  ['Pay rent december', 'the rent is paid', { part: 2 / 3, count: 2 }],
  ['Listening practice', 'put it on the list', null],
])('of “%s” “%s” says %j', (title, words, expected) => {
  const weighty = weightyIn({ words, small })
  expect(saidOf(title, weighty, small)).toEqual(expected)
})
