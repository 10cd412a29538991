import { dayOfNumber } from '@atrium/domain/dates/days'
import type { Stats } from './module.ts'
import type { Card, Review } from './records.ts'
import { retrievability } from './scheduling.ts'
import { inARow, type StudyDays } from './study-day.ts'

/** From this interval in days on, a card counts as mature, as in Anki. */
const MATURE = 21
/** Upper ends of the bars of intervals, in days. */
const BARS = [1, 3, 7, 14, 30, 60, 120, 240, 365]

type Counted = ReturnType<typeof countedOf>

/** What is counted of a card: there may be many. */
export const countedOf = ({ deck, state, due, interval, suspended, stability, lastReview }: Card) => ({
  ...{ deck, state, due, interval, suspended, stability, lastReview },
})

interface Asked {
  cards: readonly Counted[]
  reviews: readonly Review[]
  now: Date
  days: StudyDays
  /** How many days ahead and back. */
  span: number
  weightsOf: (deck: string) => readonly number[] | null
}

const share = (list: readonly Review[]): number | null =>
  list.length === 0 ? null : list.filter(({ grade }) => grade > 1).length / list.length

/** What the charts show. Retention counts reviews of cards in review only: learning says little about memory. */
export function statsOf({ cards, reviews, now, days, span, weightsOf }: Asked): Stats {
  const today = days.dayOf(now)
  const active = cards.filter(({ suspended }) => !suspended)
  const inState = (...states: Card['state'][]) => active.filter(({ state }) => states.includes(state))
  const known = inState('review')

  const forecast = Array.from({ length: span }, (_, at) => ({ day: dayOfNumber(today + at), due: 0 }))
  for (const card of active) {
    if (card.state === 'new') continue
    const entry = forecast[Math.max(0, days.dayOf(new Date(card.due)) - today)]
    if (entry) entry.due += 1
  }

  const history = Array.from({ length: span }, (_, at) => ({
    day: dayOfNumber(today - span + 1 + at),
    again: 0,
    passed: 0,
  }))
  const byDay = new Map<number, Review[]>()
  for (const review of reviews) {
    const day = days.dayOf(new Date(review.at))
    byDay.set(day, [...(byDay.get(day) ?? []), review])
    const entry = history[day - (today - span + 1)]
    if (entry) entry[review.grade === 1 ? 'again' : 'passed'] += 1
  }

  const graded = reviews.filter((review) => review.state === 'review' && days.dayOf(new Date(review.at)) > today - span)
  const weeks = new Map<number, Review[]>()
  for (const review of graded) {
    const week = Math.floor((today - days.dayOf(new Date(review.at))) / 7)
    weeks.set(week, [...(weeks.get(week) ?? []), review])
  }
  const retentionByWeek = Array.from({ length: Math.ceil(span / 7) }, (_, at) => {
    const week = Math.ceil(span / 7) - 1 - at
    return { week: dayOfNumber(today - week * 7 - 6), passed: share(weeks.get(week) ?? []) }
  })

  const recalls = known.flatMap((card) => retrievability(card, now, weightsOf(card.deck)) ?? [])
  const intervals = [...BARS, Number.POSITIVE_INFINITY].map((end, at) => {
    const start = (BARS[at - 1] ?? 0) + 1
    const label = end === Number.POSITIVE_INFINITY ? `> ${BARS.at(-1)}` : start === end ? `${end}` : `${start}–${end}`
    return { days: label, cards: known.filter(({ interval }) => interval >= start && interval <= end).length }
  })
  const done = byDay.get(today) ?? []
  return {
    cards: {
      new: inState('new').length,
      learning: inState('learning', 'relearning').length,
      young: known.filter(({ interval }) => interval < MATURE).length,
      mature: known.filter(({ interval }) => interval >= MATURE).length,
      suspended: cards.length - active.length,
    },
    today: {
      reviews: done.length,
      again: done.filter(({ grade }) => grade === 1).length,
      minutes: Math.round(done.reduce((sum, { took }) => sum + took, 0) / 60_000),
    },
    streak: inARow(byDay, today),
    forecast,
    history,
    retention: {
      young: share(graded.filter(({ from }) => from < MATURE)),
      mature: share(graded.filter(({ from }) => from >= MATURE)),
      all: share(graded),
    },
    retentionByWeek,
    recall: recalls.length === 0 ? null : recalls.reduce((sum, one) => sum + one, 0) / recalls.length,
    intervals,
  }
}
