import { type Histories, LEAST, longest, MOST, recallOf, SPREAD, USUAL } from './model.ts'

const COUNT = USUAL.length
const ROUNDS = 25
/** A round that makes it better by less (per review) is the last one. */
const ENOUGH = 1e-6
const SURE = 1e-7

/** Solves `matrix · x = right` of a symmetric, positive matrix (Cholesky); null where it is none. */
function solve(matrix: readonly Float64Array[], right: Float64Array): Float64Array | null {
  const size = right.length
  const lower = matrix.map((row) => Float64Array.from(row))
  const at = (row: number, column: number) => (lower[row] as Float64Array)[column] as number
  for (let row = 0; row < size; row++) {
    for (let column = 0; column <= row; column++) {
      let sum = at(row, column)
      for (let k = 0; k < column; k++) sum -= at(row, k) * at(column, k)
      if (row === column && sum <= 0) return null
      ;(lower[row] as Float64Array)[column] = row === column ? Math.sqrt(sum) : sum / at(column, column)
    }
  }
  const x = Float64Array.from(right)
  for (let row = 0; row < size; row++) {
    for (let k = 0; k < row; k++) x[row] = (x[row] as number) - at(row, k) * (x[k] as number)
    x[row] = (x[row] as number) / at(row, row)
  }
  for (let row = size - 1; row >= 0; row--) {
    for (let k = row + 1; k < size; k++) x[row] = (x[row] as number) - at(k, row) * (x[k] as number)
    x[row] = (x[row] as number) / at(row, row)
  }
  return x
}

/** What is made as small as it gets: the loss of all reviews, and how unusual the parameters are. */
function cost(histories: Histories, w: readonly number[], weights: Float64Array): number {
  const recall = new Float64Array(longest(histories))
  const { grades, starts } = histories
  let sum = 0
  for (let card = 0; card + 1 < starts.length; card++) {
    const [from, to] = [starts[card] as number, starts[card + 1] as number]
    recallOf(histories, from, to, w, recall)
    for (let at = from + 1; at < to; at++) {
      const own = weights[at] as number
      if (own === 0) continue
      const p = recall[at - from] as number
      sum -= own * Math.log(Math.max(SURE, (grades[at] as number) > 1 ? p : 1 - p))
    }
  }
  return sum + unusual(w)
}

const unusual = (w: readonly number[]) =>
  w.reduce((sum, value, k) => sum + ((value - (USUAL[k] as number)) / (SPREAD[k] as number)) ** 2, 0)

/** The slope of the cost, and how it bends: the expected information of what happened (Fisher). */
function slopes(histories: Histories, w: readonly number[], weights: Float64Array) {
  const slope = new Float64Array(COUNT)
  const bend = USUAL.map(() => new Float64Array(COUNT))
  const { grades, starts } = histories
  const size = longest(histories)
  const recall = new Float64Array(size)
  const moved = USUAL.map(() => new Float64Array(size))
  const steps = w.map((value, k) => {
    const step = Math.max(1e-5, Math.abs(value) * 1e-4)
    return value + step > (MOST[k] as number) ? -step : step
  })
  const beside = w.map((_, k) => w.map((value, j) => (j === k ? value + (steps[k] as number) : value)))
  const change = new Float64Array(COUNT)
  for (let card = 0; card + 1 < starts.length; card++) {
    const [from, to] = [starts[card] as number, starts[card + 1] as number]
    let isAny = false
    for (let at = from + 1; at < to && !isAny; at++) isAny = weights[at] !== 0
    if (!isAny) continue
    recallOf(histories, from, to, w, recall)
    for (let k = 0; k < COUNT; k++) recallOf(histories, from, to, beside[k] as number[], moved[k] as Float64Array)
    for (let at = from + 1; at < to; at++) {
      const own = weights[at] as number
      if (own === 0) continue
      const p = Math.min(1 - SURE, Math.max(SURE, recall[at - from] as number))
      for (let k = 0; k < COUNT; k++)
        change[k] =
          (((moved[k] as Float64Array)[at - from] as number) - (recall[at - from] as number)) / (steps[k] as number)
      const off = (grades[at] as number) > 1 ? -own / p : own / (1 - p)
      const information = own / (p * (1 - p))
      for (let k = 0; k < COUNT; k++) {
        const one = change[k] as number
        if (one === 0) continue
        slope[k] = (slope[k] as number) + off * one
        const row = bend[k] as Float64Array
        for (let j = 0; j <= k; j++) row[j] = (row[j] as number) + information * one * (change[j] as number)
      }
    }
  }
  for (let k = 0; k < COUNT; k++) {
    const spread = (SPREAD[k] as number) ** 2
    slope[k] = (slope[k] as number) + (2 * ((w[k] as number) - (USUAL[k] as number))) / spread
    ;(bend[k] as Float64Array)[k] = ((bend[k] as Float64Array)[k] as number) + 2 / spread
    for (let j = 0; j < k; j++) (bend[j] as Float64Array)[k] = (bend[k] as Float64Array)[j] as number
  }
  return { slope, bend }
}

/** Without what stands at a bound and would go beyond it. */
function stepOf(w: readonly number[], slope: Float64Array, bend: readonly Float64Array[], damping: number) {
  const isFree = w.map(
    (value, k) =>
      !(value <= (LEAST[k] as number) && (slope[k] as number) > 0) &&
      !(value >= (MOST[k] as number) && (slope[k] as number) < 0),
  )
  const matrix = bend.map((row, k) =>
    Float64Array.from(row, (value, j) => (k === j ? value * (1 + damping) : isFree[k] && isFree[j] ? value : 0)),
  )
  return solve(
    matrix,
    slope.map((value, k) => (isFree[k] ? -value : 0)),
  )
}

/**
 * The parameters under which these reviews are most probable, given how parameters differ from person to person: the objective that
 * fsrs-rs, the trainer inside Anki, has (log loss and the same prior), and it is found by scoring with
 * Fisher's information, damped as Levenberg and Marquardt do: 21 parameters need some ten rounds, and the same reviews give the same.
 * `weights` says how much each review speaks: 0 those that only make the memory, which are a card's first and those of the day of another.
 */
export function fitted(
  histories: Histories,
  weights: Float64Array,
  onRound: (done: number, most: number) => void = () => undefined,
): number[] {
  let w = [...USUAL]
  let best = cost(histories, w, weights)
  let damping = 0.01
  for (let round = 0; round < ROUNDS; round++) {
    onRound(round, ROUNDS)
    const { slope, bend } = slopes(histories, w, weights)
    const before = best
    for (let attempt = 0; attempt < 8; attempt++) {
      const step = stepOf(w, slope, bend, damping)
      const next =
        step &&
        w.map((value, k) => Math.min(MOST[k] as number, Math.max(LEAST[k] as number, value + (step[k] as number))))
      const then = next ? cost(histories, next, weights) : Number.POSITIVE_INFINITY
      if (next && then < best) {
        w = next
        best = then
        damping = Math.max(1e-6, damping / 5)
        break
      }
      damping *= 5
    }
    if (before - best < ENOUGH * Math.max(1, histories.grades.length)) break
  }
  onRound(ROUNDS, ROUNDS)
  return w.map((value) => Math.round(value * 10_000) / 10_000)
}
