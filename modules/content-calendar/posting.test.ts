import { describe, expect, test } from 'vitest'
import { Channel } from './channels.ts'
import { CalendarEvent, type Status } from './event.ts'
import { composeAddress, fitFor, lengthFor } from './networks.ts'
import { afterRewriting, decided } from './posting.ts'
import { nextFreeSlot } from './queue.ts'
import { readPeriod, readWhen } from './said-when.ts'

describe('a text is counted as its network does', () => {
  test('X: a link is 23, an emoji 2 however it is made, Chinese 2, a link without its scheme too', () => {
    expect(lengthFor('x', `see https://example.org/${'a'.repeat(200)}.`)).toBe(4 + 23 + 1)
    expect(lengthFor('x', 'see example.com/path')).toBe(4 + 23)
    expect(lengthFor('x', '👨‍👩‍👧‍👦')).toBe(2)
    expect(lengthFor('x', '🇩🇪')).toBe(2)
    expect(lengthFor('x', '日本')).toBe(4)
    expect(lengthFor('x', 'Café')).toBe(4)
    expect(fitFor('x', 'a'.repeat(280)).isOver).toBe(false)
    expect(fitFor('x', 'a'.repeat(281)).isOver).toBe(true)
  })
  test('Bluesky by graphemes and with whole links, Mastodon with links of 23 and without the place of a name', () => {
    expect(lengthFor('bluesky', '👨‍👩‍👧‍👦é')).toBe(2)
    expect(lengthFor('bluesky', 'https://example.org/ab')).toBe(22)
    expect(lengthFor('mastodon', '@anna@example.org https://a.de/b')).toBe(5 + 1 + 23)
    expect(fitFor('bluesky', 'é'.repeat(301)).isOver).toBe(true)
  })
  test('Instagram has 2,200 characters and 30 hashtags, LinkedIn 3,000', () => {
    const tags = (many: number) => Array.from({ length: many }, (_, at) => `#tag${at}`).join(' ')
    expect(fitFor('instagram', tags(30))).toMatchObject({ hashtags: 30, isOver: false })
    expect(fitFor('instagram', tags(31))).toMatchObject({ hashtags: 31, isOver: true })
    expect(fitFor('instagram', '#1 a#b &#39; #ü')).toMatchObject({ hashtags: 1 })
    expect(fitFor('linkedin', 'a'.repeat(3001)).isOver).toBe(true)
  })
})

const now = new Date('2026-11-18T10:00:00Z') // a Wednesday
const channelOf = (more = {}) => ({ ...Channel.parse({ network: 'x', name: 'Ours', ...more }), id: 'c' })
const postOf = (more = {}) =>
  CalendarEvent.parse({
    title: 'Post',
    kind: 'post',
    status: 'draft',
    start: '2026-12-01T09:00',
    zone: 'UTC',
    text: 'Hi',
    channels: ['c'],
    ...more,
  })

describe('a post', () => {
  const go = (from: Status, to: Status, channel = channelOf(), more = {}) =>
    decided(postOf({ status: from, ...more }), to, [channel], { now })
  test('goes from draft by review to posted, and every step is kept', () => {
    expect(go('draft', 'review')).toMatchObject({ status: 'review', decisions: [{ decision: 'submitted' }] })
    expect(go('review', 'draft')).toMatchObject({ decisions: [{ decision: 'changes' }] })
    expect(go('scheduled', 'posted')).toMatchObject({ postedAt: now.toISOString() })
    expect(() => go('review', 'posted')).toThrow('A post cannot go from review to posted.')
  })
  test('is not scheduled past an approval, without a channel, or when it does not fit', () => {
    const strict = channelOf({ needsApproval: true })
    expect(() => go('draft', 'scheduled', strict)).toThrow('Ours asks for approval first')
    expect(go('approved', 'scheduled', strict)).toMatchObject({ status: 'scheduled' })
    expect(() => go('draft', 'scheduled', channelOf(), { channels: [] })).toThrow('Choose at least one channel.')
    expect(() => go('draft', 'scheduled', channelOf(), { text: 'a'.repeat(281) })).toThrow(
      'The text for Ours has 281 characters; X allows 280.',
    )
    expect(go('draft', 'scheduled', channelOf(), { text: 'a'.repeat(281), variants: { c: 'Short' } }).status).toBe(
      'scheduled',
    )
  })
  test('with other words has to be approved again', () => {
    const strict = channelOf({ needsApproval: true })
    const before = postOf({ status: 'scheduled' })
    expect(afterRewriting(before, { ...before, text: 'Else' }, [strict])).toEqual({ status: 'review' })
    expect(afterRewriting(before, { ...before, title: 'Else' }, [strict])).toEqual({})
    expect(afterRewriting(before, { ...before, text: 'Else' }, [channelOf()])).toEqual({})
  })
})

