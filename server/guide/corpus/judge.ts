import type { Effect } from '@atrium/contract/module'
import type { GuideAnswer } from '../guide.ts'
import { folded } from '../understanding/words.ts'
import type { Line } from './line.ts'

export interface Call {
  action: string
  input: unknown
  effect: Effect
  /** It was refused: nothing was changed. */
  failed: boolean
}

/**
 * `right`; `asked`: it offered choices or asked for something; `refused`: it said that it cannot; `wrong`: it answered something
 * else; `wrong action`: it changed something that was not asked for.
 */
export type Verdict = 'right' | 'asked' | 'refused' | 'wrong' | 'wrong action'

/** The skills whose answers are right for an area of intents, where the answer does not name its intent itself. */
const SKILLS: Readonly<Record<string, readonly string[]>> = {
  calc: ['arithmetic', 'units'],
  money: ['arithmetic'],
  units: ['units', 'arithmetic'],
  text: ['summary'],
  draft: ['draft'],
  file: ['summary'],
  thread: ['thread'],
  memory: ['thread', 'find'],
  talk: ['greeting', 'find', 'thread'],
  help: ['find'],
  workforce: ['find'],
}

const bare = (one: unknown) =>
  folded(typeof one === 'string' ? one : JSON.stringify(one ?? ''))
    .replace(/[\s"]+/g, ' ')
    .trim()
    .replace(/^(?:the|my|our|a|an) /u, '')

const isLike = (value: unknown, said: unknown): boolean => {
  const [a, b] = [bare(value), bare(said)]
  // “$18” is 18.
  if (/^\p{Sc}?[\d.,]+\p{Sc}?$/u.test(b) && a.replace(/[^\d.,]/gu, '') === b.replace(/[^\d.,]/gu, '')) return true
  return a === b || a.includes(b) || (a.length > 2 && b.includes(a))
}

/** What words that people say come to in the values of actions: the letters of todo.txt. */
const PRIORITIES: Readonly<Record<string, RegExp>> = {
  A: /high|urgent|top|asap|important/u,
  B: /medium|normal/u,
  C: /low/u,
}
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-/u
const DAY = /^\d{4}-\d{2}(?:-\d{2})?(?:T\d{2}:\d{2})?/u

/** “At 3” is in the afternoon. */
const inTheAfternoon = (day: string): string => day.replace(/T0([1-7])/u, (_, hour: string) => `T${Number(hour) + 12}`)

/** What an action got in the place of what was said: the day itself, the id of what is called so, a letter. */
function standsFor(value: unknown, said: unknown, days: ReadonlyMap<string, string>, told: string): boolean {
  if (Array.isArray(value)) return value.some((one) => standsFor(one, said, days, told))
  if (typeof value !== 'string' || typeof said !== 'string') return false
  if (PRIORITIES[value]?.test(said.toLowerCase())) return true
  if (UUID.test(value))
    return bare(said)
      .split(' ')
      .some((word) => word.length > 2 && folded(told).includes(word))
  const day = days.get(said)
  if (!DAY.test(value) || day === undefined) return false
  return value.startsWith(day) || day.startsWith(value) || value.startsWith(inTheAfternoon(day))
}

/**
 * Whether what the sentence says is in what the action got; fields that it got under another name are not judged. `days`: the days that
 * its slots name; `told`: what was answered.
 */
export const hasSlots = ({ slots }: Line, input: unknown, days: ReadonlyMap<string, string>, told: string): boolean =>
  Object.entries(slots).every(([name, said]) => {
    const values = (input ?? {}) as Record<string, unknown>
    const value = values[name]
    if (isLike(value === undefined ? input : value, said)) return true
    return [value, ...(value === undefined ? Object.values(values) : [])].some((one) =>
      standsFor(one, said, days, told),
    )
  })

const contains = (markdown: string, wanted: string | readonly string[]): boolean => {
  const text = markdown.replaceAll('\u00a0', ' ').replaceAll('\u202f', ' ').toLowerCase()
  const plain = text.replaceAll(/(?<=\d),(?=\d{3})/g, '')
  return [wanted].flat().some((one) => text.includes(one.toLowerCase()) || plain.includes(one.toLowerCase()))
}

export function judge(
  line: Line,
  answer: GuideAnswer,
  calls: readonly Call[],
  days: ReadonlyMap<string, string>,
): Verdict {
  const isAction = (id: string) => line.intent.includes(id)
  const changes = calls.filter(({ effect, failed }) => effect !== 'read' && !failed)
  if (changes.some(({ action }) => !isAction(action) || line.not.includes(action))) return 'wrong action'
  // The number to call is that of the danger and the country.
  if (answer.intent === 'safety') return line.intent.includes('safety') ? 'right' : 'wrong'
  const last = calls.at(-1)
  const has = line.has.every((wanted) => contains(answer.markdown, wanted))
  if (last && isAction(last.action)) return hasSlots(line, last.input, days, answer.markdown) && has ? 'right' : 'wrong'
  if (answer.intent !== null && line.intent.includes(answer.intent) && !last) return has ? 'right' : 'wrong'
  if (line.intent.includes('none')) {
    if (answer.how === 'beyond') return 'right'
    return answer.how === 'asked' ? 'asked' : 'wrong'
  }
  if (last) return 'wrong'
  if (answer.how === 'beyond') return 'refused'
  const isSkill = line.intent.some(
    (id) => answer.intent === id || SKILLS[id.split('.')[0] as string]?.includes(answer.skill),
  )
  if (answer.how === 'asked') return 'asked'
  if (line.has.length > 0 ? has : isSkill) return 'right'
  return 'wrong'
}
