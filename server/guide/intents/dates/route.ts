import { timeSaid, unitAsked } from '../../calendar/said.ts'
import { wordingOf } from '../../calendar/wording.ts'
import type { GuideContext } from '../../guide.ts'
import type { GuideLanguage, IntentReply } from '../intent.ts'
import { addAnswer } from './add.ts'
import { ageAnswer } from './age.ts'
import { countdownAnswer } from './countdown.ts'
import { clocksApart, daysCounted, differenceAnswer } from './difference.ts'
import { holidayAnswer } from './holiday.ts'
import { lengths, weekdayAnswer } from './weekday.ts'
import { workdaysAnswer } from './workdays.ts'

const ANSWERS = {
  difference: differenceAnswer,
  age: ageAnswer,
  countdown: countdownAnswer,
  workdays: workdaysAnswer,
  weekday: weekdayAnswer,
  add: addAnswer,
  holiday: holidayAnswer,
}
export type Asked = keyof typeof ANSWERS

const WORKING =
  /\b(?:working|work|business|office)[- ]?days?\b|\bworkdays?\b|\bweekdays\b|werktage|arbeitstage|días (?:hábiles|laborables)|dias úteis|jours ouvr|giorni lavorativi|werkdagen|dni robocz|iş günü|рабочих дн|工作日|営業日|영업일|أيام عمل|कार्य दिवस|hari kerja/iu
const OF_DAYS: ReadonlySet<Asked> = new Set(['difference', 'countdown', 'weekday', 'add', 'holiday'])
const MOVED = /\b(?:after|before|from|plus|minus|later|earlier|ago|add|subtract|out from)\b/iu

/**
 * What a question about days is answered by. Those that are asked in much the same words are told apart by what is in them: two days are
 * a difference, a span and a day another day, “working days” are counted as such.
 */
async function meant(asked: Asked, context: GuideContext, language: GuideLanguage): Promise<Asked | IntentReply> {
  if (!OF_DAYS.has(asked)) return asked
  const said = await timeSaid(context, language, { direction: 'nearest' })
  const wording = wordingOf(context, language)
  const unit = unitAsked(said)
  const { text, spans } = said
  if (WORKING.test(text)) return 'workdays'
  if (asked === 'difference' || asked === 'countdown') {
    const apart = clocksApart(said, unit, wording)
    if (apart) return apart
  }
  if (
    asked !== 'difference' &&
    asked !== 'add' &&
    unit !== null &&
    daysCounted(said) > 1 &&
    !/\bleave|\bvisa|\bexam|\bwedding|\bmarried/iu.test(text)
  )
    if (/\b(?:between|to|till?|until|and|through)\b|[-–]/iu.test(text) && spans.length === 0) return 'difference'
  if (asked === 'countdown' || asked === 'difference') {
    const length =
      /\b(?:in|does|has|have)\b/iu.test(text) &&
      said.days.every(({ isMonth, from, to }) => isMonth || !/\d/u.test(text.slice(from, to))) &&
      !/left|remain|until|till?\b|since|between|\bto\b|\bago\b/iu.test(text)
        ? lengths(said, wording)
        : null
    if (length) return length
    if (asked === 'countdown' && /\bsince\b|\bago\b/iu.test(text)) return 'difference'
  }
  if (
    (asked === 'weekday' || asked === 'holiday' || asked === 'countdown') &&
    spans.length > 0 &&
    MOVED.test(text) &&
    unit === null
  )
    return 'add'
  return asked
}

/** Answers a question about days. */
export async function answerTo(asked: Asked, context: GuideContext, language: GuideLanguage): Promise<IntentReply> {
  const found = await meant(asked, context, language)
  return typeof found === 'string' ? ANSWERS[found](context, language) : found
}
