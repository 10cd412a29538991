import type { GuideContext } from './guide.ts'
import { helpIntents } from './intents/help/articles.ts'
import { GUIDE_LANGUAGES, type GuideLanguage, type Intent } from './intents/intent.ts'
import { memoryIntents } from './intents/memory/memory.ts'
import { talkIntents } from './intents/talk/all.ts'
import { isLong, plain } from './phrasing.ts'
import { certainty, type Skill } from './skill.ts'
import { spoken } from './understanding/manners.ts'
import { languagesOf } from './understanding/understand.ts'

/** What asks for no value, so that a whole sentence can mean it. What is small talk is told first. */
const wholes: readonly Intent[] = [...talkIntents, ...memoryIntents, ...helpIntents].filter(
  ({ slots }) => Object.keys(slots).length === 0,
)
const smallTalk: ReadonlySet<Intent> = new Set(talkIntents)

/** By language, what is said as a whole for each. */
const phrases = new Map<GuideLanguage, ReadonlyMap<string, Intent>>()

function phrasesIn(language: GuideLanguage): ReadonlyMap<string, Intent> {
  const known = phrases.get(language)
  if (known) return known
  const made = new Map(
    wholes
      .flatMap((intent) => (intent.examples[language] ?? []).map((said) => [spoken(said), intent] as const))
      .reverse(),
  )
  phrases.set(language, made)
  return made
}

/** Whom it is said to. */
const ADDRESSED = /(?:^| )(?:atrium|guide|assistant|please)$/u
/** What opens or closes a conversation, beside which something else is meant. */
const ASIDE: ReadonlySet<string> = new Set(['talk.greeting', 'talk.yesno', 'talk.thanks'])

interface Said {
  intent: Intent
  language: GuideLanguage
}

function saidIn(question: string, { locale }: GuideContext): Said | null {
  const languages = [...new Set([...languagesOf(question, locale), ...GUIDE_LANGUAGES])]
  const phrase = (text: string): Said | null => {
    const bare = spoken(text)
    for (const said of [bare, bare.replace(ADDRESSED, '')])
      for (const language of said ? languages : []) {
        const intent = phrasesIn(language).get(said)
        if (intent) return { intent, language }
      }
    return null
  }
  const whole = phrase(question)
  if (whole) return whole
  const parts = question.split(/[.,!?;:…。！？、，]+/u).filter((part) => spoken(part) !== '')
  const all = parts.map(phrase).map((one) => (one && smallTalk.has(one.intent) ? one : null))
  if (all.length < 2 || all.includes(null)) return null
  const found = all.filter((one) => one !== null)
  return found.findLast(({ intent }) => !ASIDE.has(intent.id)) ?? found.at(-1) ?? null
}

/**
 * What is told as a whole: small talk that consists of nothing else (“hi”, “ok, thanks!”), since the words of courtesy in it say nothing
 * where sentences are compared, and what is called as an article of the help is.
 */
export const talk: Skill = (context) => {
  if (isLong(context.question)) return null
  const said = saidIn(plain(context.question), context)
  if (!said) return null
  const { intent, language } = said
  if (intent.applies?.(context) === false) return null
  // “Summarise a document” beside a document asks for no help.
  if (context.files.length > 0 && !smallTalk.has(intent)) return null
  return {
    ...{ skill: 'own', intent: intent.id, confidence: certainty.phrase, introduces: intent.introduces ?? false },
    reply: async () => (await intent.reply({}, context, language)).markdown,
  }
}
