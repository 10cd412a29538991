// Fits parameters on a thread of its own: some seconds of nothing but figures.
import { parentPort, workerData } from 'node:worker_threads'
import { fitted } from './fit.ts'
import { type Answers, weightsOf } from './histories.ts'
import { type Fit, judge } from './model.ts'

const { answers, present } = workerData as { answers: Answers; present: number[] }
const { histories } = answers
const { all, splits } = weightsOf(answers)
const rounds = splits.length + 1
const progressOf = (round: number) => (done: number, most: number) =>
  parentPort?.postMessage({ progress: (round + done / most) / rounds })

/** Several as one, each by its reviews. */
function together(fits: readonly Fit[]): Fit {
  const reviews = fits.reduce((sum, fit) => sum + fit.reviews, 0)
  const mean = (of: (fit: Fit) => number) => fits.reduce((sum, fit) => sum + of(fit) * fit.reviews, 0) / reviews
  return { reviews, logLoss: mean(({ logLoss }) => logLoss), rmse: mean(({ rmse }) => rmse) }
}

const before = together(splits.map(({ part }) => judge(histories, present, part)))
const tried = splits.map(({ earlier, part }, at) => judge(histories, fitted(histories, earlier, progressOf(at)), part))
const weights = fitted(histories, all, progressOf(splits.length))
parentPort?.postMessage({ fit: { before, after: together(tried), weights } })
