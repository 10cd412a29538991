import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { silentLog } from '../platform/telemetry.ts'
import { discover } from '../records/discover.ts'
import { learnArticles } from './intents/help/articles.ts'
import { GUIDE_LANGUAGES, type GuideLanguage } from './intents/intent.ts'
import { learn } from './understanding/understand.ts'

// Part of the build: learns the sentences of every language and keeps what was learned, so that nobody waits for it. Named languages are
// learned here; else in as many processes as there are cores, four at most.
const PROCESSES_MAX = 4

async function learnHere(languages: readonly GuideLanguage[]): Promise<void> {
  const found = await discover(fileURLToPath(new URL('../../modules', import.meta.url)), silentLog)
  const modules = found.map(({ module }) => module)
  for (const language of languages) {
    await learn(modules, language)
    await learnArticles(language)
  }
}

async function learnElsewhere(languages: readonly GuideLanguage[]): Promise<void> {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), ...languages], { stdio: 'inherit' })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`Learning ${languages.join(', ')} ended with ${code}.`)
}

const named = GUIDE_LANGUAGES.filter((one) => process.argv.includes(one, 2))
const [first, ...others] = GUIDE_LANGUAGES
const count = Math.min(PROCESSES_MAX, availableParallelism())
if (named.length > 0) await learnHere(named)
else if (count < 2 || !first) await learnHere(GUIDE_LANGUAGES)
else {
  // English has as many sentences as all the others together.
  const groups = Map.groupBy(others.keys(), (at) => at % (count - 1))
  const rest = [...groups.values()].map((those) => those.map((at) => others[at] as GuideLanguage))
  await Promise.all([[first], ...rest].map(learnElsewhere))
}
