import { expect, test } from 'vitest'
import { testApp } from '../../server/test-app.ts'
import { readTable } from '../kit/table.ts'
import { tryPlaybook } from '../kit/test-job.ts'
import { readCandidates } from './candidates.ts'
import { chooseCompetencies } from './competencies.ts'
import { fourFifths, funnel, timeToHire } from './hiring-figures.ts'
import { checkPost, demandsIn, flagsIn, genderCoding, mended } from './job-post-checks.ts'
import { prepareJobPost } from './prepare-job-post.ts'
import { reviewHiring } from './review-hiring.ts'
import { writeInterviewKit } from './write-interview-kit.ts'

const app = await testApp()

test('adverse impact is a rate under four fifths of the highest, and small groups are not told', () => {
  // The example of the EEOC’s questions and answers: 48 of 80 and 12 of 40 are 60 % and 30 %, a ratio of 50 %.
  const found = fourFifths(
    new Map([
      ['a', { of: 80, passed: 48 }],
      ['b', { of: 40, passed: 12 }],
      ['c', { of: 4, passed: 0 }],
    ]),
  )
  expect(found).toMatchObject([
    { group: 'a', rate: 0.6, isLow: false },
    { group: 'b', rate: 0.3, ratio: 0.5, isLow: true },
  ])
  expect(found).toHaveLength(2)
  expect(fourFifths(new Map([['a', { of: 80, passed: 48 }]]))).toBeNull()
})

test('the funnel counts who came so far, and who was decided', () => {
  const { candidates } = readCandidates(
    readTable({
      name: 'c.csv',
      text: 'name,stage,reached,applied,closed\nA,Hired,Hired,2026-01-01,2026-01-31\nB,Hired,,2026-01-01,2026-02-10\nC,Rejected,Interview,2026-01-01,\nD,Interview,,2026-03-01,\nE,Rejected,Applied,2026-01-01,',
    }),
  )
  const lines = funnel(candidates)
  expect(lines.map(({ reached }) => reached)).toEqual([5, 4, 4, 2, 2, 2])
  // Of four at the interview one is still in it: two of three went on.
  expect(lines[3]?.passed).toBeCloseTo(2 / 3)
  expect(timeToHire(candidates)).toEqual({ days: 35, count: 2 })
})

test('a post: what is missing, what leaves people out, and words that fit in the place of others', () => {
  expect(genderCoding('ambitious and competitive leader, support')).toMatchObject({ coded: 'masculine' })
  expect(mended('Sales ninjas wanted. Native German speaker for the foreman of a young team.')).toBe(
    'Sales specialists wanted. Fluent German speaker for the supervisor of a team.',
  )
  expect(flagsIn('x\nWe work hard, play hard').map(({ line, isSwapped }) => [line, isSwapped])).toEqual([[2, false]])
  expect(demandsIn('## What you need\n- A\n- B\n\n## Nice to have\n- C\n## What you do\n- D')).toEqual(['A', 'B'])
  const good = checkPost('In Berlin, full time, permanent, 50,000–60,000 EUR. Send your CV.').filter(
    ({ state }) => state === 'fail',
  )
  expect(good.map(({ text }) => text)).toEqual(['Is neither too short nor too long'])
})

test('a post is written of what is given alone; the sample is checked by its lines', async () => {
  const person = await app.member()
  const { product } = await tryPlaybook(prepareJobPost, person, {
    input: {
      role: 'Shift planner',
      tasks: 'Plan two plants',
      musts: '- Spreadsheets',
      pay: '42,000–48,000 EUR',
      place: 'Hamburg, two days from home',
      hours: 'full time, permanent',
    },
    answers: { company: 'We plan shifts.', apply: 'By mail to jobs@x.example.' },
  })
  const [post] = product.blocks
  expect(post?.kind === 'text' && post.markdown).toContain('## What you need\n\n- Spreadsheets')
  expect(product.evidence[0]?.note).toBe(
    'Names the pay: yes; Names the place: yes; Names the hours: yes; Names the kind of contract: yes; Says how to apply: yes',
  )
  const sample = await tryPlaybook(prepareJobPost, person)
  expect(sample.product.summary).toContain('8 phrases to be written differently, 4 of them done.')
  await expect(tryPlaybook(prepareJobPost, person, { input: {} })).rejects.toThrow('Give a draft of the post')
})

test('an interview fits its time, asks the same of everybody and adds nothing up', async () => {
  expect(chooseCompetencies([], 'Head of customer support', '').chosen.map(({ name }) => name)).toContain(
    'Leading people',
  )
  const person = await app.member()
  const { product } = await tryPlaybook(writeInterviewKit, person)
  expect(product.evidence.map(({ met }) => met)).toEqual(['yes', 'yes', 'yes', 'yes'])
  expect(product.couldNot.join(' ')).toContain('Labour law')
  const short = await tryPlaybook(writeInterviewKit, person, {
    input: { role: 'Planner', minutes: 25, competencies: 'Planning, Teamwork' },
  })
  expect(short.product.summary).toContain('1 question on 1 competency for 23 of 25 minutes')
  expect(short.product.couldNot.join(' ')).toContain('No time for: Teamwork')
})

test('who waits is named, who has an appointment does not wait, and nobody is judged', async () => {
  const person = await app.member()
  await person.call('POST', '/api/m/content-calendar/add', {
    title: 'Interview Finn Maas',
    start: '2026-03-18T10:00',
    zone: 'UTC',
  })
  const { product, acted } = await tryPlaybook(reviewHiring, person)
  const waits = product.blocks.find(({ title }) => title === 'Who waits, the longest first')
  expect(waits?.kind === 'table' && waits.rows.map(({ name, days }) => [name, days])).toEqual([
    ['Eva Horn', 21],
    ['Gül Aydın', 15],
    ['Alma Reyes', 14],
  ])
  expect(acted.map(({ action }) => action)).toEqual(['tasks.importTodoTxt'])
  expect(product.couldNot.join(' ')).toMatch(/line 18.*line 18.*line 17/s)
  expect(product.blocks.some(({ title }) => title.includes('four-fifths'))).toBe(true)
  const refused = await tryPlaybook(reviewHiring, person, {
    without: ['content-calendar.occurrences'],
    decide: () => ({ done: false, reason: 'I write to them.' }),
  })
  expect(refused.product.couldNot.join(' ')).toMatch(/Content Calendar.*I write to them\./s)
})
