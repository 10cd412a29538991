import { expect, test } from 'vitest'
import { idleness, releaseWhenIdle } from './idle-memory.ts'

const pressed = { above: 1_000, restful: 1, worth: 300 }
const settings = { every: 1_000, restful: 2, share: 0.1, worth: 100, pressed }
/** Looks one after the other: [resident, ms worked since the last look, what goes on]. */
function looks(...all: [resident: number, worked: number, busy: number][]): boolean[] {
  const idle = idleness(settings)
  let worked = 0
  return all.map(([resident, more, busy]) => {
    worked += more
    const isTime = idle.isTime({ resident, worked, busy })
    if (isTime) idle.gaveBack(resident - 100)
    return isTime
  })
}

test('memory is given back after a rest, not while something goes on or the processor works', () => {
  expect(looks([500, 10, 0], [500, 10, 0])).toEqual([false, true])
  expect(looks([500, 10, 1], [500, 10, 1], [500, 10, 1])).toEqual([false, false, false])
  expect(looks([500, 500, 0], [500, 500, 0], [500, 10, 0])).toEqual([false, false, false])
  expect(looks([500, 10, 0], [500, 500, 0], [500, 10, 0], [500, 10, 0])).toEqual([false, false, false, true])
})

test('a server at rest collects once: what is left then counts as needed, until more has come', () => {
  const rest = (resident: number): [number, number, number] => [resident, 1, 0]
  expect(looks(rest(500), rest(500), rest(400), rest(400), rest(450), rest(450))).toEqual([
    ...[false, true, false, false, false, false],
  ])
  expect(looks(rest(500), rest(500), rest(400), rest(600), rest(600))).toEqual([false, true, false, true, false])
  // What the system took by itself and gave again is counted from the lowest.
  expect(looks(rest(500), rest(500), rest(200), rest(200), rest(310))).toEqual([false, true, false, false, true])
})

test('a large process uses the first lull, when much has come', () => {
  expect(looks([1_200, 500, 0], [1_200, 10, 0])).toEqual([false, true])
  expect(looks([1_200, 10, 1], [1_200, 500, 0])).toEqual([false, false])
  // What is left is needed: 200 more are not worth the pause before a true rest.
  const lull = [1_300, 10, 0] as [number, number, number]
  expect(looks([1_200, 10, 0], [1_100, 500, 0], lull, [1_300, 500, 0], lull, lull)).toEqual([
    ...[true, false, false, false, false, true],
  ])
})

test('the process can collect, and its look can be ended', () => {
  const end = releaseWhenIdle({ busy: () => 0, log: { debug() {} } as never })
  expect(end()).toBeUndefined()
})
