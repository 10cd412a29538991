import { brand } from '@atrium/contract/brand'
import { personas } from '@atrium/contract/catalogue/personas'
import { spaces } from '@atrium/contract/catalogue/spaces'
import { presentModule } from './actions/commands.ts'
import type { GuideContext } from './guide.ts'
import { alike, type Corpus, corpusOf, type Entry, entryLine, type Found, likeness } from './knowledge/corpus.ts'
import { type HelpPage, sayHelp } from './knowledge/help.ts'
import { capabilities, howItWorks, overview } from './knowledge/overview.ts'
import { triggersOf } from './knowledge/suggest.ts'
import { contentWords, isLong, plain, request, unended } from './phrasing.ts'
import { certainty, type Match, type Skill } from './skill.ts'

/** The best help page for a question, if its words are the page's own. */
export interface HelpFound {
  page: HelpPage
  /** 0–1: how alike the question is to one of the ways in which the page is asked for; 2 for the very words. */
  likeness: number
}

const LIKENESS_MIN = 0.5

const synonyms: Readonly<Record<string, string>> = {
  chat: 'conversation',
  thread: 'conversation',
  max: 'maximum',
  picture: 'image',
  photo: 'image',
  accident: 'mistak',
  see: 'read',
  setting: 'setting',
}
/** Content words, each in the word that the help pages use for it. */
const helpWords = (text: string): string[] => contentWords(text).map((word) => synonyms[word] ?? word)

export function bestHelp(question: string, corpus: Corpus): HelpFound | null {
  const asked = helpWords(question)
  if (asked.length === 0) return null
  let best: HelpFound | null = null
  for (const page of corpus.help) {
    const own = new Set(helpWords(`${page.title} ${page.asks.join(' ')}`))
    const covered = asked.filter((word) => own.has(word)).length / asked.length
    if (covered < 0.75) continue
    const like = Math.max(
      ...[page.title, ...page.asks].map((ask) =>
        ask.toLowerCase() === question.toLowerCase() ? 2 : alike(asked, helpWords(ask)),
      ),
    )
    // One word in common ("read it to me", "how old are you") is no question about a page, unless it names it.
    if (asked.length === 1 && like < 1 && !helpWords(page.title).includes(asked[0] as string)) continue
    if (like >= LIKENESS_MIN && like > (best?.likeness ?? 0)) best = { page, likeness: like }
  }
  return best
}

const navigation =
  /^(?:open|go to|take me to|bring me to|navigate to|jump to|where(?:'s| is| are| do i find| can i find| can i see| do i see| to find)|how (?:do|can) i (?:get to|open|find|use)|how to use|find(?: me)?|search(?: for)?|look(?:ing)? for|look up|show me(?: the)?|is there(?: an?| any)?|are there(?: any)?|do you have(?: an?| any)?|which (?:module|page|space|tool|part) (?:is|does|has|lets|helps|can)|what (?:module|page|space|tool) (?:is|does|has|lets|helps|can)|(?:an? )?(?:tool|module|page|space|app) (?:for|to)) (?<what>.{2,100})$/iu
const placeWords = /\b(?:the |my |an? |any )?(?:page|module|space|tool|section|screen|app)s?$/iu

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

const overviewAsked = new RegExp(`^(?:what(?:'s| is| are)|explain|tell me about|about) (?:the )?${brand.name}$`, 'iu')
const helpAsked =
  /^(?:help|help me|(?:so,? )?what (?:can|could|do) you (?:do|help(?: me)?(?: with)?|offer|assist(?: me)? with)(?: for me| here| exactly)?|what are you (?:able|capable) (?:to do|of)|what else can you do|how can you help(?: me)?|what can i (?:ask|do|ask you|do here|say|ask you to do)(?: here)?|what are you for|what is this(?: thing| app| place| for)?|what can (?:this|it|atrium) do|what do you know)$/iu
const capabilitiesAsked =
  /^(?:(?:show|list|tell|give)(?: me)? (?:all )?(?:your |the )?(?:capabilities|abilities|skills|features|functions)|what are your (?:capabilities|abilities|skills|features|functions|strengths)|(?:your )?(?:capabilities|features|skills)|what skills do you have)$/iu
const howAsked =
  /^(?:how (?:does|do) (?:this|it|that|all this|atrium|you|the (?:app|site|assistant))(?: all| thing| app| site)? work|how do i (?:use (?:this|it|atrium)(?: app| site)?|get started|start|begin)|getting started|explain (?:how )?(?:this|it)(?: works?)?|what do i do(?: now| here| first)?|how to use (?:this|it|atrium))$/iu

/** Finds what the product can do and where: ranked search over catalogue and help, with links that open it. */
export const find: Skill = async (context) => {
  if (isLong(context.question)) return null
  const whole = unended(plain(context.question))
  const text = unended(request(context.question))
  const claim = (confidence: number, markdown: string, introduces = false): Match => ({
    skill: 'find',
    confidence,
    reply: () => markdown,
    introduces,
  })
  for (const phrase of [whole, text]) {
    if (overviewAsked.test(phrase) || helpAsked.test(phrase)) return claim(certainty.phrase, overview(context), true)
    if (capabilitiesAsked.test(phrase)) return claim(certainty.phrase, capabilities(context), true)
    if (howAsked.test(phrase)) return claim(certainty.phrase, howItWorks(context), true)
    for (const { pattern, answer } of lists) if (pattern.test(phrase)) return claim(certainty.parsed, answer(context))
  }
  const corpus = await corpusOf(context.modules)
  const memory = corpus.help.find(({ key }) => key === 'memory')
  // Where remembering is switched on, the conversation keeps such a fact before the Guide is asked.
  if (memory && /^(?:please )?remember (?:that |my |me |i )/iu.test(whole))
    return claim(
      certainty.parsed,
      `I have not kept that: remembering is switched off here, or you are not signed in.\n\n${sayHelp(memory)}`,
    )
  const help = bestHelp(text, corpus) ?? bestHelp(whole, corpus)
  if (help && (productQuestion.test(whole) || help.likeness >= 0.66 || contentWords(text).length <= 2)) {
    return claim(help.likeness >= 1 ? certainty.parsed : certainty.found + help.likeness / 4, sayHelp(help.page))
  }
  return navigate(text, whole, corpus, context, claim)
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
  if (place) return claim(asked || named ? certainty.pattern : certainty.partial, one(place.entry))
  const titled = exact.filter(
    ({ entry }) => likeness(entry.title, query) === 1 || likeness(entry.id, `module ${query}`) === 1,
  )
  if (titled.length > 0 && (asked || named || short))
    return claim(asked || named ? certainty.pattern : certainty.partial, say(titled, query, context))
  if (exact.length > 0 && (asked || named)) return claim(certainty.partial, say(exact, query, context))
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
