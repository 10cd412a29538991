import { asTyped, looksLikeCsv, type Parted, partings, STAND_IN, textBefore } from './given-text.ts'
import type { GuideContext } from './guide.ts'
import type { Block, Intent } from './intents/intent.ts'
import { textIntents } from './intents/text/all.ts'
import { isTable } from './papers/table.ts'
import { plain, SENTENCE_MAX } from './phrasing.ts'
import { certainty, type Match, type Skill } from './skill.ts'
import { mannersOf } from './understanding/manners.ts'
import { type Understood, understand } from './understanding/understand.ts'
import { filled } from './understanding/values.ts'
import { wordsOf } from './understanding/words.ts'

/** What is asked for, the texts that it is about, and how surely. */
interface Job extends Parted {
  understood: Understood
  intent: Intent
  sure: number
  /** Whether the text stands by itself, beside the request. */
  isParted: boolean
}

/** Of all that is likely, what counts together: the ways to do one thing. */
const idOf = (intent: Intent): string => intent.told ?? intent.id

/** Where it takes the text that it works on. */
export const blockSlot = ({ slots }: Intent): string | undefined =>
  Object.entries(slots).find(([, { kind, required }]) => kind === 'block' && required)?.[0]

/** How surely a request asks for a text job, from 0; null where it asks for something else. */
function jobIn(
  all: readonly Understood[],
): { understood: Understood; intent: Intent; likely: number; sure: number } | null {
  const [best] = all
  const intent = best?.meant.intent
  if (!best || !intent || !blockSlot(intent)) return null
  const likely = all.reduce(
    (sum, one) => sum + (one.meant.intent && idOf(one.meant.intent) === idOf(intent) ? one.likely : 0),
    0,
  )
  return {
    understood: best,
    intent,
    likely,
    sure: isSure(best.aligned, likely) || best.sure >= LEAST_SURE ? Math.max(0.1, best.aligned) + likely : 0,
  }
}

/** Of what is learned of all sentences. */
const LEAST_SURE = 0.5

/** What is written beside a text need not fit as well as what stands alone. */
const isSure = (aligned: number, likely: number): boolean =>
  aligned >= 0.95 || (aligned >= 0.65 && likely >= 0.3) || (aligned >= 0.4 && likely >= 0.7)

let known: Set<string> | undefined
/** The words of requests in every language: a sentence without any asks for nothing here. */
const words = (): Set<string> => {
  known ??= new Set(
    textIntents.flatMap(({ examples }) =>
      Object.values(examples).flatMap((sentences) =>
        sentences.flatMap((sentence) => wordsOf(sentence.replace(/\{[^{}]*\}/gu, ' ')).map(({ key }) => key)),
      ),
    ),
  )
  return known
}

/** Of the words of a request. */
const LEAST_KNOWN = 0.5
function isRequest(request: string): boolean {
  const said = wordsOf(request, 60).filter(({ key }) => key !== STAND_IN)
  return said.length > 0 && said.filter(({ key }) => words().has(key)).length >= said.length * LEAST_KNOWN
}

/** What the Guide makes of a text that is given with the request, attached, or in the last reply. */
export const textJobs: Skill = async (context) => {
  // A table and nothing else asks for nothing.
  if (looksLikeCsv(context.question)) return null
  let best: Job | null = null
  for (const { request, blocks, isLoose } of partings(context.question)) {
    if (isLoose && ((best !== null && !best.isLoose) || isAside(blocks, context))) continue
    if (!isRequest(request)) continue
    const job = jobIn(await understand(request, context, true))
    if (!job) continue
    // Of several texts in quotation marks one is worked on, but where they are compared.
    const takesMany = Object.values(job.intent.slots).some(({ isMany }) => isMany)
    const sure = job.sure + (takesMany && blocks.length > 1 ? 0.5 : 0)
    // The plainest way is looked at first; another has to be plainly better.
    if (sure <= (best ? best.sure + (isLoose ? 0.2 : 0) : 0)) continue
    best = { ...job, sure, request, blocks: meantBy(job.intent, blocks, context), isLoose, isParted: true }
  }
  best ??= await wholeIn(context)
  return best && matching(best, context)
}

const readable = ({ files }: GuideContext) => files.filter(({ text }) => text.trim() !== '')
const blocksOf = (files: GuideContext['files']): Block[] => files.map(({ text, name }) => ({ text, name }))

/** Of a sentence that stands beside a request for what is attached. */
const LONGEST_ASIDE = 80
const isAside = (blocks: readonly Block[], context: GuideContext): boolean =>
  readable(context).length > 0 && blocks.every(({ text }) => text.length <= LONGEST_ASIDE)

/** A question about a file means the file, and not the sentence before it. */
function meantBy({ id }: Intent, blocks: readonly Block[], context: GuideContext): readonly Block[] {
  if (!id.startsWith('file.') || blocks.some(({ text }) => text.includes('\n'))) return blocks
  const files = filesFor(id, context)
  return files.length > 0 ? blocksOf(files) : blocks
}

/** Tables for sums, texts for questions, where both are attached. */
function filesFor(id: string, context: GuideContext): GuideContext['files'] {
  const files = readable(context)
  const fit = files.filter((file) => isTable(file) === (id === 'file.stats'))
  return fit.length > 0 ? fit : files
}

