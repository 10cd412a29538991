import type { Day } from '@atrium/domain/dates/days'
import type { LocalTime } from '@atrium/domain/dates/local-time'
import type { Exact } from '../calculation/numbers.ts'
import type { GuideContext } from '../guide.ts'
import type { Quantity } from '../measures/quantity.ts'

/** The languages whose sentences the Guide understands, English first (design: “The languages”). */
export const GUIDE_LANGUAGES = [
  ...['en', 'es', 'pt-BR', 'fr', 'de', 'it', 'nl', 'pl', 'tr', 'ru', 'zh-Hans', 'ja', 'ko', 'ar', 'hi', 'id'],
] as const
export type GuideLanguage = (typeof GUIDE_LANGUAGES)[number]

/** An amount of money; null where no currency was said. */
export interface Money {
  amount: Exact
  /** ISO 4217 */
  currency: string | null
}

/** As it was said: “2 years and 3 months” is `{ years: 2, months: 3 }`. */
export type Duration = Partial<Record<'years' | 'months' | 'weeks' | 'days' | 'hours' | 'minutes' | 'seconds', number>>

/** A text to be worked on: what stands after the request, in quotation marks or a code block, or is attached. */
export interface Block {
  text: string
  /** Of the file, where it is one. */
  name: string | null
}

/** What a reader of each kind gives. */
export interface SlotValues {
  /** A bare number, “twenty” and “1.234,56” among them. */
  number: Exact
  /** Two or more bare numbers, in their order. */
  numbers: readonly Exact[]
  /** 19 for “19 %” */
  percent: Exact
  money: Money
  quantity: Quantity
  duration: Duration
  date: Day
  moment: LocalTime
  /** A text that was given to be worked on. */
  block: Block
  /** Free text: what is left of the sentence when the words of the request are taken away. */
  text: string
}
export type SlotKind = keyof SlotValues

/** One thing that a sentence has to say, or may. */
export interface Slot<K extends SlotKind = SlotKind> {
  kind: K
  /** Without it nothing is done: it is asked for. */
  required?: boolean
  /** More than one of its kind may be said; then a list is given. */
  isMany?: boolean
  /**
   * Words that stand at the value by language, where two slots are of one kind: `{ en: ['deposit', 'down'] }`. Without them the order in
   * the examples decides.
   */
  cues?: Partial<Record<GuideLanguage, readonly string[]>>
}
export type Slots = Readonly<Record<string, Slot>>

type ValueOf<S extends Slot> = S extends { isMany: true } ? readonly SlotValues[S['kind']][] : SlotValues[S['kind']]
/** The values of slots as an intent gets them: what is required is there. */
export type ValuesOf<S extends Slots> = {
  readonly [N in keyof S]: S[N] extends { required: true } ? ValueOf<S[N]> : ValueOf<S[N]> | undefined
}

/** What is said of an intent that was understood. */
export interface IntentReply {
  /** One to five lines of Markdown; a result to copy stands in a code block. */
  markdown: string
  /** A long result, as a file. */
  file?: { name: string; mime: string; text: string }
  /** The number that was found, which “and half of that?” means next. */
  number?: Exact
}

/** Something that a person can want of the Guide and that needs no module. */
export interface Intent<S extends Slots = Slots> {
  /** `money.loan`: its area and its name. */
  id: string
  /** Of several ways to do one thing, the id by which that thing is known: `text.sort` for `text.sort-numbers`. */
  told?: string
  slots: S
  /**
   * Sentences as people say them, by language; a slot stands in braces (`{principal} at {rate} for {term}`). At least eight in English
   * and three in each further language; none may be a mere verb.
   */
  examples: Readonly<Partial<Record<GuideLanguage, readonly string[]>>>
  reply(values: ValuesOf<S>, context: GuideContext, language: GuideLanguage): IntentReply | Promise<IntentReply>
  /** Where it can be meant at all; anywhere, if there is none. */
  applies?(context: GuideContext): boolean
  /** Its answer says itself who is answering. */
  introduces?: boolean
}

/** Types the slots of an intent, so that `reply` knows its values. */
export const defineIntent = <const S extends Slots>(intent: Intent<S>): Intent<S> => intent
