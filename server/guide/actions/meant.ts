import { atTime, dayOf, minutesOfTime, timeOf, timeOfMinutes } from '@atrium/domain/dates/local-time'
import { momentOf } from '../calendar/reading.ts'
import type { GuideContext } from '../guide.ts'
import { plain } from '../phrasing.ts'
import { mannersOf } from '../understanding/manners.ts'
import { TELLING } from '../understanding/sureness.ts'
import type { Understood } from '../understanding/understand.ts'
import { wordsOf } from '../understanding/words.ts'
import { dayValues } from './days.ts'
import { impliedValues } from './implied.ts'
import { type Found, lookUp } from './look-up.ts'
import { type Reading, readingOf } from './reading.ts'
import { referenceOf, singleOf } from './reference.ts'
import { refined } from './refined.ts'
import { sentenceValues } from './sentence.ts'
import { shifted } from './shifting.ts'
import { told } from './told.ts'

/** An action that a sentence may mean, with its values. */
export interface Meaning {
  score: number
  understood: Understood
  /** What it names is there. */
  isFound: boolean
  /** It says the whole name of what is there. */
  isWhole: boolean
  /** It names something that is nowhere. */
  isLost: boolean
  reading: Reading
}

/** Several that are named: “milk and bread”. */
const SEVERAL = /\s*[,;&]\s*(?:and\s+)?|\s+and\s+/iu

/**
 * The action that a sentence means, with its values, and what speaks for it: what it names is looked up, so that of two that would do
 * the one is meant whose thing is there. Null for an action whose example says little and whose thing is nowhere.
 */
export async function meaningOf(understood: Understood, context: GuideContext): Promise<Meaning | null> {
  const { target } = understood.meant
  if (!target) return null
  const sentence = plain(context.question)
  // “Can you add a task?” asks nothing.
  const [opening] = wordsOf(sentence)
  const isPolite = opening !== undefined && mannersOf(understood.language).courtesy.has(opening.key)
  const from = told(understood, sentence, context, isPolite)
  const { missing, shift, hour } = from
  const read: Record<string, string | null> = {
    ...from.captured,
    ...(await dayValues({ ...understood, places: { ...understood.places, ...from.placed } }, from.captured, context)),
    ...impliedValues(understood, from.captured, context),
    ...sentenceValues(understood, from.captured, context),
  }
  const said = Object.fromEntries(Object.entries(read).filter((field): field is [string, string] => field[1] !== null))
  const captured = refined(understood, said, sentence)
  const reference = referenceOf(target)
  const words = reference && captured[reference.name]
  const moment = momentOf(context)
  const meaning = async (score: number, isFound: boolean, values = captured): Promise<Meaning> => ({
    ...{ score, understood, isFound, isWhole: false, isLost: false },
    reading: await readingOf(target, values, missing, moment),
  })
  const about = (one: Meaning, names: readonly string[]): Meaning =>
    one.reading.state === 'ready' ? { ...one, reading: { ...one.reading, names } } : one
  const refused = (score: number, problem: string): Meaning => ({
    ...{ score, understood, isFound: false, isWhole: false, isLost: true },
    reading: { state: 'wrong', target, problem },
  })
  if (!reference || !words) return meaning(understood.sure, false)
  const found = await lookUp(words, understood, sentence, context)
  const single = found.kind === 'one' && reference.name === 'ids' ? singleOf(target, context.modules) : null
  const way = single && referenceOf(single)
  if (found.kind === 'one' && single && way) {
    const { ids: _, ...others } = captured
    const known = { ...others, [way.name]: way.byId ? found.id : found.title }
    const reading = await readingOf(single, known, [], moment)
    if (reading.state === 'ready')
      return {
        ...{ score: understood.sure + 0.2, understood, isFound: true, isWhole: found.isWhole, isLost: false },
        reading: { ...reading, names: [found.title] },
      }
  }
  if (found.kind === 'one') {
    const day = shift
      ? shifted(found.at, shift, moment)
      : hour && found.at
        ? atTime(dayOf(found.at), sameHalf(hour.time, found.at))
        : null
    const known = {
      ...captured,
      [reference.name]: reference.byId ? found.id : found.title,
      ...(shift && day && { [shift.field]: day }),
      ...(hour && day && !shift && { [hour.field]: day }),
    }
    return { ...about(await meaning(understood.sure + 0.2, true, known), [found.title]), isWhole: found.isWhole }
  }
  if (reference.name === 'ids' && SEVERAL.test(words)) {
    const each: Found[] = []
    for (const one of words.split(SEVERAL)) each.push(await lookUp(one, understood, sentence, context))
    const those = each.flatMap((one) => (one.kind === 'one' ? [one] : []))
    if (those.length === each.length && those.length <= MOST_NAMED) {
      const ids = those.map(({ id }) => id).join(', ')
      const found = await meaning(understood.sure + 0.2, true, { ...captured, ids })
      return about(
        found,
        those.map(({ title }) => title),
      )
    }
  }
  if (found.kind === 'near')
    return refused(
      understood.sure - 0.2,
      `There is nothing here that is called “${words}”. Do you mean “${found.title}”?`,
    )
  if (found.kind === 'several') {
    if (!reference.byId) return meaning(understood.sure, false)
    const names = found.titles.map((title) => `“${title}”`).join(', ')
    return refused(understood.sure, `Several are called so: ${names}. Say more of the one that you mean.`)
  }
  const telling = understood.weights.filter((weight) => weight >= TELLING).length
  if (telling < 2) return null
  if (!reference.byId) return { ...(await meaning(understood.sure - 0.2, false)), isLost: true }
  return refused(understood.sure - 0.2, `There is nothing here that is called “${words}”.`)
}

const MOST_NAMED = 20

/** “At 8” of what is at seven in the evening is in the evening. */
function sameHalf(time: string, at: string): string {
  const before = timeOf(at)
  if (before === null || !time.endsWith(':00') || time >= '12:00' || before < '12:00') return time
  const later = minutesOfTime(time) + 720
  return Math.abs(later - minutesOfTime(before)) < Math.abs(minutesOfTime(time) - minutesOfTime(before))
    ? timeOfMinutes(later)
    : time
}
