import { writeFileSync } from 'node:fs'
import type { Verdict } from '../server/guide/corpus/judge.ts'
import { corpusFiles, corpusOf } from '../server/guide/corpus/line.ts'
import { type Measured, measure } from '../server/guide/corpus/measure.ts'
import { startGuideRig } from './guide-rig.ts'
import { ms, quantile, table } from './measure.ts'

const VERDICTS: readonly Verdict[] = ['right', 'asked', 'refused', 'wrong', 'wrong action']

const row = (name: string, some: readonly Measured[]) => [
  name,
  String(some.length),
  ...VERDICTS.map((verdict) => {
    const count = some.filter((one) => one.verdict === verdict).length
    return verdict === 'right' ? `${count} (${((100 * count) / some.length).toFixed(1)} %)` : String(count)
  }),
]

/** What the Guide makes of the corpus. `--list=<file>` writes every sentence that it did not get right; `--only=<text>` takes some files, `--file=<path>` another. */
export async function benchGuideCorpus(): Promise<void> {
  const given = (name: string) => process.argv.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3)
  const rig = await startGuideRig()
  const list: string[] = []
  const file = given('file')
  for (const name of file ? [file] : corpusFiles().filter((one) => one.includes(given('only') ?? ''))) {
    const measured = await measure(corpusOf(name), rig)
    const areas = Map.groupBy(measured, ({ line }) =>
      line.context.length > 0 ? 'follow-ups' : ((line.intent[0] as string).split('.')[0] as string),
    )
    const times = measured.map(({ took }) => took)
    table(
      `${name}: p50 ${ms(quantile(times, 0.5))}, p99 ${ms(quantile(times, 0.99))} a sentence`,
      ['area', 'sentences', ...VERDICTS],
      [...[...areas].map(([area, some]) => row(area, some)), row('all', measured)],
    )
    for (const { line, verdict, said, calls } of measured)
      if (verdict !== 'right')
        list.push(
          `${verdict}\t${line.intent.join('|')}\t${[...line.context, line.say].join(' ⏎ ')}\t${JSON.stringify(line.slots)} ${JSON.stringify(line.has)}\t→ ${calls.map(({ action, input }) => `${action}${JSON.stringify(input)}`).join(' ')} ${said.slice(0, 160).replaceAll('\n', ' ')}`,
        )
  }
  const listed = given('list')
  if (listed) writeFileSync(listed, list.join('\n'))
  await rig.stop()
}
