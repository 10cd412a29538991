import { timeOf } from '@atrium/domain/dates/local-time'
import { momentOf } from '../calendar/reading.ts'
import type { GuideContext } from '../guide.ts'
import { unended } from '../phrasing.ts'
import { mannersOf, spoken } from '../understanding/manners.ts'
import { longest, type Mention } from '../understanding/mentions.ts'
import type { Understood } from '../understanding/understand.ts'
import { wordsOf } from '../understanding/words.ts'
import { type Field, fieldsOf } from './fields.ts'
import { type Clock, cutFrom, isTelling, localOf, recurrenceIn, takesWords, wholeWhen } from './said-days.ts'
import { type Shift, shiftIn } from './shifting.ts'

/** A span of time without the “in” that makes a day of it. */
const A_SPAN = /^(?:an?|one|another|\d+) (?:minute|hour|day|week|month)s?(?: (?:later|earlier|sooner))?$/iu
/** A time of day alone. */
const A_TIME = /^(?:at |@ ?)?(?:\d{1,2}(?:[:.]\d\d)?(?: ?[ap]\.?m\.?)?|noon|midday|midnight)$/iu

/** What a sentence says for each field, in words or as a local time. */
export interface Told {
  captured: Readonly<Record<string, string>>
  missing: readonly string[]
  /** Where in the sentence what no slot of the example took, from and to. */
  placed: Readonly<Record<string, Span>>
  /** By how much a day is to be moved, where none is named. */
  shift: Shift | null
  /** A time of day alone for a field that takes days: of what has a day, that stays. */
  hour: { field: string; time: string } | null
}

type Day = Extract<Mention, { kind: 'date' }>
type Span = readonly [number, number]

const overlaps = (a: { from: number; to: number }, [from, to]: Span) => a.from < to && from < a.to
const isDay = (mention: Mention): mention is Day => mention.kind === 'date'

/** “From now on” names no time. */
const isFromNowOn = (sentence: string, from: number, to: number): boolean =>
  /^(?:from )?now$/iu.test(sentence.slice(from, to)) && /^ on\b/iu.test(sentence.slice(to))

/** Words with which people begin what they have to do: no part of it. */
const DUTY =
  /^(?:(?:that|to)\s+)?(?:(?:i|we|you)(?:'ve|'d)?\s+(?:still\s+|also\s+|really\s+)?(?:have to|need to|needs to|got to|have got to|ought to|must|should|want to|gotta|am supposed to|was supposed to)|gotta|have to|need to|got to)\s+(?=\S)|^to\s+(?=\p{L})/iu

/** “A task call Bob”: the thing's own noun before what it says. */
const SO_CALLED =
  /^(?:an?|another|one more)\s+(?:new\s+)?(?:task|to-?do|reminder|event|appointment)\s+(?:to\s+|called\s+|named\s+|:\s*)?(?!force\b|for\b)(?=\S)/iu

/** Where it is to be written: no part of it either. */
const ONTO =
  /(?<=\S)[\s,]+(?:to|on|onto|in|into)\s+(?:my|the|our)\s+(?:to-?do\s+|task\s+)?(?:list|tasks|to-?dos|to dos|inbox)$/iu

/**
 * What is said for the fields of the action that a sentence means: what the example has slots for, and besides what can be told by its
 * kind wherever it stands: a day, how often, a priority, the lines of a list.
 */
