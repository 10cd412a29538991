import { beforeAll, describe, expect, test } from 'vitest'
import { type Client, testApp } from '../../server/test-app.ts'
import { readTable } from '../kit/table.ts'
import { tryPlaybook } from '../kit/test-job.ts'
import { compareCompetitors } from './compare-competitors.ts'
import { coverageOf, hasIn, matrixIn, placeOf } from './features.ts'
import { findChanges } from './find-changes.ts'
import { monthsOf, offersIn } from './prices.ts'

let ann: Client
beforeAll(async () => {
  ann = await (await testApp()).administrator()
})
const table = (text: string) => readTable({ name: 't.csv', text })

describe('Features', () => {
  test('a blank is not known, never a no', () => {
    expect(['yes', '✓', 'no', '', '?', '-', 'beta', '120'].map(hasIn)).toEqual([
      'yes',
      'yes',
      'no',
      'unknown',
      'unknown',
      'unknown',
      'part',
      'yes',
    ])
    const { features } = matrixIn(table('Feature,Weight,Us,B\nA,3,yes,\nC,1,no,yes'), 'us')
    expect(coverageOf(features, 'Us')).toEqual({ covered: 0.75, known: 1 })
    expect(coverageOf(features, 'B')).toEqual({ covered: 1, known: 0.25 })
  })
  test('where we stand', () => {
    const place = (us: string, ...others: string[]) =>
      placeOf(
        matrixIn(table(`Feature,Us,${others.map((_, at) => `B${at}`)}\nA,${[us, ...others].join(',')}`), 'Us')
          .features[0] as never,
        'Us',
      ).place
    expect([
      place('no', 'yes', 'no'),
      place('yes', 'no', 'beta'),
      place('yes', 'yes', 'no'),
      place('', 'yes'),
      place('no', 'no'),
      place('yes', ''),
      place('beta', 'yes', 'no', 'no'),
    ]).toEqual(['gap', 'advantage', 'parity', 'open', 'nobody', 'open', 'parity'])
  })
  test('long tables are read as wide ones', () => {
    const { competitors, features, skipped } = matrixIn(
      table('Competitor,Feature,Value\nUs,A,yes\nB,A,no\nB,A,yes\nB,C,beta'),
      'us',
    )
    expect(competitors).toEqual(['Us', 'B'])
    expect(features.map(({ cells }) => [cells.Us?.has, cells.B?.has])).toEqual([
      ['yes', 'no'],
      ['unknown', 'part'],
    ])
    expect(skipped).toEqual([{ line: 4, why: 'said twice of B' }])
    expect(() => matrixIn(table('Feature,A,B\nx,yes,no'), 'Us')).toThrow('There are: A, B.')
  })
})

test('prices are for the same seats and a month', () => {
  expect(['per month', 'yearly', 'quarter', 'once'].map(monthsOf)).toEqual([1, 12, 3, null])
  const { offers } = offersIn(
    table(
      'Competitor,Plan,Price,Period,Unit,Included seats,Extra seat\nA,1,9,month,seat,,\nA,2,900,year,flat,10,60\nA,3,900,year,flat,10,\nA,4,On request,,,,\nA,5,"€ 7,50 per user / month",,,,\nA,6,5,,flat,,',
    ),
    12,
  )
  expect(offers.map(({ monthly }) => monthly)).toEqual([108, 900 / 12 + (2 * 60) / 12, null, null, 90, null])
  expect(offersIn(table('Competitor,Price\nA,"€ 7,50 per user / month"'), 12).offers[0]).toMatchObject({
    monthly: 90,
    currency: 'EUR',
  })
})

test('the sample: gaps by weight, blanks as tasks, currencies apart', async () => {
  const { product, acted } = await tryPlaybook(compareCompetitors, ann)
  expect(product.summary).toContain('11 features: 3 gaps, 2 advantages')
  expect(acted[0]?.input.text).toContain('Find out: does Cumulus have “Data in the EU”?')
  expect(product.couldNot[0]).toBe('Features left out: line 11, the same feature as line 3; line 12, no feature.')
  expect(product.couldNot.join(' ')).toContain('EUR, USD stand apart')
  const refused = await tryPlaybook(compareCompetitors, ann, {
    decide: () => ({ done: false, reason: 'No tasks, please.' }),
  })
  expect(refused.product.couldNot.join(' ')).toContain('No tasks, please.')
  await expect(tryPlaybook(compareCompetitors, ann, { input: {} })).rejects.toThrow('Give a table of features')
})

describe('Changes', () => {
  test('of the sample: figures first, order does not count', async () => {
    const { product } = await tryPlaybook(findChanges, ann)
    expect(product.summary).toBe(
      '1 new, 1 gone, 4 changed; 4 of them in figures. Largest: Cumulus · Scale, Price +20.2 %.',
    )
    expect(product.couldNot[0]).toContain('prices-january.csv line 11, prices-march.csv line 12')
  })
})
