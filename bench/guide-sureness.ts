import { fileURLToPath } from 'node:url'
import { corpusFiles, corpusOf } from '../server/guide/corpus/line.ts'
import { NOW } from '../server/guide/corpus/measure.ts'
import { featuresOf } from '../server/guide/understanding/sureness.ts'
import { understand } from '../server/guide/understanding/understand.ts'
import { silentLog } from '../server/platform/telemetry.ts'
import { discover } from '../server/records/discover.ts'

interface Row {
  features: number[]
  /** 1 where it is meant. */
  is: number
}

const EPOCHS = 400
const RATE = 0.5
/** Keeps the weights small: 1 / (2 σ²) of a Gaussian prior, by rows. */
const DECAY = 1e-4

/** Logistic regression by gradient descent with momentum over all rows. */
function fitted(rows: readonly Row[]): { weights: number[]; bias: number } {
  const size = rows[0]?.features.length ?? 0
  const weights = new Array<number>(size + 1).fill(0)
  const speed = new Array<number>(size + 1).fill(0)
  for (let epoch = 0; epoch < EPOCHS * 10; epoch++) {
    const slope = new Array<number>(size + 1).fill(0)
    for (const { features, is } of rows) {
      let sum = weights[size] as number
      for (let at = 0; at < size; at++) sum += (features[at] as number) * (weights[at] as number)
      const error = 1 / (1 + Math.exp(-sum)) - is
      for (let at = 0; at < size; at++) slope[at] = (slope[at] as number) + error * (features[at] as number)
      slope[size] = (slope[size] as number) + error
    }
    for (let at = 0; at <= size; at++) {
      const down = (slope[at] as number) / rows.length + DECAY * (weights[at] as number)
      speed[at] = (speed[at] as number) * 0.9 - RATE * down
      weights[at] = (weights[at] as number) + (speed[at] as number)
    }
  }
  const bias = weights.pop() as number
  return { weights, bias }
}

/** Prints what `understanding/weights.ts` holds of sureness, learned from the even lines of the corpus, and how the odd ones judge it. */
export async function learnSureness(): Promise<void> {
  const found = await discover(fileURLToPath(new URL('../modules', import.meta.url)), silentLog)
  const modules = found.map(({ module }) => module)
  const even: Row[] = []
  const odd: { features: number[]; is: number }[][] = []
  for (const name of corpusFiles())
    for (const [at, line] of corpusOf(name).entries()) {
      if (line.context.length > 0) continue
      const place = { modules, locale: line.locale ?? 'en-GB', now: NOW, timeZone: 'Europe/Berlin' }
      const all = await understand(line.say, place, line.files.length > 0)
      const rows = all.map((one) => ({
        features: featuresOf(one, all),
        is: line.intent.includes(one.meant.id) ? 1 : 0,
      }))
      if (!line.intent.includes('none') && rows.every(({ is }) => is === 0)) continue
      if (at % 2 === 0) even.push(...rows)
      else if (rows.length > 0) odd.push(rows)
    }
  const { weights, bias } = fitted(even)
  const sure = ({ features }: Row) =>
    1 / (1 + Math.exp(-features.reduce((sum, one, at) => sum + one * (weights[at] as number), bias)))
  const best = odd.map((rows) => rows.reduce((a, b) => (sure(b) > sure(a) ? b : a)))
  const meant = odd.filter((rows) => rows.some(({ is }) => is === 1)).length
  for (const least of [0.3, 0.4, 0.5, 0.6, 0.7]) {
    const taken = best.filter((one) => sure(one) >= least)
    const right = taken.filter(({ is }) => is === 1).length
    console.log(
      `from ${least} on: ${((100 * right) / meant).toFixed(1)} % of what is meant, ${taken.length - right} of ${odd.length} wrong`,
    )
  }
  console.log(`weights: [${weights.map((one) => one.toFixed(2)).join(', ')}],\nbias: ${bias.toFixed(2)},`)
}