export function told(understood: Understood, sentence: string, context: GuideContext, isPolite: boolean): Told {
  const { captured, places, mentions, language, example, meant } = understood
  const { target } = meant
  const slots = example.pieces.flatMap((piece) => ('slot' in piece ? [piece.slot] : []))
  if (!target) return { captured, missing: slots, placed: {}, shift: null, hour: null }
  const { pronouns, courtesy } = mannersOf(language)
  const isIdle = (text: string) =>
    spoken(text)
      .split(' ')
      .every((word) => pronouns.has(word) || courtesy.has(word))
  const isRead = target.action.effect === 'read'
  const said: Record<string, string> = {}
  for (const [slot, whole] of Object.entries(captured))
    if (!isIdle(whole)) said[slot] = isRead || isPolite ? unended(whole) : whole

  // What modules read in words is English: in other languages they are told the day that was read here.
  const inWords = (slot: string, day: Day | undefined) =>
    takesWords(target, slot) && (language === 'en' || day === undefined)
  const fields = fieldsOf(target.action)
  const clock: Clock = { moment: momentOf(context), language }
  const days = longest(mentions)
    .filter(isDay)
    .filter(({ from, to }) => !isFromNowOn(sentence, from, to))
  const spans = Object.entries(places).filter(([slot]) => said[slot] !== undefined)

  const repeat = fields.some(({ name }) => name === 'recurrence') ? recurrenceIn(sentence, language) : null
  if (
    repeat &&
    !said.recurrence &&
    !spans.some(([slot, span]) => meant.kindOf(slot) === 'text' && overlaps(repeat, span))
  )
    said.recurrence = repeat.said

  let hour: Told['hour'] = null
  for (const slot of Object.keys(said)) {
    const [field, place] = [fields.find(({ name }) => name === slot), places[slot]]
    if (!field || !place || meant.kindOf(slot) !== 'date') continue
    const day = days.find((one) => overlaps(one, place))
    const text = day ? sentence.slice(day.from, day.to) : ''
    // “Push it back a week” names no day.
    if (!isRead && field.required && A_SPAN.test(text)) delete said[slot]
    else if (isFromNowOn(sentence, ...place)) delete said[slot]
    else if (inWords(slot, day)) said[slot] = wholeWhen(said[slot] as string, place, sentence, field)
    else if (day) {
      said[slot] = localOf(day, sentence, clock)
      if (A_TIME.test(text)) hour = { field: slot, time: timeOf(said[slot] as string) ?? '' }
    }
  }
  if (hour?.time === '') hour = null

  const free = fields.filter(
    ({ name, kind, within }) => said[name] === undefined && kind !== 'other' && within === null,
  )
  const dayField = isRead ? undefined : free.find(({ name }) => meant.kindOf(name) === 'date')
  if (dayField) {
    const day = days.find((one) => !spans.some(([, span]) => overlaps(one, span)) && isTelling(one, sentence))
    if (day)
      said[dayField.name] = inWords(dayField.name, day)
        ? wholeWhen(sentence.slice(day.from, day.to), [day.from, day.to], sentence, dayField)
        : localOf(day, sentence, clock)
    else {
      const texts = spans.filter(
        ([slot]) => meant.kindOf(slot) === 'text' && slot !== 'id' && slot !== 'ids' && slot !== 'lines',
      )
      for (const [slot, span] of texts) {
        const cut = cutFrom(said[slot] as string, span, sentence, days, dayField.required)
        if (!cut || (repeat && overlaps(repeat, span))) continue
        said[slot] = cut.rest
        said[dayField.name] = inWords(dayField.name, cut.day) ? cut.words : localOf(cut.day, sentence, clock)
        break
      }
    }
  }

  const placed: Record<string, Span> = {}
  const asked = isRead
    ? ASKED.map((one) => free.find(({ name }) => name === one)).find((one) => one !== undefined)
    : undefined
  if (asked && !fields.some(({ name }) => said[name] !== undefined && meant.kindOf(name) === 'date')) {
    const span = spanIn(sentence, days, spans, asked.isPast)
    if (span) {
      const day = days.find((one) => overlaps(one, span))
      const text = sentence.slice(...span)
      if (day || takesWords(target, asked.name) || asked.isPast) {
        placed[asked.name] = span
        said[asked.name] = inWords(asked.name, day) || !day ? text : localOf(day, sentence, clock)
      }
    }
  }

  const outside = outsideOf(
    sentence,
    spans.map(([, span]) => span),
  )
  for (const field of free) if (isCue(field, isRead)) take(field, outside, said)
  const list = fields.find(
    ({ kind, options, name }) => kind === 'list' && options.length === 0 && said[name] !== undefined,
  )
  if (list) said[list.name] = linesOf(context.question) ?? (said[list.name] as string)
  if (!isRead && language === 'en' && said.title && !fields.some(({ name }) => name === 'id'))
    said.title = withOccasion(
      said.title.replace(SO_CALLED, '').replace(DUTY, '').replace(ONTO, ''),
      places.title,
      sentence,
    )
  const [before, behind] = repeat && said.title ? said.title.split(sentence.slice(repeat.from, repeat.to)) : []
  // Of what has its day beside it, the title says none; and it does not begin with how often.
  if (repeat && said.title && behind !== undefined && !said.recurrence) {
    const rest =
      before?.trim() === ''
        ? behind.replace(/^[\s,:–-]*(?:to\s+)?/iu, '').replace(DUTY, '')
        : `${before?.trim()}${behind}`
    const day = days.find((one) => overlaps(one, [repeat.from, repeat.to]))
    if (rest.trim() && (before?.trim() === '' || (dayField && said[dayField.name]))) {
      said.title = rest
      said.recurrence = repeat.said
      if (dayField && day) said[dayField.name] ??= localOf(day, sentence, clock)
    }
  }
  const dayName = fields.find(({ name, required }) => required && meant.kindOf(name) === 'date')?.name
  const shift = dayName && !isRead && said[dayName] === undefined ? shiftIn(sentence, dayName) : null
  return { captured: said, missing: slots.filter((slot) => said[slot] === undefined), placed, shift, hour }
}

