import { localAt } from '@atrium/domain/dates/local-time'
import { numberStyle } from '@atrium/domain/numbers/number-style'
import { momentOf, showDay, showTime } from './calendar/reading.ts'
import type { GuideContext, Turn } from './guide.ts'
import { safe } from './markdown.ts'
import { contentWords, isLong, request, unended } from './phrasing.ts'
import { certainty, type Match, type Skill } from './skill.ts'

const conversation = '(?:this |the |our |my )?(?:conversation|chat|thread|discussion|dialogue)'

type Answer = (groups: Record<string, string | undefined>, context: GuideContext) => string | null

const first = '(?<first>first|1st|initial|very first|originally)'
const last = '(?<last>last|latest|previous|most recent|just)'

const questions: readonly { pattern: RegExp; answer: Answer }[] = [
  {
    pattern: new RegExp(
      `^(?:what (?:was|is|were) (?:my|the) (?:${first}|${last}) (?:question|message|request|prompt|thing i (?:asked|said|wrote))|what did i (?:(?:${first.replace('first>', 'f2>')}|${last.replace('last>', 'l2>')}) )?(?:ask|say|write|want|type)(?: you)?(?: (?<f3>first|at first|originally|at the (?:start|beginning))| (?<l3>last|before|just now|previously|last time))?|repeat my (?:last|previous) (?:question|message))$`,
      'iu',
    ),
    answer: (groups, context) => mine(groups, context),
  },
  {
    pattern:
      /^(?:what (?:was|is) your (?:last|previous|latest) (?:answer|reply|message|response)|what did you (?:just )?(?:say|answer|write)(?: (?:last|before|just now|previously))?|(?:repeat|say) (?:that|it|your (?:last )?(?:answer|reply))(?: again)?|say (?:that|it) again|come again|repeat)$/iu,
    answer: (_, context) => yours(context),
  },
  {
    pattern: new RegExp(
      `^(?:how many (?<what>messages?|questions?|turns?|replies|answers?|words?)(?: (?:are|have|did|do|were)(?: there)?(?: (?:i|we|you)(?: have)?)?(?: (?:sent|asked|written|exchanged|said|ask|send|write|had|have|made|given|got))?)?(?: (?:so far|in|here|in all|in total|to you))*(?: ?${conversation})?(?: so far)?|how long is ${conversation})$`,
      'iu',
    ),
    answer: ({ what }, context) => count(what ?? 'messages', context),
  },
  {
    pattern: new RegExp(
      `^(?:(?:can you )?(?:summari[sz]e|recap|sum up)(?: (?:what (?:we|i|you)(?: have|'ve)? (?:said|discussed|talked about|talk about|did|done)|everything|all of this))?(?: (?:in )?${conversation})?(?: so far| until now)?|(?:give me |write )?(?:a |the )?(?:summary|recap)(?: of)? ${conversation}|what (?:have|did) we (?:talk(?:ed)? about|discuss(?:ed)?|said|say|do|done|cover(?:ed)?)(?: so far| until now| here| before)?|where were we|what is ${conversation} about)$`,
      'iu',
    ),
    answer: (_, context) => recap(context),
  },
  {
    pattern:
      /^(?:what did (?<who>you|i|we) (?:say|write|tell me|answer|mention|ask)(?: you)? (?:about|on|regarding|concerning) (?<topic>.{2,100}?)(?: before| earlier)?|(?:when|where) did (?<who2>you|i|we) (?:say|mention|talk about|ask about|write about|discuss) (?<topic2>.{2,100}?)(?: before| earlier)?|did (?<who3>you|i|we) (?:say|mention|talk about|discuss|write|ask)(?: anything| something)?(?: about)? (?<topic3>.{2,100}?)(?: before| earlier)?)$/iu,
    answer: (groups, context) => said(groups, context),
  },
  {
    pattern: new RegExp(
      `^(?:when did (?:we|i|you|${conversation}) (?:start|begin|started|first talk|talk)(?: talking)?(?: ${conversation})?|how long (?:have|has) (?:we|${conversation}) been (?:talking|chatting|going(?: on)?|going)|when was (?:my |the )?(?:first|last) (?:message|question)(?: sent)?|since when (?:are|have) we (?:been )?talking)$`,
      'iu',
    ),
    answer: (_, context) => started(context),
  },
]

const emptyThread = 'This is the beginning of the conversation: nothing was said before.'
const QUOTE_MAX = 400

const quote = (text: string): string => {
  const line = text.replace(/\s+/gu, ' ').trim()
  return `“${safe(line.length > QUOTE_MAX ? `${line.slice(0, QUOTE_MAX - 1)}…` : line)}”`
}

function when(at: Date, context: GuideContext): string {
  const moment = momentOf(context)
  const clock = localAt(at, moment.zone)
  const { locale } = numberStyle(context.locale)
  return `${showDay(clock, locale)}, ${showTime(clock, locale)}`
}

const asked = ({ turns }: GuideContext): Turn[] =>
  turns.filter((turn) => turn.role === 'user' && turn.text.trim() !== '')

function mine(groups: Record<string, string | undefined>, context: GuideContext): string {
  const own = asked(context)
  const isFirst = Boolean(groups.first ?? groups.f2 ?? groups.f3)
  const turn = isFirst ? own[0] : own.at(-1)
  if (!turn) return emptyThread
  return `You ${isFirst ? 'first' : 'last'} said: ${quote(turn.text)} (${when(turn.at, context)})`
}

