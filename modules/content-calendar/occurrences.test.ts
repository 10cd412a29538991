import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { placed, planChange, planRemoval } from './editing.ts'
import { CalendarEvent, type Occurrence } from './event.ts'
import { briefOf, firstOccurrences, occurrencesIn } from './occurrences.ts'
import { checkedRule, shiftedRule } from './rules.ts'

const NEW_YORK = 'America/New_York'
const now = new Date('2026-10-01T00:00:00Z')
let ids = 0
const eventOf = (more: Partial<CalendarEvent>) => ({
  ...placed(CalendarEvent.parse({ title: 'Standup', start: '2026-10-19T09:00', zone: NEW_YORK, uid: 'u', ...more })),
  id: `e${++ids}`,
})
type Stored = ReturnType<typeof eventOf>
const seen = (events: readonly Stored[], from: string, to: string, zone = NEW_YORK) =>
  occurrencesIn(events.map(briefOf), { from, to, zone, now })
const starts = (events: readonly Stored[], from = '2026-10-01', to = '2027-01-01', zone = NEW_YORK) =>
  seen(events, from, to, zone).map(({ start }) => start)

/** What the rows are after a plan. */
function after(events: readonly Stored[], plan: ReturnType<typeof planChange>): Stored[] {
  return [
    ...events
      .filter(({ id }) => !plan.remove.includes(id))
      .map((event) => ({ ...event, ...plan.update.find(({ id }) => id === event.id)?.change })),
    ...plan.insert.map((event) => ({ ...event, id: `e${++ids}` })),
  ]
}

describe('a weekly event at 09:00 in New York', () => {
  const weekly = eventOf({ rrule: 'FREQ=WEEKLY' })
  test('stays at 09:00 there when the clocks go back on 1 November 2026', () => {
    const found = seen([weekly], '2026-10-25', '2026-11-10')
    expect(found.map(({ own, at }) => [own, at])).toEqual([
      ['2026-10-26T09:00', '2026-10-26T13:00:00.000Z'],
      ['2026-11-02T09:00', '2026-11-02T14:00:00.000Z'],
      ['2026-11-09T09:00', '2026-11-09T14:00:00.000Z'],
    ])
  })
  test('is at 15:00 in Berlin, but at 14:00 in the week between the two changes', () => {
    expect(starts([weekly], '2026-10-18', '2026-11-10', 'Europe/Berlin')).toEqual([
      '2026-10-19T15:00',
      '2026-10-26T14:00',
      '2026-11-02T15:00',
      '2026-11-09T15:00',
    ])
  })
  test('stays there for every week of every year, whoever looks', () => {
    const zones = fc.constantFrom('Europe/Berlin', 'Asia/Kolkata', 'Australia/Lord_Howe', 'UTC')
    fc.assert(
      fc.property(fc.integer({ min: 2026, max: 2060 }), zones, (year, zone) => {
        for (const { own, at, start } of seen([weekly], `${year}-01-10`, `${year}-12-20`, zone)) {
          expect(own.slice(11)).toBe('09:00')
          const shown = new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeStyle: 'short', timeZone: zone })
          expect(start).toBe(shown.format(new Date(at ?? '')).replace(' ', 'T'))
        }
      }),
      { numRuns: 12 },
    )
  })
})

test('what lasts all day is on its day for everybody, over a change of clocks too', () => {
  const days = eventOf({ start: '2026-10-31', minutes: 2880 })
  for (const zone of [NEW_YORK, 'Pacific/Auckland', 'Pacific/Midway'])
    expect(seen([days], '2026-11-01', '2026-11-02', zone)).toMatchObject([
      { start: '2026-10-31', end: '2026-11-02', at: null },
    ])
  expect(seen([days], '2026-11-02', '2026-11-03')).toEqual([])
})

test('a meeting over the change of clocks lasts its minutes', () => {
  const night = eventOf({ start: '2026-11-01T00:30', minutes: 120 })
  expect(seen([night], '2026-11-01', '2026-11-02')[0]?.end).toBe('2026-11-01T01:30')
})

