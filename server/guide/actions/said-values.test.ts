import { fileURLToPath } from 'node:url'
import type { Module } from '@atrium/contract/module'
import { beforeAll, describe, expect, test } from 'vitest'
import { discover } from '../../records/discover.ts'
import { world } from '../test-context.ts'
import { codedKind, currencyCode, monthOfDay } from './coded.ts'
import { dayValues } from './days.ts'
import { fieldsOf } from './fields.ts'
import { impliedValues } from './implied.ts'
import { sentenceValues } from './sentence.ts'
import { type Target, targetsOf } from './targets.ts'

let modules: Module[]
beforeAll(async () => {
  const log = { error: (facts: unknown) => expect.unreachable(JSON.stringify(facts)) }
  const folder = fileURLToPath(new URL('../../../modules/', import.meta.url))
  modules = (await discover(folder, log as never)).map(({ module }) => module)
})

/** What an action's slots took of a sentence, written in braces: `spent {amount:20} {date:on monday}`. */
function taken(action: string, written: string) {
  const target = targetsOf(modules).find(({ id }) => id === action) as Target
  const places: Record<string, [number, number]> = {}
  const captured: Record<string, string> = {}
  let question = ''
  let at = 0
  for (const match of written.matchAll(/\{(\w+):([^{}]*)\}/g)) {
    question += written.slice(at, match.index)
    places[match[1] as string] = [question.length, question.length + (match[2] as string).length]
    captured[match[1] as string] = match[2] as string
    question += match[2]
    at = match.index + match[0].length
  }
  question += written.slice(at)
  const context = world({ modules }).context(question)
  const understood = { meant: { target } as never, places, mentions: [], language: 'en' as const }
  return { understood, captured, context }
}

// It is Thursday, 15 January 2026.
describe('days that have been', () => {
  test.each([
    ['spent 20 {date:on monday}', 'wallet.spend', { date: '2026-01-12' }],
    ['transactions since {from:september}', 'wallet.transactions', { from: '2025-09-01' }],
    ['transactions in {from:november}', 'wallet.transactions', { from: '2025-11-01', to: '2025-11-30' }],
    ['what did i spend {from:last week}', 'wallet.transactions', { from: '2026-01-05', to: '2026-01-11' }],
    ['what did i spend {from:yesterday}', 'wallet.transactions', { from: '2026-01-14', to: '2026-01-14' }],
  ])('“%s”', async (written, action, values) => {
    const { understood, captured, context } = taken(action, written)
    expect(await dayValues(understood, captured, context)).toEqual(values)
  })
})

test('a month called by its name is the nearest of that name', () => {
  expect(monthOfDay('2026-11-01', 'november', '2026-01-15')).toBe('2025-11')
  expect(monthOfDay('2026-03-01', 'march', '2026-01-15')).toBe('2026-03')
  expect(monthOfDay('2026-11-01', 'november 2026', '2026-01-15')).toBe('2026-11')
})

test('a field that takes a month or a currency alone is known by its pattern', () => {
  expect(codedKind('^\\d{4}-(0[1-9]|1[0-2])$')).toBe('month')
  expect(codedKind('^[A-Z]{3}$')).toBe('currency')
  expect(codedKind('^.+$')).toBeNull()
  const assign = targetsOf(modules).find(({ id }) => id === 'wallet.assign') as Target
  expect(fieldsOf(assign.action).map(({ name, kind }) => [name, kind])).toEqual([
    ['month', 'month'],
    ['category', 'string'],
    ['currency', 'currency'],
    ['amount', 'string'],
  ])
  expect(['usd', 'euros', '£', 'shells'].map(currencyCode)).toEqual(['USD', 'EUR', 'GBP', null])
})

describe('what words say besides the slots', () => {
  test.each([
    ['hide the {id:gifts} category', 'wallet.changeCategory', { hidden: 'true' }],
    ['rename the category {id:hide and seek} to {name:games}', 'wallet.changeCategory', {}],
    ['transactions without a category', 'wallet.transactions', { category: 'none' }],
    ['{category:uncleared} transactions', 'wallet.transactions', { cleared: 'open', category: null }],
    ['save {amount:100} a month for {category:gifts}', 'wallet.saveGoal', { kind: 'monthly' }],
  ])('“%s”', (written, action, values) => {
    const { understood, captured, context } = taken(action, written)
    expect(impliedValues(understood, captured, context)).toEqual(values)
  })
})

test('a field takes the sentence without what stands in the other slots', () => {
  const { understood, captured, context } = taken('csv.addSteps', 'sort {dataset:orders} by {words:date}, please')
  expect(sentenceValues(understood, captured, context)).toEqual({ words: 'sort by date, please' })
})
