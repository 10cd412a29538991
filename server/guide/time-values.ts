import { type TimeSaid, timeSaid } from './calendar/said.ts'
import { answerTo } from './intents/dates/route.ts'
import type { GuideLanguage } from './intents/intent.ts'
import { zoneAnswer } from './intents/time/zone.ts'
import { isLong, request, unended } from './phrasing.ts'
import { certainty, type Match, type Skill } from './skill.ts'
import { mannersOf } from './understanding/manners.ts'
import { languagesOf } from './understanding/understand.ts'
import { wordsOf } from './understanding/words.ts'

/** Small words that join values: “14:45 plus 30 minutes”, “3 weeks before 12 June”. */
const JOINING = new Set(
  'in to into at on is what time whats after before from plus minus add subtract take later earlier ago than than now today und plus minus vor nach más mas menos antes después avant après più meno prima dopo voor na przed po önce sonra до после через + = - – −'.split(
    ' ',
  ),
)

/** What is left of a sentence when its days, times, spans and places are taken away. */
function isValuesAlone({ text, days, spans, clocks, places }: TimeSaid, language: GuideLanguage): boolean {
  const { courtesy, joiners } = mannersOf(language)
  const values = [...days, ...spans, ...clocks, ...places]
  return wordsOf(unended(text)).every(
    ({ key, from, to }) =>
      values.some((one) => from < one.to && one.from < to) ||
      JOINING.has(key) ||
      (courtesy.has(key) && key !== 'new') ||
      joiners.has(key),
  )
}

const SUM = /[+−–]|\d ?-|\b(?:plus|minus|add|subtract|after|before|from|ago|later|earlier|in)\b/iu
const CLOCK_SUM = /\d(?::\d\d)?(?: ?[ap]m)? ?[-−–+] ?\d/iu

/** 10-5-20 may be a subtraction as well, which `arithmetic` says. */
const BARE_DATE = /^(?!\d{1,2}-\d{1,2}-\d{2}$)\d{1,4}[-/.]\d{1,2}[-/.]\d{2,4}$/u

/** Which question it is, by the kinds of its values. */
function asked({ text, days, spans, clocks, places }: TimeSaid): 'zone' | 'add' | 'difference' | 'weekday' | null {
  if (places.length > 0) return clocks.length > 0 ? 'zone' : null
  if (spans.length > 0) return SUM.test(text) && (spans.length === 1 || days.length + clocks.length > 0) ? 'add' : null
  if (clocks.length === 2 && /\+|\bplus\b/iu.test(text)) return 'add'
  if (clocks.length === 2 && CLOCK_SUM.test(text) && /:\d\d.*:\d\d/u.test(text)) return 'difference'
  const dates = days.filter(({ isTimeOnly }) => !isTimeOnly)
  const [date] = dates
  return dates.length === 1 && clocks.length === 0 && date && BARE_DATE.test(unended(text)) ? 'weekday' : null
}

/** Sentences that are nothing but values of time: “3pm New York in London”, “14:45 + 30 minutes”, “3 weeks before 12 June”. */
export const timeValues: Skill = async (context): Promise<Match | null> => {
  if (isLong(context.question) || context.question.length > 120) return null
  const question = request(context.question)
  const written = { ...context, question }
  for (const language of languagesOf(question, context.locale)) {
    const said = await timeSaid(written, language, { direction: 'future', spansApart: true })
    const kind = isValuesAlone(said, language) ? asked(said) : null
    if (!kind) continue
    return {
      ...{ skill: 'own', confidence: certainty.parsed, intent: kind === 'zone' ? 'time.zone' : `dates.${kind}` },
      reply: async () =>
        (kind === 'zone' ? await zoneAnswer(written, language) : await answerTo(kind, written, language)).markdown,
    }
  }
  return null
}
