import { expect, test } from 'vitest'
import { testApp } from '../../server/test-app.ts'
import { cosine, groupTexts, vectorsOf } from '../kit/similar-texts.ts'
import { tryPlaybook } from '../kit/test-job.ts'
import { steps } from './article.ts'
import { checkArticle } from './article-checks.ts'
import { draftArticles } from './draft-articles.ts'
import { findGaps } from './find-gaps.ts'
import { bareAnswer, isCardNumber, redact } from './private-data.ts'
import { reviewArticles } from './review-articles.ts'
import { LIBRARY, SOLVED } from './samples.ts'

const app = await testApp()
const textOf = (blocks: readonly unknown[]) => JSON.stringify(blocks)

test('texts are alike by the cosine of their TF-IDF vectors, and group by it', () => {
  const [a, b, c] = vectorsOf(['cat dog', 'cat cat', 'bird'])
  // idf: cat ln(1 + 3/2) = 0.9163, dog ln(1 + 3/1) = 1.3863; the second text is cat alone
  expect(cosine(a!, b!)).toBeCloseTo(0.9163 / Math.hypot(0.9163, 1.3863), 3)
  expect(cosine(a!, c!)).toBe(0)
  expect(cosine(a!, a!)).toBeCloseTo(1)
  const texts = ['copy a week', 'reset the password', 'copy the week please', 'password reset', 'webhooks']
  expect(groupTexts(vectorsOf(texts), 0.3)).toEqual([[0, 2], [1, 3], [4]])
})

test('personal data goes, order numbers stay', () => {
  expect(isCardNumber('4111 1111 1111 1111')).toBe(true)
  expect(isCardNumber('4111 1111 1111 1112')).toBe(false)
  const { text, counts } = redact(
    'Ada Berg (ada@x.example, +47 22 45 10 01) paid with 4111-1111-1111-1111 from 10.0.0.7, DE89 3704 0044 0532 0130 00; order 4111111111111112.',
    ['Ada Berg'],
  )
  expect(text).toBe(
    '[name] ([e-mail address], [phone number]) paid with [number] from [IP address], [number]; order 4111111111111112.',
  )
  expect(counts).toMatchObject({ name: 1, 'card or account number': 2 })
  expect(bareAnswer('Hello Ole,\n\nthanks for asking. Open it.\n\nKind regards\nLea')).toBe('Open it.')
  expect(steps('open the week. Choose Copy. It is done.')).toBe('1. Open the week.\n2. Choose Copy.\n3. It is done.')
})

test('an article is checked by its age, its words and its marks', () => {
  const of = (text: string, changedOn: string | null = null) =>
    checkArticle({ id: '', name: 'a', folder: '', text, changedOn }, '2026-03-16', {
      ease: 50,
      months: 6,
    }).findings.map(({ says }) => says)
  const good = 'You can copy a week of the plan to the next week with one click on the button.'
  expect(of(good, '2026-03-01')).toEqual([])
  expect(of(good, '2025-03-16')).toEqual(['was not changed for 365 days'])
  expect(of(`${good} TBD. Valid until 2026-01-31. [here]()`)).toEqual([
    'is unfinished: “TBD”',
    'names a day that has passed: 2026-01-31',
    'has a link that leads nowhere',
  ])
})

test('solved requests become drafts among the files, each after its word, without the people in them', async () => {
  const person = await app.member()
  const { product, acted } = await tryPlaybook(draftArticles, person, {
    decide: (_, { name }) => (String(name).startsWith('vat') ? { done: false, reason: 'Legal reads it first.' } : 'do'),
  })
  expect(acted.map(({ input }) => input.path)).toEqual(Array(3).fill('Knowledge base/Drafts'))
  for (const told of ['ken@', '3 5550', 'Ken', '4111 1111 1111 1111'])
    expect(textOf(product.blocks)).not.toContain(told)
  expect(product.couldNot.join(' ')).toMatch(/There is no folder.*Legal reads it first/s)
  const found = await person.call<{ output: { entries: { name: string }[] } }>('POST', '/api/m/sync/list', {
    path: 'Knowledge base/Drafts',
  })
  expect(found.output.entries.map(({ name }) => name).sort()).toEqual(['copy-shift-plan.md', 'password-reset-mail.md'])

  const help = '# Copy\n\nHow to copy the shift plan of one week to the next week: choose Copy week.'
  await person.call('POST', '/api/m/sync/save', { name: 'copy.md', path: 'Knowledge base', text: help })
  const again = await tryPlaybook(draftArticles, person, {
    files: { 's.csv': SOLVED },
    input: { tickets: 'file:s.csv', save: false },
  })
  expect(again.acted).toEqual([])
  expect(again.product.title).toBe('2 articles out of 8 solved requests')
  expect(again.product.evidence.map(({ met }) => met)).toEqual(['yes', 'yes', 'yes'])
})

test('the articles of the workspace are reviewed without a file; doubles and old ones are told', async () => {
  const person = await app.member()
  await expect(tryPlaybook(reviewArticles, person, { input: {} })).rejects.toThrow(
    'There is no folder “Knowledge base”',
  )
  await person.call('POST', '/api/m/sync/save', { name: 'all.md', path: 'Knowledge base', text: LIBRARY })
  const { product } = await tryPlaybook(reviewArticles, person, { input: {}, now: new Date('2028-01-03T09:00:00Z') })
  expect(product.title).toBe('5 articles reviewed: 3 mislead or lead nowhere')
  expect(product.summary).toContain('5 were not changed for more than 6 months')
  const pairs = product.blocks.find(({ title }) => title === 'Say the same: keep one')
  expect(pairs).toMatchObject({ rows: [{ a: 'Reset your password', b: 'Reset a password' }] })
  await expect(tryPlaybook(reviewArticles, person, { input: {}, without: ['sync.read'] })).rejects.toThrow(
    'not granted',
  )
})

test('gaps are what no article covers, the most asked first', async () => {
  const { product } = await tryPlaybook(findGaps, await app.member())
  const gaps = product.blocks.find(({ title }) => title === 'Gaps, the most asked first')
  expect(gaps?.kind === 'table' && gaps.rows.map(({ question, count }) => [question, count])).toEqual([
    ['Webhooks', 3],
    ['Leave', 2],
    ['Holidays', 1],
  ])
  expect(product.evidence.map(({ met }) => met)).toEqual(['yes', 'yes'])
})
