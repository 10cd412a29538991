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

const isLike = (value: unknown, said: unknown): boolean => {
  const [a, b] = [value, said].map((one) =>
    folded(typeof one === 'string' ? one : JSON.stringify(one ?? ''))
      .replace(/[\s"]+/g, ' ')
      .trim(),
  )
  return a !== undefined && b !== undefined && (a === b || a.includes(b) || (a.length > 2 && b.includes(a)))
}

/** Whether what the sentence says is in what the action got; fields that it got under another name are not judged. */
export const hasSlots = ({ slots }: Line, input: unknown): boolean =>
  Object.entries(slots).every(([name, said]) => {
    const value = (input as Record<string, unknown> | null)?.[name]
    return isLike(value === undefined ? input : value, said)
  })

const contains = (markdown: string, wanted: string | readonly string[]): boolean => {
  const text = markdown.replaceAll('\u00a0', ' ').replaceAll('\u202f', ' ').toLowerCase()
  const plain = text.replaceAll(/(?<=\d),(?=\d{3})/g, '')
  return [wanted].flat().some((one) => text.includes(one.toLowerCase()) || plain.includes(one.toLowerCase()))
}

export function judge(line: Line, answer: GuideAnswer, calls: readonly Call[]): Verdict {
  const isAction = (id: string) => line.intent.includes(id)
  const changes = calls.filter(({ effect, failed }) => effect !== 'read' && !failed)
  if (changes.some(({ action }) => !isAction(action) || line.not.includes(action))) return 'wrong action'
  // The number to call is that of the danger and the country.
  if (answer.intent === 'safety') return line.intent.includes('safety') ? 'right' : 'wrong'
  const last = calls.at(-1)
  const has = line.has.every((wanted) => contains(answer.markdown, wanted))
  if (last && isAction(last.action)) return hasSlots(line, last.input) && has ? 'right' : 'wrong'
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
