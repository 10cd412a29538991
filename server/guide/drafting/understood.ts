import { type Brief, begin, type DraftKind, facts, listIn } from './brief.ts'

export const DRAFTS = {
  'draft.email': 'e-mail',
  'draft.plan': 'plan',
  'draft.checklist': 'checklist',
  'draft.agenda': 'agenda',
  'draft.comparison': 'comparison',
} as const satisfies Record<string, DraftKind>
export type DraftId = keyof typeof DRAFTS

export const isDraftId = (id: string): id is DraftId => Object.hasOwn(DRAFTS, id)
export const draftIdOf = (kind: DraftKind): DraftId =>
  (Object.keys(DRAFTS) as DraftId[]).find((id) => DRAFTS[id] === kind) as DraftId

/** What was said for each slot of an example. */
type Said = Readonly<Record<string, string | undefined>>

const SPAN =
  /\b(?<n>\d{1,3}) ?-?(?<unit>min(?:ute)?s?|hours?|h)\b|\b(?<half>half an hour)\b|\b(?<one>an hour|one hour)\b/iu
const LASTING = /\b(?:in|within|over|for)? ?(\d{1,2}|two|three|four|five|six)[ -](day|week|month)s?\b/iu
const START = /\bat (?<t>\d{1,2}(?:[:.]\d{2})? ?(?:[ap]m)?|noon)(?= |$|[,.])/iu
const LISTED = /:\s+(?<list>[^:]{3,300})$/u

/** Without “the fact that” and words that lead to what was said. */
const clean = (text: string | undefined): string | undefined =>
  text?.replace(/^(?:that|to say that|because|about|saying|: ?) /iu, '').trim()

/** What a sentence gives for a draft: the words of its slots, and the values in it. */
interface Given {
  captured: Said
  mentions: readonly { kind: string; from: number; to: number }[]
}

/** “My boss I am sick”: the word behind “my” is whose. */
function whole({ recipient, ...said }: Said): Said {
  const [name, rest] = said.message ? ['message', said.message] : ['topic', said.topic]
  const [first, ...more] = rest?.split(' ') ?? []
  if (!recipient || !first || more.length === 0 || !/^(?:my|our|the|an?|mr|mrs|ms|dr)\.?$/iu.test(recipient))
    return { ...said, recipient }
  return { ...said, recipient: `${recipient} ${first}`, [name]: more.join(' ') }
}

/** A draft from what a sentence says for it; the sentence tells its occasion too. */
export function understoodBrief(id: DraftId, { captured, mentions }: Given, sentence: string): Brief {
  const days = mentions.filter(({ kind }) => kind === 'date')
  const [day] = days
  const date = day && days.length === 1 ? sentence.slice(day.from, day.to) : undefined
  const said = whole({ date, ...captured })
  const listed = LISTED.exec(sentence)?.groups?.list
  const isList = id !== 'draft.email' && id !== 'draft.plan'
  const items = said.items ? listIn(said.items) : listed && isList ? listIn(listed) : []
  return begin(DRAFTS[id], { facts: factsOf[id](said, sentence), items })
}

const factsOf: Readonly<Record<DraftId, (said: Said, sentence: string) => Record<string, string>>> = {
  'draft.email': ({ recipient, topic, message, ask, date }, sentence) => ({
    ...facts({
      recipient,
      topic: clean(topic),
      message: clean(message),
      ask:
        ask &&
        `Could you ${ask.replace(/^(?:for|if|to|whether) /iu, '')}`
          .replace(/^Could you (?:they|he|she|it|you|we)\b/iu, (words) => words.replace('Could you', 'Can'))
          .replace(/^Could you (?=(?:an?|the|my|more|some)\b)/iu, 'I would like to ask for '),
      date,
      intent: sentence,
    }),
    // What the message itself says asks for nothing more.
    ...(message ? { ask: '', date: '' } : {}),
    ...(ask && !topic ? { topic: clean(ask.replace(/^(?:for|if|to|whether) /iu, '')) as string } : {}),
  }),
  'draft.plan': ({ goal, date, people, budget }, sentence) =>
    facts({
      goal,
      deadline:
        date ??
        LASTING.exec(sentence)?.[0]
          .trim()
          .replace(/^(?:in|within|over|for) /iu, ''),
      people,
      budget,
      kind: sentence,
    }),
  'draft.checklist': ({ what, date }, sentence) => facts({ what, date, kind: sentence }),
  'draft.agenda': ({ topic, date, people }, sentence) =>
    facts({
      topic,
      meeting: topic,
      date,
      people,
      duration: SPAN.exec(sentence)?.[0],
      start: START.exec(sentence)?.groups?.t,
    }),
  'draft.comparison': ({ a, b, c, criteria }) =>
    b
      ? facts({ a, b, c, decider: criteria })
      : { ...facts({ a }), ...(a ? { b: 'not doing it', single: 'yes', decider: 'the balance of both sides' } : {}) },
}
