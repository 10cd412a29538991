import { expect, test } from 'vitest'
import { rowsFor } from './message-list-range.ts'

const ROW = 100 // px
const NOTHING = { first: Number.POSITIVE_INFINITY, last: -1 }

/** A view of rows of one height, of which there are 1,000. */
const view = (startIndex: number, endIndex: number, height = ROW) => ({
  startIndex,
  endIndex,
  count: 1_000,
  distance: (index: number) => (index < startIndex ? startIndex - index - 1 : index - endIndex - 1) * height,
})

test('rows beyond the view are drawn on either side, none before the first or behind the last', () => {
  expect(rowsFor(view(500, 504), NOTHING, 3)).toEqual({ first: 497, last: 507 })
  expect(rowsFor(view(1, 4), NOTHING, 3)).toEqual({ first: 0, last: 7 })
  expect(rowsFor(view(995, 998), NOTHING, 3)).toEqual({ first: 992, last: 999 })
})

test('long replies are drawn ahead by their height, but always one', () => {
  expect(rowsFor(view(500, 500, 500), NOTHING, 6)).toEqual({ first: 498, last: 502 })
  expect(rowsFor(view(500, 500, 5_000), NOTHING, 6)).toEqual({ first: 499, last: 501 })
})

test('a list that begins to move keeps what it drew at rest, and draws nothing new until that runs out', () => {
  const rest = rowsFor(view(500, 504), NOTHING, 6)
  expect(rest).toEqual({ first: 494, last: 510 })
  const moved = rowsFor(view(497, 501), rest, 3)
  expect(moved).toEqual({ first: 494, last: 507 })
  expect(rowsFor(view(496, 500), moved, 3)).toEqual({ first: 493, last: 506 })
})

test('nothing is kept, and nothing drawn between, when the list has jumped away', () => {
  const before = { first: 494, last: 510 }
  expect(rowsFor(view(900, 904), before, 3)).toEqual({ first: 897, last: 907 })
  expect(rowsFor(view(100, 104), before, 3)).toEqual({ first: 97, last: 107 })
})
