import { fileURLToPath } from 'node:url'
import type { Module } from '@atrium/contract/module'
import { beforeAll, expect, test } from 'vitest'
import { discover } from '../../records/discover.ts'
import { type Saying, saidOf, type ThingSaid, weightyIn } from '../../records/things-said.ts'
import { world } from '../test-context.ts'
import { understand } from '../understanding/understand.ts'
import { meaningOf } from './meant.ts'

let modules: Module[]
beforeAll(async () => {
  const log = { error: (facts: unknown) => expect.unreachable(JSON.stringify(facts)) }
  const folder = fileURLToPath(new URL('../../../modules/', import.meta.url))
  modules = (await discover(folder, log as never)).map(({ module }) => module)
})

const THINGS = [
  ['wallet', 'accounts', 'Card'],
  ['wallet', 'accounts', 'Everyday account'],
  ['wallet', 'categories', 'Groceries'],
  ['flash', 'decks', 'Spanish'],
  ['sync', 'entries', 'Cash'],
] as const

/** Those of them that a sentence names, as the database says it. */
const thingsIn = (saying: Saying): ThingSaid[] =>
  THINGS.flatMap(([module, collection, title]) => {
    const said = saidOf(title, weightyIn(saying), saying.small)
    return said ? [{ module, collection, title, ...said }] : []
  })

/** What an action gets of a sentence by somebody who has two accounts and a category. */
async function values(action: string, question: string) {
  const context = { ...world({ modules }).context(question), things: async (saying: Saying) => thingsIn(saying) }
  const one = (await understand(question, context)).find(({ meant }) => meant.id === action)
  const reading = one && (await meaningOf(one, context))?.reading
  return reading && 'values' in reading ? reading.values : reading
}

test.each([
  ['coffee 3.80', 'wallet.spend', { amount: '3.80', memo: 'coffee' }],
  ['spent forty euros on shoes', 'wallet.spend', { amount: '40 EUR' }],
  ['how much is on the card', 'wallet.balance', { account: 'Card' }],
  ['when is the photo shoot?', 'content-calendar.search', { words: 'photo shoot' }],
  ['what is due this week', 'tasks.plan', { when: 'this week' }],
  ['spent $20 on shoes', 'wallet.spend', { amount: '20 USD' }],
  ['got 50 from grandma', 'wallet.receive', { amount: '50' }],
  ['add a card to Spanish verbs: comer = to eat', 'flash.add', { deck: 'Spanish verbs' }],
  ['add a card to spanish: comer = to eat', 'flash.add', { front: 'comer', deck: 'spanish' }],
  ['save a text file called secret.txt with my cash code is 1234', 'sync.save', { text: 'my cash code is 1234' }],
  ['transactions in the last 2 weeks', 'wallet.transactions', { from: '2026-01-01', to: '2026-01-15' }],
  ['what did i spend yesterday', 'wallet.transactions', { from: '2026-01-14', to: '2026-01-14' }],
])('“%s” gives %s %j', async (question, action, expected) => {
  expect(await values(action, question)).toMatchObject(expected)
})

test('a name that nobody has stays as it was said', async () => {
  expect(await values('wallet.balance', 'how much is on the moon account')).not.toHaveProperty('account', 'Card')
})
