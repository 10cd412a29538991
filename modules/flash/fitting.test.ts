import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { type TestModules, testModules } from '../../server/records/test-module.ts'
import { type Answer, historiesOf, weightsOf } from './fsrs/histories.ts'
import type { DeckCounts } from './module.ts'
import type { Fitted } from './records.ts'
import flash from './server.ts'

const answer = (card: string, day: number, grade: number, state: Answer['state'], at = day): Answer => ({
  ...{ card, day, at, grade: grade as Answer['grade'], state },
})

describe('histories', () => {
  test('begin where a card was learnt the last time; whose beginning is not known is left out', () => {
    const { histories, times } = historiesOf([
      answer('a', 1, 3, 'new'),
      answer('b', 1, 3, 'review'),
      answer('a', 4, 3, 'review'),
      answer('b', 5, 3, 'review'),
      answer('c', 5, 3, 'new'),
      answer('a', 9, 1, 'new'), // it was forgotten by hand
      answer('a', 9, 3, 'learning', 9.1),
      answer('a', 12, 4, 'review'),
    ])
    expect([...histories.grades]).toEqual([1, 3, 4])
    expect([...histories.days]).toEqual([0, 0, 3])
    expect([...histories.starts]).toEqual([0, 3])
    expect([...times]).toEqual([9, 9.1, 12])
  })
  test('the later a review is the more it says; each fifth but the first is tried with what was before it', () => {
    const answers = ['a', 'b', 'c', 'd', 'e'].flatMap((card, at) => [
      answer(card, 0, 3, 'new'),
      answer(card, 10 - at, 3, 'review'),
    ])
    const { all, splits, count } = weightsOf(historiesOf(answers.toSorted((a, b) => a.at - b.at)))
    expect(count).toBe(5)
    expect([...all].filter(Boolean)).toEqual([1, 0.25 + 0.75 * 0.75 ** 3, 0.25 + 0.75 / 8, 0.25 + 0.75 / 64, 0.25])
    const parts = splits.map(({ part }) => [...part].flatMap((weight, at) => (weight === 1 ? [at] : [])))
    expect(parts).toEqual([[7], [5], [3], [1]])
    expect([...(splits[1]?.earlier ?? [])].flatMap((weight, at) => (weight > 0 ? [at] : []))).toEqual([7, 9])
  })
})

describe('parameters of one’s own reviews', () => {
  let at: TestModules
  beforeAll(async () => {
    at = await testModules(flash)
  })
  const act = <T = Record<string, unknown>>(who: string, action: string, input: unknown = {}) =>
    at.act<T>(who, `flash.${action}`, input)
  type Found = { found: (Fitted & { isBetter: boolean }) | null }
  const decks = async (who: string) => (await act<{ decks: DeckCounts[] }>(who, 'decks')).output.decks
  const found = async (who: string, scope: string) => (await act<Found>(who, 'fit', { scope })).output.found

  /** Gives the person the reviews of somebody else’s memory (testdata/fsrs-rs.py), as an import of them would. */
  async function remember(who: string, name: string, cards: number) {
    const cases = JSON.parse(readFileSync(new URL('./fsrs/testdata/fsrs-rs.json', import.meta.url), 'utf8'))
    const lines = (cases.find((one: { name: string }) => one.name === name).histories as string[]).slice(0, cards)
    await act(who, 'addMany', {
      deck: 'Words',
      cards: lines.map((_, n) => ({ front: `word ${n}`, back: 'x' })).slice(0, 400),
    })
    const keys = (
      await at.db.$client.query(
        `select data->>'key' as key from records where module = 'flash' and collection = 'cards' and scope_id = $1`,
        [who],
      )
    ).rows as { key: string }[]
    const deck = (await decks(who))[0]?.id ?? ''
    const DAY = 86_400_000
    const reviews = lines.flatMap((line, n) => {
      let time = Date.UTC(2030, 0, 1, 12) + n * DAY
      return [...line.matchAll(/(\d)(\d+);/g)].map(([, grade, days], place) => {
        time += Number(days) * DAY + 60_000
        const state =
          place === 0 ? 'new' : days === '0' && place === 1 ? 'learning' : days === '0' ? 'relearning' : 'review'
        return {
          card: keys[n]?.key,
          deck,
          at: new Date(time).toISOString(),
          grade: Number(grade),
          state,
          from: 0,
          to: 0,
          took: 0,
        }
      })
    })
    await at.db.$client.query(
      `insert into records (id, scope_id, module, collection, schema_version, version, data, search, created_at, updated_at)
       select gen_random_uuid(), $1, 'flash', 'reviews', 1, 1, one, '', now(), now() from jsonb_array_elements($2::jsonb) one`,
      [who, JSON.stringify(reviews)],
    )
    return deck
  }

  test('are found in a job, tried on the latest reviews, and used when the person says so, until that is undone', async () => {
    const deck = await remember('ann', 'forgetful', 400)
    const begun = await act<{ id: string }>('ann', 'fitParameters', { deck })
    await at.due()
    const job = await (await at.fetch('ann', `/api/activity/${begun.output.id}`)).json()
    expect(job).toMatchObject({ status: 'succeeded', result: { link: `/flash?fit=${deck}`, reviews: 1820 } })
    const proposal = await found('ann', deck)
    expect(proposal).toMatchObject({
      reviews: 1820,
      isBetter: true,
      before: { reviews: 1456 },
      after: { reviews: 1456 },
    })
    expect(proposal?.after?.logLoss).toBeLessThan(proposal?.before?.logLoss ?? 0)
    expect((await decks('ann'))[0]?.weights).toBeNull()
    const used = await act('ann', 'useParameters', { scope: deck })
    expect(used.output).toEqual({ count: 1 })
    expect((await decks('ann'))[0]?.weights).toEqual(proposal?.weights)
    await at.undo('ann', used.change)
    expect((await decks('ann'))[0]?.weights).toBeNull()
  })
  test('nobody uses those that foretell no better, and too few reviews propose none', async () => {
    const deck = await remember('ben', 'usual', 60)
    await act('ben', 'fitParameters')
    await at.due()
    const few = await found('ben', 'all')
    expect(few).toMatchObject({ weights: null, needed: 400, isBetter: false })
    expect(await act('ben', 'useParameters', { scope: 'all' })).toMatchObject({
      status: 409,
      error: 'There are no parameters of your own reviews yet.',
    })
    await act('cem', 'open', { name: 'Words' })
    const again = await remember('cem', 'forgetful', 400)
    for (const _ of [1, 2]) {
      await act('cem', 'fitParameters', { deck: again })
      await at.due()
      if (_ === 1) await act('cem', 'useParameters', { scope: again })
    }
    expect(await act('cem', 'useParameters', { scope: again })).toMatchObject({
      status: 409,
      error: 'These parameters foretell your reviews no better than those you have.',
    })
    expect((await act('cem', 'useParameters', { scope: again, usual: true })).output).toEqual({ count: 1 })
    expect((await decks('cem'))[0]?.weights).toBeNull()
    expect((await act('ann', 'fitParameters', { deck })).status).toBe(404)
    expect(await found('ann', again)).toBeNull()
  })
})
