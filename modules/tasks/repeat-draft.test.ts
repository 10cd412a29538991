import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseRecurrence } from './recurrence.ts'
import { firstDue, nextDue } from './recurrence-dates.ts'
import { draftOf, newDraft, ruleOf } from './web/repeat-draft.ts'

test.each([
  [{ unit: 'week', weekdays: [5, 1] }, 'FREQ=WEEKLY;BYDAY=MO,FR'],
  [{ unit: 'month', monthly: 'weekday' }, 'FREQ=MONTHLY;BYDAY=4FR'],
  [{ unit: 'month', monthly: 'last', every: 2 }, 'FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=-1'],
  [{ unit: 'month', monthly: 'date', ends: 'count', count: 5 }, 'FREQ=MONTHLY;BYMONTHDAY=27;COUNT=5'],
  [{ unit: 'year', ends: 'until', until: '2030-01-01' }, 'FREQ=YEARLY;UNTIL=20300101'],
  [{ unit: 'week', every: 2, from: 'done' }, 'rec:2w'],
] as const)('%j of Friday 27 November is %s', (said, rule) => {
  const day = '2026-11-27'
  const draft = { ...newDraft(day), ...said }
  expect(ruleOf(draft, day)).toBe(rule)
  expect(draftOf(rule, day)).toMatchObject(said.unit === 'week' && !('from' in said) ? { weekdays: [1, 5] } : said)
})

test('counted from the day it was done, or from the day it was due', () => {
  expect(nextDue('rec:2w', '2026-11-02', '2026-11-10')?.due).toBe('2026-11-24')
  expect(nextDue('FREQ=WEEKLY;INTERVAL=2', '2026-11-02', '2026-11-10')?.due).toBe('2026-11-16')
})

test('a rule with more in it than the form has is not taken for less', () => {
  for (const rule of [
    'FREQ=MONTHLY;BYDAY=MO;BYSETPOS=2',
    'FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO',
    'rec:2b',
    'FREQ=DAILY;BYDAY=MO',
  ])
    expect(draftOf(rule, '2026-11-27'), rule).toBeNull()
})

test('whatever the form makes is a rule that a task can keep, begins some day, and opens as it was made', () => {
  const drafts = fc.record({
    every: fc.integer({ min: 1, max: 999 }),
    unit: fc.constantFrom('day' as const, 'week' as const, 'month' as const, 'year' as const),
    from: fc.constantFrom('due' as const, 'done' as const),
    weekdays: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
    monthly: fc.constantFrom('date' as const, 'weekday' as const, 'last' as const),
    ends: fc.constantFrom('never' as const, 'until' as const, 'count' as const),
    until: fc.constantFrom('2031-05-05', '2040-12-31'),
    count: fc.integer({ min: 1, max: 9999 }),
  })
  const days = fc.constantFrom('2026-11-27', '2026-11-30', '2027-01-31', '2028-02-29', '2026-12-01')
  fc.assert(
    fc.property(drafts, days, (draft, day) => {
      const rule = ruleOf(draft, day)
      parseRecurrence(rule)
      expect(firstDue(rule, day)).not.toBeNull()
      const again = draftOf(rule, day)
      expect(again && ruleOf(again, day), rule).toBe(rule)
    }),
    { numRuns: 500 },
  )
})
