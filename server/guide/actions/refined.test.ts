import { fileURLToPath } from 'node:url'
import type { Module } from '@atrium/contract/module'
import { beforeAll, expect, test } from 'vitest'
import { discover } from '../../records/discover.ts'
import type { ThingSaid } from '../../records/things-said.ts'
import { world } from '../test-context.ts'
import { understand } from '../understanding/understand.ts'
import { meaningOf } from './meant.ts'

let modules: Module[]
beforeAll(async () => {
  const log = { error: (facts: unknown) => expect.unreachable(JSON.stringify(facts)) }
  const folder = fileURLToPath(new URL('../../../modules/', import.meta.url))
  modules = (await discover(folder, log as never)).map(({ module }) => module)
})

const named = (module: string, collection: string, title: string, count: number): ThingSaid => ({
  ...{ module, collection, title, part: 1, count },
})
const things = [
  named('wallet', 'accounts', 'Card', 1),
  named('wallet', 'accounts', 'Everyday account', 2),
  named('wallet', 'categories', 'Groceries', 1),
]

/** What an action gets of a sentence by somebody who has two accounts and a category. */
async function values(action: string, question: string) {
  const context = { ...world({ modules }).context(question), things: async () => things }
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
  ['what did i spend yesterday', 'wallet.transactions', { from: '2026-01-14', to: '2026-01-14' }],
])('“%s” gives %s %j', async (question, action, expected) => {
  expect(await values(action, question)).toMatchObject(expected)
})

test('a name that nobody has stays as it was said', async () => {
  expect(await values('wallet.balance', 'how much is on the moon account')).not.toHaveProperty('account', 'Card')
})
