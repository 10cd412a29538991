import { beforeAll, describe, expect, test } from 'vitest'
import { type Client, testApp } from '../../server/test-app.ts'
import { readTable } from '../kit/table.ts'
import { tryPlaybook } from '../kit/test-job.ts'
import { auditSite } from './audit-site.ts'
import { findOpportunities } from './find-opportunities.ts'
import { clickCurve, gainAt, queriesIn } from './queries.ts'
import { titleWidth } from './snippets.ts'

let ann: Client
beforeAll(async () => {
  ann = await (await testApp()).administrator()
})

test('a title is as wide as Arial draws it', () => {
  expect(titleWidth('Hello')).toBeCloseTo((722 + 556 + 222 + 222 + 556) * 0.02)
  expect(titleWidth('WWW')).toBeGreaterThan(titleWidth('iiiiiiii'))
})

describe('Click rates by place', () => {
  const table = (rows: string) => readTable({ name: 'q.csv', text: `Query,Clicks,Impressions,Position\n${rows}` })
  test('neighbours that rise are pooled', () => {
    // 10 %, then 4 % and 8 % at places 2 and 3: together (4 + 16) / 300.
    const { queries } = queriesIn(table('a,10,100,1\nb,4,100,2\nc,16,200,3\nd,1,100,9'), [])
    const curve = clickCurve(queries)
    expect([curve[1], curve[2], curve[3], curve[4], curve[9]]).toEqual([0.1, 20 / 300, 20 / 300, null, 0.01])
    expect(gainAt(queries[3] as never, 2, curve)).toBe(Math.round(100 * (20 / 300)) - 1)
  })
  test('the own name is kept apart, and impossible rows are left out', () => {
    const { queries, skipped } = queriesIn(table('lindt bread,50,60,1\nbread,9,5,2\nbread,1,5,0.2\nwarum brot,1,9,4'), [
      'lindt',
    ])
    expect(queries.map(({ query, isBrand }) => [query, isBrand])).toEqual([
      ['lindt bread', true],
      ['warum brot', false],
    ])
    expect(skipped).toEqual([3, 4])
  })
})

test('the sample crawl: what is broken comes first, and tasks are made of it', async () => {
  const { product } = await tryPlaybook(auditSite, ann)
  const rows = product.blocks[0]?.kind === 'table' ? product.blocks[0].rows : []
  expect(rows.slice(0, 3).map(({ name }) => name)).toEqual(['Title missing', 'Server error', 'Not found, but linked'])
  expect(rows.find(({ name }) => name === 'The same title on several pages')).toMatchObject({ pages: 2 })
  expect(rows.map(({ name }) => name)).not.toContain('Barred from the index')
  expect(product.couldNot.join(' ')).toContain('lines 17, 18')
  const { output } = await ann.call<{ output: { tasks: { title: string }[] } }>('POST', '/api/m/tasks/list', {
    project: 'seo',
  })
  expect(output.tasks.map(({ title }) => title).join(' ')).toContain('Server error')
  const refused = await tryPlaybook(auditSite, ann, { decide: () => ({ done: false, reason: 'Not now.' }) })
  expect(refused.product.couldNot.join(' ')).toContain('No tasks were put into the Task Inbox: Not now.')
  await expect(tryPlaybook(auditSite, ann, { files: { 'crawl.csv': 'Address,Status Code\n,\nx,' } })).rejects.toThrow(
    'No row',
  )
})

test('the sample queries: openings by what they would bring', async () => {
  const { product } = await tryPlaybook(findOpportunities, ann, { answers: { brand: 'lindt' } })
  const table = (title: string) =>
    product.blocks.flatMap((block) =>
      block.kind === 'table' && block.title.startsWith(title) ? [block.rows] : [],
    )[0] ?? []
  expect(table('Close')[0]).toMatchObject({ query: 'sourdough starter' })
  expect(table('Seldom').map(({ query }) => query)).toContain('best bakery graz')
  expect(JSON.stringify(product.blocks)).not.toContain('bakery lindt')
})
