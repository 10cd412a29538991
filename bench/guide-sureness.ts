import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Module } from '@atrium/contract/module'
import type { Target } from '../server/guide/actions/targets.ts'
import { corpusFiles, corpusOf } from '../server/guide/corpus/line.ts'
import { measure } from '../server/guide/corpus/measure.ts'
import type { GuideContext } from '../server/guide/guide.ts'
import { plain } from '../server/guide/phrasing.ts'
import { piecesOf } from '../server/guide/understanding/example.ts'
import { knownIn } from '../server/guide/understanding/known.ts'
import { type Boosted, likelihood } from '../server/guide/understanding/trees.ts'
import { understand } from '../server/guide/understanding/understand.ts'
import { saidOf, weightyIn } from '../server/records/things-said.ts'
import { boosted, type Seen } from './boosting.ts'
import { startGuideRig } from './guide-rig.ts'
import { table } from './measure.ts'

/** The files that sureness is learned from, whole; of those of other languages than English every second line. The rest judges it. */
const TAUGHT = ['en-modules.jsonl', 'en-skills.jsonl']
const isTaught = (name: string, at: number): boolean =>
  TAUGHT.includes(name) || (!name.startsWith('en') && at % 2 === 0)
/** So many things somebody has besides what the sentence speaks of, in turns. */
const BESIDES = [0, 300, 2_000]

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
  const names = namesIn(rig.modules)
  for (const name of corpusFiles()) {
    let at = 0
    await measure(
      corpusOf(name).filter((_, line) => isTaught(name, line)),
      rig,
      async (line, context) => {
        if (line.context.length > 0) return
        const many = BESIDES[at++ % BESIDES.length] as number
        const there = { ...context, things: besides(context.things, names, many, at) }
        const found = await understand(plain(line.say), there, line.files.length > 0)
        const seen = found.map(({ features, meant }) => ({ features, is: line.intent.includes(meant.id) ? 1 : 0 }))
        if (!line.intent.includes('none') && seen.every(({ is }) => is === 0)) return
        if (seen.length > 0) all.push({ seen, change: found.map(({ meant }) => isChange(meant.target)) })
      },
    )
  }
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

interface Name {
  module: string
  title: string
}

/** What people call things, by the examples of the actions that are about one. */
function namesIn(modules: readonly Module[]): Name[] {
  const found = knownIn(modules, [], 'en').flatMap(({ target, isAboutOne, examples }) =>
    target && isAboutOne
      ? examples.flatMap((example) =>
          piecesOf(example).flatMap((piece) =>
            'slot' in piece && piece.said && /^(?:id|ids|title)$/u.test(piece.slot)
              ? [{ module: target.module.id, title: piece.said }]
              : [],
          ),
        )
      : [],
  )
  return [...new Map(found.map((one) => [`${one.module} ${one.title}`, one])).values()]
}

/** The person's things that a sentence speaks of, and others that they have besides: the same names for the same turn. */
function besides(
  things: GuideContext['things'],
  names: readonly Name[],
  many: number,
  turn: number,
): GuideContext['things'] {
  const step = Math.max(1, Math.floor(names.length / Math.max(1, many)))
  const own = names.filter((_, at) => many > 0 && (at + turn) % step === 0)
  return async (saying) => {
    const weighty = weightyIn(saying)
    const others = own.flatMap(({ module, title }) => {
      const said = saidOf(title, weighty, saying.small)
      return said ? [{ module, collection: '', title, ...said }] : []
    })
    return [...(await things(saying)), ...others]
  }
}
