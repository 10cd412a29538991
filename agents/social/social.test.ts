import { beforeAll, describe, expect, test } from 'vitest'
import { type Client, testApp } from '../../server/test-app.ts'
import { timesOf, weeklyTimes } from '../kit/calendar.ts'
import { lengthOn } from '../kit/post-fit.ts'
import { readTable } from '../kit/table.ts'
import { tryPlaybook } from '../kit/test-job.ts'
import { checkCalendar, likeness } from './check-calendar.ts'
import { resultsIn } from './engagement.ts'
import { readWhatWorked } from './read-what-worked.ts'

let ann: Client
beforeAll(async () => {
  ann = await (await testApp()).administrator()
})

describe('Posts that fit', () => {
  test('X counts a link as 23 and an emoji as two', () => {
    expect(lengthOn('x', 'See https://example.org/a/very/long/address/that/goes/on/and/on')).toBe(4 + 23)
    expect(lengthOn('x', 'a👍')).toBe(3)
  })
})

test('the rate is compared with the median of the network', () => {
  const { results, skipped } = resultsIn(
    readTable({
      name: 'a.csv',
      text: 'Date,Network,Impressions,Engagements\n2026-01-01,X,100,2\n2026-01-02,X,100,4\n2026-01-03,X,100,8\n2026-01-04,LinkedIn,100,50\n1/32/2026,X,1,1\n2026-01-05,X,0,1',
    }),
  )
  expect(results.map(({ index }) => index)).toEqual([0.5, 1, 2, 1])
  expect(skipped.map(({ line }) => line)).toEqual([6, 7])
})

test('texts are alike by the triples of their words', () => {
  expect(likeness('a b c d', 'A, b c d!')).toBe(1)
  expect(likeness('a b c d', 'a b c e')).toBeCloseTo(1 / 3)
  expect(likeness('one two three', 'four five six')).toBe(0)
})

test('weekly times are read as people write them', () => {
  expect(timesOf({ slots: weeklyTimes('Tuesday 9:00, never, Fri 25:00') }, '2026-03-16', '2026-03-29')).toEqual([
    '2026-03-17T09:00',
    '2026-03-24T09:00',
  ])
})

describe('With the Content Calendar', () => {
  test('a post that is too long and one without a channel are found', async () => {
    const { output } = await ann.call<{ output: { id: string } }>('POST', '/api/m/content-calendar/addChannel', {
      name: '@bakery',
      network: 'x',
      zone: 'UTC',
    })
    await ann.call('POST', '/api/m/content-calendar/add', {
      title: 'Long',
      kind: 'post',
      start: '2026-03-18T10:00',
      text: 'word '.repeat(80).trim(),
      channels: [output.id],
    })
    await ann.call('POST', '/api/m/content-calendar/add', {
      title: 'Nowhere',
      kind: 'post',
      start: '2026-03-19T10:00',
      text: 'Hello',
    })
    const { product } = await tryPlaybook(checkCalendar, ann)
    const rows = product.blocks[0]?.kind === 'table' ? product.blocks[0].rows : []
    expect(rows.filter(({ level }) => level === 1).map(({ post, finding }) => [post, finding])).toEqual([
      ['Long', '399 characters for @bakery; X allows 280.'],
      ['Nowhere', 'It has no channel.'],
    ])
  })
  test('the report of the sample names the rows that it could not read', async () => {
    const { product } = await tryPlaybook(readWhatWorked, ann)
    expect(product.evidence[2]?.note).toMatch(
      /line 20, the same row as above; line 21, no date.*line 22, no impressions/,
    )
    expect(product.summary).toContain('19 posts on LinkedIn, X')
    await expect(tryPlaybook(readWhatWorked, ann, { files: { 'results.csv': 'Name,Age\nAnn,3' } })).rejects.toThrow(
      'no column for the date',
    )
  })
})