describe('the queue', () => {
  const zone = 'America/New_York'
  const slots = [
    { day: 3, time: '09:00' },
    { day: 5, time: '17:30' },
  ]
  const next = (taken: string[] = [], after = now) =>
    nextFreeSlot([{ id: 'c', zone, slots }], new Map([['c', new Set(taken.map(Date.parse))]]), after)?.at.toISOString()
  test('takes the next weekly time that is free, on the channel’s own clock', () => {
    expect(next()).toBe('2026-11-18T14:00:00.000Z')
    expect(next(['2026-11-18T14:00:00.000Z'])).toBe('2026-11-20T22:30:00.000Z')
    expect(next(['2026-11-18T14:00:00Z', '2026-11-20T22:30:00Z'])).toBe('2026-11-25T14:00:00.000Z')
    expect(next([], new Date('2026-10-30T22:00:00Z'))).toBe('2026-11-04T14:00:00.000Z') // the clocks went back
    expect(nextFreeSlot([{ id: 'c', zone, slots: [] }], new Map(), now)).toBeNull()
  })
})

describe('a time in words', () => {
  const read = (words: string) => readWhen(words, now, 'Europe/Berlin')
  test.each([
    ['tomorrow at 3pm', '2026-11-19T15:00', null, null],
    ['friday 10-11:30', '2026-11-20T10:00', 90, null],
    ['next Monday at noon', '2026-11-23T12:00', null, null],
    ['5 December', '2026-12-05', null, null],
    ['March 3rd at 14:15', '2027-03-03T14:15', null, null],
    ['at 5', '2026-11-18T17:00', null, null],
    ['9am', '2026-11-19T09:00', null, null],
    ['in 2 weeks', '2026-12-02', null, null],
    ['from 2 to 3pm tomorrow', '2026-11-19T14:00', 60, null],
    ['every Monday at 9', '2026-11-23T09:00', null, 'FREQ=WEEKLY;BYDAY=MO'],
    ['every other friday at 4pm', '2026-11-20T16:00', null, 'FREQ=WEEKLY;INTERVAL=2;BYDAY=FR'],
    ['every weekday at 09:30', '2026-11-19T09:30', null, 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR'],
    ['tonight', '2026-11-18T20:00', null, null],
    ['2027-02-28 at 8:00', '2027-02-28T08:00', null, null],
  ])('%s', (words, start, minutes, rrule) => expect(read(words)).toEqual({ start, minutes, rrule }))
  test('that is none is said to be none', () => {
    for (const words of ['', 'sometime', '30 February', 'tomorrow at 25:00', 'when pigs fly'])
      expect(() => read(words)).toThrow('is no time that I understand')
  })
  test('means days', () => {
    const of = (words: string) => Object.values(readPeriod(words, now, 'Europe/Berlin'))
    expect(of('today')).toEqual(['2026-11-18', '2026-11-19'])
    expect(of('this week')).toEqual(['2026-11-18', '2026-11-23'])
    expect(of('next week')).toEqual(['2026-11-23', '2026-11-30'])
    expect(of('in December')).toEqual(['2026-12-01', '2027-01-01'])
    expect(of('on Friday')).toEqual(['2026-11-20', '2026-11-21'])
    expect(of('next month')).toEqual(['2026-12-01', '2027-01-01'])
  })
})

test('a network is opened where a post is written, with the text where it takes one and it is not too long', () => {
  expect(composeAddress('x', 'a & b #c')).toBe('https://x.com/intent/post?text=a%20%26%20b%20%23c')
  expect(composeAddress('mastodon', 'Hi', '@ours@example.social')).toBe('https://example.social/share?text=Hi')
  expect(composeAddress('mastodon', 'Hi', 'Ours')).toBe('https://share.joinmastodon.org/#text=Hi')
  expect(composeAddress('linkedin', 'ä'.repeat(1000))).toBe('https://www.linkedin.com/feed/?shareActive=true&text=')
  expect(composeAddress('instagram', 'Hi')).toBe('https://www.instagram.com/')
  expect(composeAddress('other', 'Hi')).toBeNull()
})
