import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { fitted } from './fit.ts'
import { type Histories, judge, USUAL, weightOf } from './model.ts'

interface Said {
  logLoss: number
  rmse: number
}
interface Case {
  name: string
  truth: number[]
  histories: string[]
  reviews: number
  usual: Said
  fitted: number[]
  fittedSays: Said
  truthSays: Said
}
/** What fsrs-rs says (testdata/fsrs-rs.py). */
const cases: Case[] = JSON.parse(readFileSync(new URL('./testdata/fsrs-rs.json', import.meta.url), 'utf8'))

function historiesOf(lines: readonly string[]): Histories {
  const cards = lines.map((line) =>
    [...line.matchAll(/(\d)(\d+);/g)].map(([, grade, days]) => [Number(grade), Number(days)]),
  )
  const all = cards.flat()
  let next = 0
  return {
    grades: Uint8Array.from(all, ([grade]) => grade as number),
    days: Uint16Array.from(all, ([, days]) => days as number),
    starts: Uint32Array.from([0, ...cards.map((card) => (next += card.length))]),
  }
}

/** As fsrs-rs weighs: by the place in the list, of those that are foretold. */
function weightsOf({ days }: Histories): Float64Array {
  const all = days.filter((one) => one > 0).length
  let place = 0
  return Float64Array.from(days, (one) => (one > 0 ? weightOf(place++, all) : 0))
}

describe.each(cases)(
  'of somebody $name',
  ({ histories: lines, reviews, usual, truthSays, truth, fitted: theirs, fittedSays }) => {
    const histories = historiesOf(lines)
    const weights = weightsOf(histories)
    const close = (w: readonly number[], said: Said) => {
      const fit = judge(histories, w, weights)
      expect(fit.reviews).toBe(reviews)
      expect(fit.logLoss).toBeCloseTo(said.logLoss, 4)
      expect(fit.rmse).toBeCloseTo(said.rmse, 4)
    }
    test('foretelling is judged as fsrs-rs judges it', () => {
      close(USUAL, usual)
      close(theirs, fittedSays)
      close(truth, truthSays)
    })
    test('the parameters foretell at least as well as those of fsrs-rs', () => {
      const own = judge(histories, fitted(histories, weights), weights)
      expect(own.logLoss).toBeLessThan(fittedSays.logLoss + 0.0005)
      expect(own.logLoss).toBeLessThan(usual.logLoss)
    })
  },
)
