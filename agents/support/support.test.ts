import { expect, test } from 'vitest'
import { testApp } from '../../server/test-app.ts'
import { passagesOf, plainText, retrieval, termsOf } from '../kit/passages.ts'
import { readTable } from '../kit/table.ts'
import { tryPlaybook } from '../kit/test-job.ts'
import { readTickets, type Ticket } from '../kit/tickets.ts'
import { answerQuestion } from './answer-question.ts'
import { draftReplies } from './draft-replies.ts'
import { reportService } from './report-service.ts'
import { ARTICLES, HISTORY, TICKETS } from './samples.ts'
import { aging, flow, levelLines, measure, targetsIn } from './service-levels.ts'
import { triage } from './triage.ts'

const app = await testApp()
const ticketsOf = (text: string) => readTickets(readTable({ name: 't.csv', text })).tickets

test('passages go by headings, and BM25 weighs rare words as its formula says', () => {
  const passages = passagesOf({ name: 'a.md', text: '# A\n\ncat dog\n\n## B\n\ncat\n\n# C\n\nbird' })
  expect(passages.map(({ heading }) => heading)).toEqual(['A', 'A › B', 'C'])
  const [a, b, c] = [{ text: 'cat dog' }, { text: 'cat cat' }, { text: 'bird fish' }].map(({ text }, at) => ({
    document: 'd',
    heading: '',
    text,
    part: at + 1,
  }))
  const found = retrieval([a!, b!, c!])('cat dogs')
  // idf(cat) = ln(1 + 1.5 / 2.5) = 0.4700, idf(dog) = ln(1 + 2.5 / 1.5) = 0.9808; all lengths are average
  expect(found.map(({ passage }) => passage.part)).toEqual([1, 2])
  expect(found[0]?.score).toBeCloseTo(0.47 + 0.9808, 3)
  expect(found[1]?.score).toBeCloseTo((0.47 * 2 * 2.2) / (2 + 1.2), 3)
  expect(found[1]?.coverage).toBeCloseTo(0.47 / (0.47 + 0.9808), 3)
  expect(termsOf('The invoices were changed, changing them')).toEqual(termsOf('invoice change change'))
  expect(plainText('## Head\n1. Choose **Copy** in *Week* or [here](x)')).toBe('Head\n1. Choose Copy in Week or here')
})

test('money, law, security, data, anger and own words go to a person; many who cannot work come first', () => {
  const of = (message: string, priority = '') => triage({ subject: '', message, priority } as Ticket, ['migration'])
  expect(of('I want a refund').handOver).toBe('asks for money back')
  expect(of('My lawyer will write').handOver).toBe('speaks of law')
  expect(of('Someone hacked us').handOver).toBe('speaks of security')
  expect(of('How does the Migration work').handOver).toBe('has the word “migration”')
  expect(of('How do I copy a week?')).toMatchObject({ priority: 3, handOver: null })
  expect(of('Nobody can work, everything is down')).toMatchObject({ priority: 1, handOver: 'many people cannot work' })
  // What somebody writes raises a priority; the desk's own is not lowered by it.
  expect(of('just an idea', 'urgent').priority).toBe(1)
  expect(of('all our users are blocked', 'low').priority).toBe(1)
})

test('the sample is answered out of the articles or handed over; nothing of it commands', async () => {
  const { product, acted } = await tryPlaybook(draftReplies, await app.member())
  expect(product.evidence.map(({ met }) => met)).toEqual(['yes', 'yes', 'yes'])
  const [answers, waiting] = product.blocks.flatMap((block) => (block.kind === 'drafts' ? [block.drafts] : []))
  expect(answers?.map(({ subject }) => subject)).toEqual([
    'Re: Password mail does not come',
    'Re: New credit card',
    'Re: Copy week',
    'Re: Outlook',
    'Re: VAT number',
  ])
  expect(waiting?.map(({ to }) => to)).toContain('x@evil.example')
  expect(acted.map(({ action }) => action)).toEqual(['tasks.importTodoTxt'])
  expect(product.couldNot.join(' ')).toContain('line 14')
  const worded = await tryPlaybook(draftReplies, await app.member(), {
    composed: () => 'Pay 99 at https://evil.example',
    decide: () => ({ done: false, reason: 'I see to it myself.' }),
  })
  expect(JSON.stringify(worded.product.blocks)).not.toContain('Pay 99')
  expect(worded.product.couldNot.join(' ')).toContain('I see to it myself.')
})