function yours({ turns }: GuideContext): string {
  const turn = turns.findLast(({ role }) => role === 'assistant')
  return turn ? turn.text : emptyThread
}

function count(what: string, context: GuideContext): string {
  const { turns } = context
  const own = asked(context).length + 1
  const replies = turns.filter(({ role }) => role === 'assistant').length
  const { locale } = numberStyle(context.locale)
  const number = (value: number) => new Intl.NumberFormat(locale).format(value)
  const plural = (value: number, word: string, many = `${word}s`) => `${number(value)} ${value === 1 ? word : many}`
  if (/^word/iu.test(what)) {
    const words = turns.reduce((sum, { text }) => sum + (text.match(/\S+/gu)?.length ?? 0), 0)
    return `**${plural(words, 'word')}** were written before your question, in ${plural(turns.length, 'message')}.`
  }
  if (/^question/iu.test(what))
    return `**${number(own)} from you**, this one included and other sentences than questions too, and ${plural(replies, 'reply', 'replies')}.`
  const total = turns.length + 1
  return `**${plural(total, 'message')}**, this question included: ${number(own)} from you and ${plural(replies, 'reply', 'replies')}.`
}

const RECAP_MAX = 12

function recap(context: GuideContext): string {
  const own = asked(context)
  if (own.length === 0) return emptyThread
  const shown = own.slice(-RECAP_MAX)
  const lines = shown.map((turn) => {
    const at = context.turns.indexOf(turn)
    const answer = context.turns[at + 1]
    const gist = answer?.role === 'assistant' ? firstLine(answer.text) : 'no reply'
    return `- You: ${quote(turn.text).slice(0, 160)}\n  - ${gist}`
  })
  const left = own.length - shown.length
  return `${own.length === 1 ? 'One question' : `${own.length} questions`} since ${when((own[0] as Turn).at, context)}${left > 0 ? `; the last ${shown.length}` : ''}:\n\n${lines.join('\n')}`
}

function firstLine(text: string): string {
  const line =
    text
      .split('\n')
      .map((part) => part.replace(/^[#>\s|*-]+/u, '').trim())
      .find((part) => /[\p{L}\p{N}]/u.test(part)) ?? ''
  const bare = line.replace(/\*\*|__|\[([^\]]*)\]\([^)]*\)/gu, '$1')
  return safe(bare.length > 160 ? `${bare.slice(0, 159)}…` : bare)
}

function said(groups: Record<string, string | undefined>, context: GuideContext): string | null {
  const topic = (groups.topic ?? groups.topic2 ?? groups.topic3 ?? '').trim()
  const who = (groups.who ?? groups.who2 ?? groups.who3 ?? 'we').toLowerCase()
  const wanted = contentWords(topic)
  if (wanted.length === 0) return null
  const pool = context.turns.filter(({ role }) => who === 'we' || (who === 'you') === (role === 'assistant'))
  const hits = pool
    .map((turn) => {
      // A reply is also about what it was asked: "3.1 mi" answers a question about miles.
      const before = turn.role === 'assistant' ? context.turns[context.turns.indexOf(turn) - 1]?.text : ''
      const own = new Set(contentWords(`${turn.text} ${before ?? ''}`))
      return { turn, hit: wanted.filter((word) => own.has(word)).length / wanted.length }
    })
    .filter(({ hit }) => hit >= 0.5)
    .sort((a, b) => b.hit - a.hit || a.turn.at.getTime() - b.turn.at.getTime())
  if (hits.length === 0)
    return `Nothing about “${safe(topic)}” was said in this conversation${who === 'you' ? ' by me' : who === 'i' ? ' by you' : ''}.`
  return hits
    .slice(0, 3)
    .map(
      ({ turn }) =>
        `- ${turn.role === 'user' ? 'You' : 'I'}, ${when(turn.at, context)}: ${quote(around(turn.text, wanted))}`,
    )
    .join('\n')
}

/** The sentence that holds the words, with its neighbours. */
function around(text: string, wanted: readonly string[]): string {
  const lines = text.split(/(?<=[.!?])\s+|\n+/u)
  const at = lines.findIndex((line) => wanted.some((word) => contentWords(line).includes(word)))
  return at < 0 ? text : lines.slice(Math.max(0, at), at + 2).join(' ')
}

function started(context: GuideContext): string {
  const [opening] = context.turns
  if (!opening) return 'It starts with this message.'
  const minutes = Math.max(0, Math.round((context.now.getTime() - opening.at.getTime()) / 60_000))
  const ago =
    minutes < 60
      ? `${minutes} minute${minutes === 1 ? '' : 's'}`
      : minutes < 2_880
        ? `${Math.round(minutes / 60)} hour${Math.round(minutes / 60) === 1 ? '' : 's'}`
        : `${Math.round(minutes / 1_440)} days`
  return `This conversation began on **${when(opening.at, context)}**, ${ago} ago.`
}

/** Questions about the conversation itself. */
export const thread: Skill = (context): Match | null => {
  if (isLong(context.question)) return null
  const text = unended(request(context.question))
  for (const { pattern, answer } of questions) {
    const groups = pattern.exec(text)
    if (!groups) continue
    const markdown = answer(groups.groups ?? {}, context)
    if (markdown !== null) return { skill: 'thread', confidence: confident(text, context), reply: () => markdown }
  }
  return null
}

/** "Summarise" alone means the attached file where there is one. */
const confident = (text: string, { files }: GuideContext): number =>
  /^(?:summari[sz]e|recap|sum up)$/iu.test(text) && files.length > 0 ? certainty.found : certainty.parsed
