import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import { silentLog } from '../../platform/telemetry.ts'
import { discover } from '../../records/discover.ts'
import { type TestModules, testModules } from '../../records/test-module.ts'
import { corpusOf } from './line.ts'
import { type Measured, measure } from './measure.ts'

/** English sentences by somebody who had not seen the code, which nobody tunes to: what is right of them may not become less. */
const JUDGE = 'en-new.jsonl'
/** What part is right, and how many changed something that was not asked for, when this was last raised. */
const RIGHT = 0.87
const WRONG_ACTIONS = 8

let at: TestModules
let measured: Measured[]
beforeAll(async () => {
  const found = await discover(fileURLToPath(new URL('../../../modules', import.meta.url)), silentLog)
  at = await testModules(...found)
  measured = await measure(corpusOf(JUDGE), { actions: at.actions, modules: found.map(({ module }) => module) })
}, 180_000)

const areaOf = ({ line }: Measured): string =>
  line.context.length > 0 ? 'follow-ups' : ((line.intent[0] as string).split('.')[0] as string)

test('the Guide understands strangers as well as it did', () => {
  const right = measured.filter(({ verdict }) => verdict === 'right').length
  const areas = [...Map.groupBy(measured, areaOf)].map(
    ([area, some]) => `${area} ${some.filter(({ verdict }) => verdict === 'right').length} of ${some.length}`,
  )
  expect(right / measured.length, areas.join(', ')).toBeGreaterThanOrEqual(RIGHT)
})

test('and does not change more that nobody asked for', () => {
  const wrong = measured.filter(({ verdict }) => verdict === 'wrong action').map(({ line }) => line.say)
  expect(wrong.length, wrong.join('\n')).toBeLessThanOrEqual(WRONG_ACTIONS)
})

test('nobody in danger is left without help, and nobody else is alarmed', () => {
  const dangers = measured.filter(({ line }) => line.intent.includes('safety'))
  expect(dangers.filter(({ verdict }) => verdict !== 'right').map(({ line }) => line.say)).toEqual([])
})
