import { personas } from '@atrium/contract/catalogue/personas'
import { spaces } from '@atrium/contract/catalogue/spaces'
import { presentModule } from './actions/commands.ts'
import type { GuideContext } from './guide.ts'
import { type Corpus, corpusOf, type Entry, entryLine, type Found, likeness } from './knowledge/corpus.ts'
import { sayHelp } from './knowledge/help.ts'
import { triggersOf } from './knowledge/suggest.ts'
import { contentWords, isLong, plain, request, unended } from './phrasing.ts'
import { certainty, type Match, type Skill } from './skill.ts'

const navigation =
  /^(?:open|go to|take me to|bring me to|navigate to|jump to|where(?:'s| is| are| do i find| can i find| can i see| do i see| to find)|how (?:do|can) i (?:get to|open|find|use)|how to use|find(?: me)?|search(?: for)?|look(?:ing)? for|look up|show me(?: the)?|is there(?: an?| any)?|are there(?: any)?|do you have(?: an?| any)?|which (?:module|page|space|tool|part) (?:is|does|has|lets|helps|can)|what (?:module|page|space|tool) (?:is|does|has|lets|helps|can)|(?:an? )?(?:tool|module|page|space|app) (?:for|to)) (?<what>.{2,100})$/iu
const placeWords = /\b(?:the |my |an? |any )?(?:page|module|space|tool|section|screen|app)s?$/iu

/** “Which module is for …” */
const PLACE = /^(?:which|what) (?:module|page|space|tool|part)\b/iu
const purpose = /^(?:(?:the |an? |any )?(?:page|module|space|tool|section|app) )?(?:for|to|about|where i can) /iu

const productQuestion =
  /^(?:how (?:do|can|to|does|should|would|many)|can i|could i|may i|is it possible|what (?:is|are|does|do|about|happens)|what's|where|why|when|who|which|do i|do you|are|is|am i|does|will|should i|explain|i (?:want|need|lost|deleted|forgot|can't|cannot)|help with)\b/iu

const lists: { pattern: RegExp; answer: (context: GuideContext) => string }[] = [
  {
    pattern:
      /^(?:what|which|show|list|name|how many)?(?: me)?(?: are| all)?(?: the| all)?(?: of the)? ?spaces(?: are there| do you have| exist| can i use| are available| here)?$/iu,
    answer: () =>
      `There are ${spaces.length} Spaces:\n\n${spaces.map(({ key, title, emoji, blurb }) => `- ${emoji} [${title}](/spaces/${key}): ${blurb}`).join('\n')}`,
  },
  {
    pattern:
      /^(?:what|which|show|list|name|how many)?(?: me)?(?: are| all)?(?: the| all)?(?: of the)? ?personas?(?: are there| do you have| exist| can i use| are available| here)?$/iu,
    answer: () =>
      `There are ${personas.length} personas; choose one in the menu at the message box:\n\n${personas.map(({ name, emoji, description, requiredTier }) => `- ${emoji} **${name}**: ${description}${requiredTier ? ` (plan ${requiredTier})` : ''}`).join('\n')}`,
  },
  {
    pattern:
      /^(?:what|which|show|list|name|how many)?(?: me)?(?: are| all)?(?: the| all)?(?: of the)? ?(?:modules|tools|apps|abilities)(?: are there| do you have| exist| can i use| are available| are installed| here)?$/iu,
    answer: ({ modules }) =>
      modules.length === 0
        ? 'No modules are installed here.'
        : `${modules.length === 1 ? 'One module is' : `${modules.length} modules are`} installed:\n\n${modules.map((module) => `- ${module.route ? `[${module.title}](${module.route})` : module.title}: ${module.summary}${module.triggers.length > 0 ? ` (${module.triggers.join(', ')})` : ''}`).join('\n')}`,
  },
  {
    pattern:
      /^(?:what|which|show|list|name)?(?: me)?(?: are| all)?(?: the| all)?(?: of the)? ?(?:slash )?commands(?: are there| do you have| exist| can i use| are available| here)?$/iu,
    answer: ({ modules }) => {
      const triggers = triggersOf(modules)
      return triggers.length === 0
        ? 'No module here has a slash command.'
        : `These commands can be typed in the message box:\n\n${triggers.map((trigger) => `- **${trigger}**`).join('\n')}`
    },
  },
]

/** Finds what the product can do and where: ranked search over catalogue and help, with links that open it. */
export const find: Skill = async (context) => {
  if (isLong(context.question)) return null
  const whole = unended(plain(context.question))
  const text = unended(request(context.question))
  const claim = (confidence: number, markdown: string): Match => ({ skill: 'find', confidence, reply: () => markdown })
  for (const phrase of [whole, text])
    for (const { pattern, answer } of lists) if (pattern.test(phrase)) return claim(certainty.parsed, answer(context))
  const corpus = await corpusOf(context.modules)
  const place = navigate(text, whole, corpus, context, claim)
  if (place) return place
  const articles = productQuestion.test(whole) ? articlesWith(text, corpus) : []
  return articles.length > 0 ? claim(certainty.found, `This may help:\n\n${articles.join('\n')}`) : null
}

/** Share of the question's words that an article has to have. */
const HELPFUL = 0.75

/** What is left where no sentence was understood: articles that have its words, as links. One word in common tells nothing. */
function articlesWith(question: string, corpus: Corpus): string[] {
  if (contentWords(question).length < 2) return []
  return corpus
    .find(question, 12)
    .filter(({ entry, coverage, titled }) => entry.kind === 'help' && coverage >= HELPFUL && titled)
    .slice(0, 3)
    .map(({ entry }) => `- [${entry.title}](/help/${entry.id.replace(/^help:/u, '')})`)
}

function navigate(
  text: string,
  whole: string,
  corpus: Corpus,
  context: GuideContext,
  claim: (confidence: number, markdown: string) => Match,
): Match | null {
  const asked = navigation.exec(text)?.groups?.what ?? navigation.exec(whole)?.groups?.what
  const named = placeWords.test(text) || /^\/[\w-]+$/u.test(text)
  const short = contentWords(text).length <= 3 && !productQuestion.test(text)
  const query = (asked ?? (named || short ? text : null))?.replace(placeWords, '').replace(purpose, '').trim()
  if (!query) return null
  const found = corpus.find(query)
  const exact = found.filter(({ coverage }) => coverage === 1)
  const place = exact.find(({ entry, titled }) => entry.kind === 'page' && titled)
  if (place) return claim(asked || named ? certainty.parsed : certainty.partial, one(place.entry))
  const titled = exact.filter(
    ({ entry }) => likeness(entry.title, query) === 1 || likeness(entry.id, `module ${query}`) === 1,
  )
  if (titled.length > 0 && (asked || named || short))
    return claim(asked || named ? certainty.parsed : certainty.partial, say(titled, query, context))
  if (exact.length > 0 && (asked || named))
    return claim(PLACE.test(text) ? certainty.parsed : certainty.partial, say(exact, query, context))
  return null
}

function say(found: readonly Found[], query: string, { modules }: GuideContext): string {
  const [first] = found
  const module = found.find(({ entry }) => entry.kind === 'module')
  if (module && (likeness(module.entry.title, query) === 1 || likeness(module.entry.id, `module ${query}`) === 1)) {
    const others = found.filter((other) => other !== module && other.entry.kind === 'space')
    const whole = modules.find(({ id }) => `module:${id}` === module.entry.id)
    if (whole) return [presentModule(whole), ...others.slice(0, 2).map(({ entry }) => entryLine(entry))].join('\n\n')
  }
  if (found.length === 1 && first) return one(first.entry)
  return `For “${query.slice(0, 60)}” there is:\n\n${found
    .slice(0, 5)
    .map(({ entry }) => entryLine(entry))
    .join('\n')}`
}

function one(entry: Entry): string {
  if (entry.kind === 'help') return sayHelp(entry)
  if (entry.kind === 'persona')
    return `**${entry.title}** is a persona: ${entry.summary} Choose it in the menu at the message box.`
  const name = entry.link ? `[${entry.title}](${entry.link})` : `**${entry.title}**`
  return `${name}${entry.summary ? `: ${entry.summary}` : ''}`
}

/** What comes nearest to a question that is beyond the Guide: only what shares most of its words. */
export async function nearest(context: GuideContext): Promise<string[]> {
  const corpus = await corpusOf(context.modules)
  // Words of movement and change stand in many titles and say nothing of what is sought.
  const sought = request(context.question).replace(
    /^(?:(?:how (?:do|can) i|where (?:do|can) i|i want to) )?(?:open|go to|take me to|show|change|start|log|use|add)\b/iu,
    '',
  )
  const found = corpus.find(sought, 12).filter(({ entry, coverage }) => coverage >= 0.66 && entry.kind !== 'persona')
  return found.slice(0, 3).map(({ entry }) => entryLine(entry))
}
