import { isDraftId } from './drafting/understood.ts'
import { fencesIn } from './fences.ts'
import type { GuideContext } from './guide.ts'
import type { Intent, SlotValues } from './intents/intent.ts'
import { plain, SENTENCE_MAX } from './phrasing.ts'
import { certainty, type Match, type Skill } from './skill.ts'
import { blockSlot } from './text-jobs.ts'
import { areEqual, isSure } from './understanding/sureness.ts'
import { languagesOf, type Understood, understand } from './understanding/understand.ts'
import { filled } from './understanding/values.ts'

type Block = SlotValues['block']

/** Characters of a first line that is a request. */
const LONGEST_REQUEST = 200

/** A request and the texts that it is about: what stands below its first line, in code blocks, or is attached. */
function parted({ question, files }: GuideContext): { request: string; blocks: Block[] } {
  const whole = question.trim()
  const end = whole.indexOf('\n')
  if (end >= 3 && end <= LONGEST_REQUEST) {
    const text = whole.slice(end + 1)
    const fences = fencesIn(text).map((fence) => ({ text: fence.text, name: null }))
    const request = plain(whole.slice(0, end)).replace(/:$/u, '')
    return { request, blocks: fences.length > 0 ? fences : [{ text, name: null }] }
  }
  return {
    request: plain(question.slice(0, SENTENCE_MAX)),
    blocks: files.filter(({ text }) => text.trim() !== '').map(({ text, name }) => ({ text, name })),
  }
}

/** What the Guide does itself, without a module: money, chance, texts. */
export const own: Skill = async (context) => {
  const { request, blocks } = parted(context)
  if (request.length >= SENTENCE_MAX) return null
  const [best, next] = await understand(request, context, blocks.length > 0)
  if (!best) return null
  const { intent } = best.meant
  // A text that it needs, and the facts of a draft, are looked for by the skills for those.
  if (
    !intent ||
    isUnsaid(best) ||
    blockSlot(intent) ||
    isDraftId(intent.id) ||
    !(isSure(best) || isToldByValues(best, intent, request))
  )
    return null
  if (intent.applies?.(context) === false || isGuessed(best, intent, request, context)) return null
  if (next?.meant.target && areEqual(best, next)) return null
  return replying(best, intent, request, blocks, context)
}

/** Nothing of an example was said, only something that may be its value: “total in Paris” asks for no time. */
const isUnsaid = ({ aligned, coverage }: Understood): boolean => aligned <= 0.05 && coverage <= 0.01

/**
 * Whether too little was said for what it is taken for: “12:30” and “192.168.1.1”, which ask for nothing, words that are in none of its
 * sentences, or only values in a language that nobody here speaks.
 */
function isGuessed(best: Understood, intent: Intent, request: string, context: GuideContext): boolean {
  const { aligned, likely, none, coverage, mentions, language } = best
  if (/\p{N}/u.test(request) && !/\p{L}|\p{Extended_Pictographic}/u.test(request))
    return aligned < TO_THE_WORD && mentions.filter(({ kind }) => kind === 'date').length < 2
  if (aligned < FEW && none > likely) return true
  if (aligned < LITTLE && (likely < UNLIKELY || (none > 0.5 && intent.id.startsWith('help')))) return true
  return coverage < 0.05 && aligned < 0 && languagesOf(request, context.locale)[0] !== language
}
const TO_THE_WORD = 0.9
const FEW = 0.5
const LITTLE = 0.2
const UNLIKELY = 0.15

/**
 * Whether what is asked is told by its words in any order and by the values that it needs: “30 years, 4 %, 250,000: what would the mortgage
 * be”. Where free text is needed, the order of the words has to tell.
 */
function isToldByValues(best: Understood, intent: Intent, request: string): boolean {
  const kinds = Object.values(intent.slots).filter(({ required }) => required)
  if (kinds.length === 0 || kinds.some(({ kind }) => kind === 'text' || kind === 'block')) return false
  return best.likely >= LIKELY && best.coverage >= COVERED && filled(intent, best, request, []).missing.length === 0
}

/** Of the words of all its examples, and of the example's own that were said. */
const LIKELY = 0.4
const COVERED = 0.3

const HELPING: ReadonlySet<string> = new Set(['help', 'workforce'])
/** How sure it has to be that help is asked for where something is attached, and how well one of its sentences fits. */
const OF_HELP = 0.7
const SAID = 0.5

function replying(
  best: Understood,
  intent: Intent,
  request: string,
  blocks: readonly Block[],
  context: GuideContext,
): Match {
  const { values, missing } = filled(intent, best, request, blocks)
  // “What is the code word” beside a file is looked for in it before help is offered.
  const isForFile =
    HELPING.has(intent.id) && (best.sure < OF_HELP || best.aligned < SAID) && blocks.some(({ name }) => name !== null)
  const confidence = isForFile
    ? certainty.found + 0.04
    : Math.min(certainty.pattern + Math.max(0, best.sure - 0.5) * 0.2, certainty.parsed - 0.005)
  if (missing.length > 0)
    return {
      ...{ skill: 'own', intent: intent.told ?? intent.id, how: 'asked', confidence: certainty.partial },
      reply: () => `For that I need more: ${missing.join(', ')}.`,
    }
  return {
    ...{ skill: 'own', intent: intent.told ?? intent.id, confidence, introduces: intent.introduces ?? false },
    reply: async () => (await intent.reply(values as never, context, best.language)).markdown,
  }
}