describe('rules', () => {
  test('give the last Friday, the 31st where there is one, and a leap day', () => {
    const of = (start: string, rrule: string) => starts([eventOf({ start, rrule })], '2026-10-01', '2029-01-01')
    expect(of('2026-10-30', 'FREQ=MONTHLY;BYDAY=-1FR;COUNT=3')).toEqual(['2026-10-30', '2026-11-27', '2026-12-25'])
    expect(of('2026-10-31', 'FREQ=MONTHLY;COUNT=3')).toEqual(['2026-10-31', '2026-12-31', '2027-01-31'])
    expect(starts([eventOf({ start: '2024-02-29', rrule: 'FREQ=YEARLY' })], '2024-01-01', '2033-01-01')).toEqual([
      '2024-02-29',
      '2028-02-29',
      '2032-02-29',
    ])
  })
  test('that cannot be are refused with a sentence', () => {
    const check = (rrule: string) => checkedRule(rrule, { start: '2026-10-19T09:00', minutes: 60, zone: NEW_YORK })
    expect(() => check('COUNT=3')).toThrow('That recurrence cannot be kept: it does not say how often.')
    expect(() => check('FREQ=HOURLY')).toThrow('it repeats by the day, week, month or year.')
    expect(() => check('FREQ=DAILY;COUNT=2;UNTIL=20270101')).toThrow('either a number of times or a last day')
    expect(() => check('FREQ=DAILY;UNTIL=20200101')).toThrow('its last day is before the first')
    expect(() => check('FREQ=DAILY;INTERVAL=0')).toThrow('a number in it is none')
    expect(check('rrule:freq=daily;until=20261021')).toBe('FREQ=DAILY;UNTIL=20261022T035959Z')
  })
  test('move with their series, or say that they cannot', () => {
    expect(shiftedRule('FREQ=WEEKLY;BYDAY=MO,SU', '2026-10-19', '2026-10-20')).toBe('FREQ=WEEKLY;BYDAY=MO,TU')
    expect(shiftedRule('FREQ=MONTHLY;BYDAY=3MO', '2026-10-19', '2026-10-27')).toBe('FREQ=MONTHLY;BYDAY=4TU')
    expect(shiftedRule('FREQ=MONTHLY;BYMONTHDAY=19', '2026-10-19', '2026-10-21')).toBe('FREQ=MONTHLY;BYMONTHDAY=21')
    expect(() => shiftedRule('FREQ=MONTHLY;BYMONTHDAY=1,15', '2026-10-01', '2026-10-02')).toThrow('Move one occurrence')
  })
})

describe('of a series', () => {
  const series = () => eventOf({ rrule: 'FREQ=WEEKLY;BYDAY=MO;COUNT=5', exdates: ['2026-11-09T09:00'] })
  const target = (events: readonly Stored[], occurrence: string) => ({
    master: events[0] as Stored,
    overrides: events.slice(1).filter((one) => one.occurrence),
    occurrence,
  })
  const edit = (events: readonly Stored[], at: string, scope: 'this' | 'following' | 'all', change: object) =>
    after(
      events,
      planChange(target(events, at), scope, change, () => 'new'),
    )
  const first = ['2026-10-19T09:00', '2026-10-26T09:00', '2026-11-02T09:00', '2026-11-16T09:00']

  test('one occurrence is changed, and changed again', () => {
    const once = edit([series()], '2026-11-02T09:00', 'this', { start: '2026-11-03T11:00', title: 'Late' })
    expect(starts(once)).toEqual([first[0], first[1], '2026-11-03T11:00', first[3]])
    const twice = edit(once, '2026-11-02T09:00', 'this', { title: 'Later' })
    expect(twice).toHaveLength(2)
    expect(seen(twice, '2026-11-03', '2026-11-04')).toMatchObject([{ title: 'Later', changed: true, repeats: true }])
  })
  test('this and the following move, and what came before stays', () => {
    const once = edit([series()], '2026-11-16T09:00', 'this', { title: 'Party' })
    const moved = edit(once, '2026-10-26T09:00', 'following', { start: '2026-10-27T10:30' })
    expect(starts(moved)).toEqual([first[0], '2026-10-27T10:30', '2026-11-03T10:30', '2026-11-17T10:30'])
    expect(seen(moved, '2026-11-17', '2026-11-18')).toMatchObject([{ title: 'Party', changed: true }])
  })
  test('all move by as much as the one that was dragged', () => {
    const moved = edit([series()], '2026-11-02T09:00', 'all', { start: '2026-11-04T08:00', minutes: 30 })
    expect(starts(moved)).toEqual(['2026-10-21T08:00', '2026-10-28T08:00', '2026-11-04T08:00', '2026-11-18T08:00'])
  })
  test('a new rule keeps the changed occurrences that it still gives', () => {
    const once = edit([series()], '2026-11-02T09:00', 'this', { title: 'Kept' })
    const both = edit(once, '2026-10-26T09:00', 'this', { title: 'Gone' })
    const every2 = edit(both, '2026-10-19T09:00', 'all', { rrule: 'FREQ=WEEKLY;INTERVAL=2;COUNT=3' })
    expect(seen(every2, '2026-10-01', '2027-01-01').map(({ title, own }) => [title, own.slice(5, 10)])).toEqual([
      ['Standup', '10-19'],
      ['Kept', '11-02'],
      ['Standup', '11-16'],
    ])
  })
  test('one, the following or all are deleted', () => {
    const left = (at: string, scope: 'this' | 'following' | 'all') => {
      const events = [series()]
      return starts(after(events, planRemoval(target(events, at), scope)))
    }
    expect(left('2026-10-26T09:00', 'this')).toEqual([first[0], first[2], first[3]])
    expect(left('2026-11-02T09:00', 'following')).toEqual([first[0], first[1]])
    expect(left('2026-11-02T09:00', 'all')).toEqual([])
    expect(left('2026-10-19T09:00', 'following')).toEqual([])
  })
})