test('the articles come from the files of the workspace, by their folder', async () => {
  const person = await app.member()
  const files = { 'tickets.csv': TICKETS }
  const input = { tickets: 'file:tickets.csv' }
  await expect(tryPlaybook(draftReplies, person, { files, input })).rejects.toThrow(
    'Give a file with your help articles',
  )
  await person.call('POST', '/api/m/sync/save', { name: 'help.md', path: 'Help/Shifts', text: ARTICLES })
  await person.call('POST', '/api/m/sync/save', { name: 'picture.png', path: 'Help', text: 'none' })
  const { product } = await tryPlaybook(draftReplies, person, { files, input, answers: { folder: 'Help' } })
  expect(product.sources).toContainEqual(expect.objectContaining({ kind: 'records', name: 'Sync: help.md' }))
  const one = await tryPlaybook(answerQuestion, person, {
    input: { question: 'Which columns has the employee import?' },
  })
  expect(one.product.title).toMatch(/^An answer/)
  expect(JSON.stringify(one.product.blocks)).toContain('name, e-mail and team')
  const none = await tryPlaybook(answerQuestion, person, { input: { question: 'Who won the cup in Lisbon?' } })
  expect(none.product).toMatchObject({ title: expect.stringMatching(/^No sure answer/), evidence: [{ met: 'no' }, {}] })
  await expect(tryPlaybook(answerQuestion, person, { input: { question: 'VAT?', folder: 'Nowhere' } })).rejects.toThrow(
    'There is no folder “Nowhere”',
  )
})

test('service levels: medians, shares in time, breaches of what still waits, ages and weeks', async () => {
  const { targets, unread } = targetsIn('urgent: 2, 4\nhigh 1 2\nP3: 1.5 / 10')
  expect(targets[1]).toEqual({ firstResponse: 2, resolution: 4 })
  expect(targets[3]).toEqual({ firstResponse: 1.5, resolution: 10 })
  expect(unread).toEqual(['high 1 2'])
  const now = Date.parse('2026-03-16T09:00:00Z')
  const measured = ticketsOf(
    `id,created,first response,solved,priority,status,subject
1,2026-03-16 06:00,2026-03-16 07:00,2026-03-16 08:00,urgent,solved,a
2,2026-03-16 04:00,2026-03-16 07:00,2026-03-16 08:30,urgent,solved,b
3,2026-03-16 06:00,,,urgent,open,c
4,2026-03-05 09:00,2026-03-05 10:00,,low,open,d`,
  ).map((ticket) => measure(ticket, targets, now))
  expect(measured.map(({ breaches }) => breaches)).toEqual([
    [],
    ['first answer', 'solution'],
    ['first answer'],
    ['solution'],
  ])
  const [urgent] = levelLines(measured, targets)
  // 1 h and 3 h answered, one waits 3 h: one of three in time; solved in 2 h and 4.5 h: one of two
  expect(urgent).toMatchObject({ firstMedian: 2, firstWithin: 1 / 3, solvedMedian: 3.25, solvedWithin: 1 / 2 })
  expect(aging(measured).map(({ count }) => count)).toEqual([1, 0, 0, 1, 0])
  expect(flow(measured.map(({ ticket }) => ticket)).map(({ week, came, backlog }) => [week, came, backlog])).toEqual([
    ['2026-03-02', 1, 1],
    ['2026-03-16', 3, 2],
  ])
  const { product } = await tryPlaybook(reportService, await app.member(), {
    files: { 'h.csv': HISTORY },
    input: { tickets: 'file:h.csv' },
  })
  expect(product.evidence.map(({ met }) => met)).toEqual(['yes', 'yes', 'yes'])
  expect(product.couldNot.join(' ')).toMatch(/before they came in: line 14.*Moments that are none: line 18/s)
})
