import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Target } from '../server/guide/actions/targets.ts'
import { corpusOf } from '../server/guide/corpus/line.ts'
import { measure } from '../server/guide/corpus/measure.ts'
import { plain } from '../server/guide/phrasing.ts'
import { type Boosted, likelihood } from '../server/guide/understanding/trees.ts'
import { understand } from '../server/guide/understanding/understand.ts'
import { boosted, type Seen } from './boosting.ts'
import { startGuideRig } from './guide-rig.ts'
import { table } from './measure.ts'

/** The files that sureness is learned from; the others judge what was learned, and nobody looks at them before. */
const TAUGHT = ['en-modules.jsonl', 'en-skills.jsonl']

const OUT = fileURLToPath(new URL('../server/guide/understanding/sureness.json', import.meta.url))
/** Parts that are judged by what was learned from the others. */
const PARTS = 5

/** What speaks for each thing that a sentence may mean. */
interface Said {
  change: readonly boolean[]
  seen: readonly Seen[]
}

/** Learns from the corpus how sure the Guide is of what it understands and writes it down, after a table of how well it does on sentences that were left out. */
export async function learnSureness(): Promise<void> {
  const rig = await startGuideRig()
  const all: Said[] = []
  for (const name of TAUGHT)
    await measure(corpusOf(name), rig, async (line, context) => {
      if (line.context.length > 0) return
      const found = await understand(plain(line.say), context, line.files.length > 0)
      const seen = found.map(({ features, meant }) => ({ features, is: line.intent.includes(meant.id) ? 1 : 0 }))
      if (!line.intent.includes('none') && seen.every(({ is }) => is === 0)) return
      if (seen.length > 0) all.push({ seen, change: found.map(({ meant }) => isChange(meant.target)) })
    })
  await rig.stop()
  const judged = all.map((said, at) => ({ said, part: at % PARTS }))
  const best = Array.from({ length: PARTS }, (_, part) => {
    const learned = boosted(judged.filter((one) => one.part !== part).flatMap(({ said }) => said.seen))
    return judged.filter((one) => one.part === part).map(({ said }) => bestOf(said, learned))
  }).flat()
  const meant = all.filter(({ seen }) => seen.some(({ is }) => is === 1)).length
  table(
    `${all.length} sentences, ${meant} of which mean something that was thought of; each judged by what the others taught`,
    ['sure from', 'right', 'wrong', 'wrong changes'],
    [0.3, 0.4, 0.5, 0.6, 0.7, 0.8].map((least) => {
      const taken = best.filter(({ sure }) => sure >= least)
      const wrong = taken.filter(({ is }) => is === 0)
      const right = (100 * (taken.length - wrong.length)) / meant
      return [
        String(least),
        `${right.toFixed(1)} %`,
        `${wrong.length}`,
        `${wrong.filter((one) => one.isChange).length}`,
      ]
    }),
  )
  writeFileSync(OUT, `${JSON.stringify(boosted(all.flatMap(({ seen }) => seen)))}\n`)
}

const isChange = (target: Target | null): boolean => target !== null && target.action.effect !== 'read'

function bestOf({ seen, change }: Said, learned: Boosted) {
  const sures = seen.map(({ features }) => likelihood(learned, features))
  const at = sures.indexOf(Math.max(...sures))
  return { sure: sures[at] as number, is: seen[at]?.is ?? 0, isChange: change[at] ?? false }
}
