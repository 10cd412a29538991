import { numberStyle } from '@atrium/domain/numbers/number-style'
import { questions } from './calendar/questions.ts'
import { dayFirstIn, momentOf } from './calendar/reading.ts'
import { UnreadableDate } from './calendar/spans.ts'
import { isLong, request, unended } from './phrasing.ts'
import { certainty, type Skill } from './skill.ts'

/** Words without which no question here is about time; most sentences end at this test. */
const clue =
  /\b(?:days?|dates?|weeks?|weekdays?|months?|years?|fortnights?|hours?|minutes?|mins?|seconds?|time|old|age|born|when|today|tomorrow|yesterday|long|leap|until|till|since|ago|am|pm|noon|midnight|countdown|quarters?|nights?|sleeps|workdays?|utc|gmt|decades?|(?:mon|tues|wednes|thurs|fri|satur|sun)days?)\b|\d ?[ap]\.?m\b|\d[:h]\d\d|\b\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}\b/iu

/** Questions about days, dates, ages, clocks and time zones. */
export const dates: Skill = async ({ question, now, timeZone, locale }) => {
  if (isLong(question)) return null
  const text = unended(request(question)).replace(
    /^(?:calculate|compute|work out|find|count) (?:the )?(?:number of )?/iu,
    '',
  )
  if (text.length > 160 || !clue.test(text)) return null
  const style = numberStyle(locale)
  const usual = momentOf({ now, timeZone, locale: style.locale })
  const asker = { moment: { ...usual, dayFirst: dayFirstIn(text, usual.dayFirst) }, style }
  for (const { pattern, answer } of questions) {
    // "what is the number of days until …": the question word adds nothing for most patterns.
    for (const phrase of new Set([text, text.replace(/^what(?:'s|s| is| are) (?:the )?(?:number of )?/iu, '')])) {
      const groups = pattern.exec(phrase)
      if (!groups) continue
      try {
        const markdown = await answer(groups.groups ?? {}, asker)
        if (markdown !== null) return { skill: 'dates', confidence: certainty.parsed, reply: () => markdown }
      } catch (error) {
        if (!(error instanceof UnreadableDate)) throw error
        const sentence = error.message
        return { skill: 'dates', confidence: certainty.partial, reply: () => sentence }
      }
    }
  }
  return null
}