/** Where nothing parts the text from the request: “how many words are in the file”, “title case the old man and the sea”, “sort that”. */
async function wholeIn(context: GuideContext): Promise<Job | null> {
  const request = plain(context.question.slice(0, SENTENCE_MAX))
  if (request.length >= SENTENCE_MAX || !isSaidAtAll(request)) return null
  const files = blocksOf(readable(context))
  const all = await understand(request, context, files.length > 0 || context.turns.length > 0)
  const within = files.length === 0 ? await textWithin(request, all, context) : null
  const job = jobIn(all)
  if (within && within.sure >= (job?.sure ?? 0)) return within
  if (!job || job.sure === 0) return null
  const { understood, intent } = job
  const said = understood.captured[blockSlot(intent) as string]
  // What is to be worked on is in the sentence or was there before: then the whole of it has to fit.
  const isNamed = said !== undefined && !isIdle(said, understood)
  if ((isNamed || files.length === 0) && !isWhole(understood)) return null
  // “Highest order” asks for a column of a table, not for its lines from the highest on.
  if (job.sure < LEAST_OF_TABLE && understood.aligned < 0.65 && isTableAlone(intent, context)) return null
  if (isNamed && files.length === 0) return { ...job, request, blocks: [blockOf(said, context)], isParted: false }
  const before = files.length === 0 ? textBefore(context.turns) : null
  return { ...job, request, blocks: before ? [before] : blocksOf(filesFor(intent.id, context)), isParted: false }
}

/** How surely the lines of a table are to be worked on, where the sentence does not fit well. */
const LEAST_OF_TABLE = 1.2
const isTableAlone = ({ id }: Intent, context: GuideContext): boolean =>
  !id.startsWith('file.') && readable(context).length > 0 && readable(context).every(isTable)

/** “Swap every comma for a semicolon in a,b,c”: what stands last. */
function behind(request: string): string[] {
  const found = /^.{8,}\s(?:in|from|of|within)\s+(\S.*)$/iu.exec(request)?.[1]
  return found && !/^(?:this|that|it|the|my|your)\b/iu.test(found) ? [found] : []
}

const isWhole = ({ aligned, coverage }: Understood): boolean => aligned >= 0.88 && coverage >= 0.88
const blockOf = (said: string, { question }: GuideContext): Block => ({ text: asTyped(said, question), name: null })

const isSaidAtAll = (request: string): boolean =>
  wordsOf(request, 60).some(({ key }) => key.length > 2 && words().has(key))

/** Words by which what is there already is called: “these lines”, “my old list”. */
const MOST_IDLE = 4

/** Whether nothing is named by it: “that”, “this text”. */
function isIdle(said: string, { language }: Understood): boolean {
  const { pronouns, courtesy } = mannersOf(language)
  const isSmall = (key: string) => pronouns.has(key) || courtesy.has(key)
  const keys = wordsOf(said).map(({ key }) => key)
  return (
    keys.every(isSmall) ||
    (keys.length <= MOST_IDLE && isSmall(keys[0] ?? '') && keys.every((key) => isSmall(key) || words().has(key)))
  )
}

/** Meanings whose text is looked for within the sentence. */
const TRIED = 3

/** A text within the sentence: what it says tells nothing of what is asked, so the request is judged without it. */
async function textWithin(request: string, all: readonly Understood[], context: GuideContext): Promise<Job | null> {
  let best: Job | null = null
  const captured = all
    .filter(({ meant }) => meant.intent && blockSlot(meant.intent))
    .sort((a, b) => b.aligned - a.aligned)
    .slice(0, TRIED)
    .flatMap((one) => one.captured[blockSlot(one.meant.intent as Intent) as string] ?? [])
  for (const said of new Set([...captured, ...behind(request)])) {
    const at = request.lastIndexOf(said)
    if (at < 0 || all[0] === undefined || isIdle(said, all[0])) continue
    const without = request.slice(0, at) + STAND_IN + request.slice(at + said.length)
    const job = jobIn(await understand(without, context, true))
    const where = job?.understood.captured[blockSlot(job.intent) as string]
    if (!job || !where?.includes(STAND_IN) || !isWhole(job.understood) || job.sure <= (best?.sure ?? 0)) continue
    best = { ...job, request: without, blocks: [blockOf(said, context)], isParted: false }
  }
  return best
}

/** “Total in Paris” is about some of a table: whoever reads its columns tells whether they are there. */
const isNarrowed = ({ id }: Intent, { captured: { about } }: Understood): boolean =>
  id === 'file.stats' && /^(?:in|for|from|where|with)\b/iu.test(about ?? '')

function matching({ understood, intent, request, blocks, sure, isParted }: Job, context: GuideContext): Match | null {
  const { values, missing } = filled(intent, understood, request, blocks)
  const isThere = blocks.length > 0
  const others = missing.filter((name) => name !== blockSlot(intent))
  if (sure === 0 || others.length > 0) return null
  return {
    skill: 'own',
    intent: idOf(intent),
    ...(isThere ? {} : { how: 'asked' as const }),
    confidence: isParted
      ? certainty.parsed
      : isThere && !isNarrowed(intent, understood)
        ? certainty.parsed - 0.005
        : certainty.partial - 0.01,
    reply: async () => (await intent.reply(values as never, context, understood.language)).markdown,
  }
}