/** The fields by which what is looked up is narrowed to a time, the one that is meant first. */
const ASKED = ['when', 'month', 'from', 'date', 'day']
/** Weeks and months that no day names. */
const PERIOD_SAID =
  /\b(?:this|last|past|previous|current|next|coming) (?:\d{1,3} )?(?:week(?:end)?|month|year|days|weeks|months)\b/iu

/** The time that a question names outside of what its slots took. */
function spanIn(
  sentence: string,
  days: readonly Day[],
  spans: readonly (readonly [string, Span])[],
  isPast: boolean,
): Span | null {
  const isFree = (span: Span) => !spans.some(([, other]) => overlaps({ from: span[0], to: span[1] }, other))
  const period = PERIOD_SAID.exec(sentence)
  if (period) {
    const span: Span = [period.index, period.index + period[0].length]
    if (isFree(span) && !(isPast && /^(?:next|coming)/iu.test(period[0]))) return span
  }
  const day = days.find((one) => isFree([one.from, one.to]) && isTelling(one, sentence))
  return day ? [day.from, day.to] : null
}

const OCCASION =
  'breakfast|brunch|lunch|dinner|supper|coffee|tea|drinks|date|call|phone call|video call|zoom call|zoom|meeting|mtg|interview|appointment|appt|session|lesson|class|flight|trip|visit'
const OCCASION_BEFORE = new RegExp(`\\b(?:${OCCASION}) (?:with|w/|at|to) ?$`, 'iu')
const OCCASION_BEHIND = new RegExp(`^ (?:${OCCASION})\\b`, 'iu')

/** “Lunch with” of “put lunch with Mara in my calendar” belongs to what it is called. */
function withOccasion(title: string, place: Span | undefined, sentence: string): string {
  if (!place) return title
  const before = OCCASION_BEFORE.exec(sentence.slice(0, place[0]))?.[0] ?? ''
  const behind = before ? '' : (OCCASION_BEHIND.exec(sentence.slice(place[1]))?.[0] ?? '')
  return `${before}${title}${behind}`
}

/** The words that no slot took. */
const outsideOf = (sentence: string, spans: readonly Span[]): string[] =>
  wordsOf(sentence)
    .filter((word) => !spans.some((span) => overlaps(word, span)))
    .map(({ key }) => key)

/** A choice that is told by its word alone: what a list is narrowed to, and how urgent something is. */
const isCue = ({ name, kind }: Field, isRead: boolean): boolean =>
  kind === 'choice' && (isRead || name === 'priority' || name === 'layout')

const NOT = new Set([
  'not',
  'no',
  'never',
  'without',
  'isnt',
  'arent',
  'havent',
  'hasnt',
  'dont',
  'didnt',
  'wasnt',
  'undone',
  'still',
  'left',
])

function take(field: Field, words: readonly string[], said: Record<string, string>): void {
  if (words.some((word) => NOT.has(word))) return
  const named = words.flatMap((word, at) => {
    const two = field.said.get(`${word} ${words[at + 1] ?? ''}`)
    const one = two ?? (word.length >= 3 ? field.said.get(word) : undefined)
    return one === undefined ? [] : [one]
  })
  const [only] = new Set(named)
  if (only !== undefined && new Set(named).size === 1) said[field.name] = only
}

/** The lines below a request, without what marks them as a list. */
function linesOf(question: string): string | null {
  const [, ...lines] = question.trim().split('\n')
  const items = lines.map((line) => line.replace(/^\s*(?:[-*•–]|\d+[.)]|\[[ x]?\])\s*/iu, '').trim()).filter(Boolean)
  return items.length > 0 ? items.join('\n') : null
}