test('a post that is scheduled and whose moment has passed is late: by its own zone, and no other kind or status', () => {
  const now = new Date('2026-10-19T13:00:00Z') // 09:00 in New York
  const late = (more: Partial<CalendarEvent>) =>
    occurrencesIn([briefOf(eventOf({ kind: 'post', status: 'scheduled', start: '2026-10-19T08:59', ...more }))], {
      from: '2026-10-01',
      to: '2026-11-01',
      zone: 'Asia/Tokyo',
      now,
    }).map((one) => one.late)
  expect(late({})).toEqual([true])
  expect(late({ start: '2026-10-19T09:00' })).toEqual([false])
  expect(late({ start: '2026-10-19T12:00', zone: 'Pacific/Kiritimati' })).toEqual([true])
  expect(late({ start: '2026-10-19T08:00', zone: 'Pacific/Niue' })).toEqual([false])
  for (const status of ['draft', 'review', 'approved', 'posted'] as const)
    expect([status, late({ status })]).toEqual([status, [false]])
  expect(late({ kind: 'event', status: 'confirmed' })).toEqual([false])
})

describe('a calendar of any size', () => {
  const days = { from: '2026-10-19', to: '2026-12-01', zone: NEW_YORK, now }
  const look = (more: { most?: number; isMeant?: (one: Occurrence) => boolean; signal?: AbortSignal } = {}) => ({
    isMeant: () => true,
    signal: new AbortController().signal,
    ...more,
  })
  const brief = (more: Partial<CalendarEvent>) => briefOf(eventOf(more))
  const daily = (count: number) => Array.from({ length: count }, () => brief({ rrule: 'FREQ=DAILY' }))

  test('is shown whole where it is no more than can be shown', async () => {
    const events = [...daily(3), brief({ start: '2026-11-30T09:00' })]
    expect(await firstOccurrences(events, days, look({ most: 5000 }))).toEqual(occurrencesIn(events, days))
    expect(await firstOccurrences([], { ...days, from: '9946-06-01', to: '9989-07-01' }, look({ most: 1 }))).toEqual([])
  })
  test('is looked through from its first day on, until there are enough, and others have their turn', async () => {
    let [turns, isDone] = [0, false]
    const other = () => {
      turns++
      if (!isDone) setImmediate(other)
    }
    other()
    const found = await firstOccurrences(daily(5_500), days, look({ most: 5000 }))
    isDone = true
    expect(found.at(0)?.start).toBe('2026-10-19T09:00')
    expect(found.length / 5_500).toBeLessThan(5) // days of forty-three
    expect(turns).toBeGreaterThan(100)
  })
  test('is looked through to its end where little is in it, or little of what is meant, or all is wanted', async () => {
    const rare = Array.from({ length: 1500 }, () => brief({ start: '2026-11-29T09:00', rrule: 'FREQ=YEARLY' }))
    expect(await firstOccurrences(rare, days, look({ most: 5000 }))).toHaveLength(1500)
    const events = [...daily(600), brief({ start: '2026-11-30T09:00', title: 'Last' })]
    const isMeant = ({ title }: Occurrence) => title === 'Last'
    expect(await firstOccurrences(events, days, look({ most: 10, isMeant }))).toHaveLength(1)
    expect(await firstOccurrences(events, days, look())).toHaveLength(600 * 43 + 1)
  })
  test('is left when nobody waits for it', async () => {
    const signal = AbortSignal.abort(new Error('gone'))
    await expect(firstOccurrences(daily(100), days, look({ most: 5000, signal }))).rejects.toThrow('gone')
  })
})
