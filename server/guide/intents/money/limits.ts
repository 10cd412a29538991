import type { NumberStyle } from '@atrium/domain/numbers/number-style'
import { Exact } from '../../calculation/numbers.ts'
import type { GuideLanguage, IntentReply } from '../intent.ts'
import { writeMonths, writeNumber, writePercent } from '../writing.ts'
import { say } from './say.ts'

const AMOUNT_MAX = new Exact(1_000_000_000_000_000)
const RATE_MAX = new Exact(1_000)
export const MONTHS_MAX = 2_400
export const PEOPLE_MAX = 1_000

/** What is wrong with a value, as a reply; null where nothing is. */
type Check = IntentReply | null
type Place = readonly [language: GuideLanguage, style: NumberStyle]

const told = (markdown: string): IntentReply => ({ markdown })

export const amountProblem = (amount: Exact, [language, style]: Place, least: 'above0' | 'from0' = 'above0'): Check =>
  amount.isFinite() && amount.lte(AMOUNT_MAX) && (amount.gt(0) || (amount.isZero() && least === 'from0'))
    ? null
    : told(say(language, 'amountRange', { most: writeNumber(AMOUNT_MAX, style) }))

/** Smaller than this and above 0 nobody means, and 60 digits could not tell it from nothing. */
const RATE_MIN = new Exact('1e-9')

export const rateProblem = (percent: Exact, [language, style]: Place, most: Exact = RATE_MAX): Check =>
  percent.isFinite() && (percent.isZero() || percent.gte(RATE_MIN)) && percent.lte(most)
    ? null
    : told(
        say(language, 'rateRange', {
          least: writePercent(new Exact(0), style),
          most: writePercent(most, style),
          given: writePercent(percent, style),
        }),
      )

/** A term in whole months. */
export const termProblem = (months: Exact, [language]: Place): Check =>
  months.isInteger() && months.gte(1) && months.lte(MONTHS_MAX) ? null : told(sayTerm(language))

/** A time that need not be of whole months. */
export const timeProblem = (months: Exact, [language]: Place): Check =>
  months.isFinite() && months.gt(0) && months.lte(MONTHS_MAX) ? null : told(sayTerm(language))

const sayTerm = (language: GuideLanguage) =>
  say(language, 'termRange', { least: writeMonths(1, language), most: writeMonths(MONTHS_MAX, language) })

export const peopleProblem = (people: Exact, [language, style]: Place): Check =>
  people.isInteger() && people.gte(1) && people.lte(PEOPLE_MAX)
    ? null
    : told(say(language, 'peopleRange', { most: writeNumber(new Exact(PEOPLE_MAX), style) }))
