import { addDays, addMonths, type Day, dayParts, lastDayOf, monthOf } from '@atrium/domain/dates/days'
import { atTime, dayOf, instantOf, localAt, timeOf } from '@atrium/domain/dates/local-time'
import { type ClockSaid, clockText } from '../../calendar/clock-said.ts'
import { clockNow } from '../../calendar/reading.ts'
import { type SpanSaid, type TimeSaid, timeSaid } from '../../calendar/said.ts'
import { type Wording, wordingOf } from '../../calendar/wording.ts'
import type { GuideContext } from '../../guide.ts'
import type { Duration, GuideLanguage, IntentReply } from '../intent.ts'
import { replyOf } from '../writing.ts'
import { asking } from './asking.ts'
import { say } from './say.ts'
import { workdaysMoved } from './workdays.ts'

const BACK =
  /\b(?:before|ago|earlier|subtract|minus|less|take|back|prior|off|ahead of)\b|(?<=\d) ?[-−–] ?(?=\d)|\bvor(?:her)?\b|abzüglich|antes|hace|\bmenos\b|atrás|avant|il y a|moins|\bprima\b|\bfa\b|meno|voor|geleden|\bmin\b|przed|temu|önce|eksi|назад|\bза\b .*\bдо\b|минус|之前|以前|前|전|قبل|पहले|sebelum|lalu|yang lalu/iu
/** “Must be done by 1 September, when do I have to start?” */
const START =
  /\bwhen (?:do|must|should|would) (?:i|we|you) (?:have to |need to )?(?:start|begin|leave|go|set off|order|book)|\blatest (?:when|day|date)\b|\bdue by\b/iu
const NOT_BACK =
  /\b(?:back by|bring back|back when|back again|due back|take[ns]? (?:the|my) (?:pills|medicine|tablets|antibiotics)|days? off|takes)\b/giu
const RUNS =
  /contract|lease|rent|warrant|guarantee|subscription|membership|probation|course|medicine|pills|antibiotics|visa|licen[cs]e|trial|runs?\b|lasts?\b|valid|quarantine|vertrag|garantie|contrato|contrat|contratto|umowa|sözleşme|договор|合同|契約|계약|عقد|अनुबंध|kontrak|abo\b/iu
const NOTICE = /notice|kündigung|preavis|préavis|preavviso|preaviso|opzeg|wypowiedz/iu
const MONTH_END = /end of (?:the|that|a) month|month'?s? end|monatsende|fin de mes|fin de mois|fine mese/iu

const isDate = ({ years, months, weeks, days }: Duration): boolean =>
  years !== undefined || months !== undefined || weeks !== undefined || days !== undefined
const minutesOf = ({ hours = 0, minutes = 0, seconds = 0 }: Duration): number => hours * 60 + minutes + seconds / 60

/** A day so much later or earlier; null outside the years 1 to 9999, or for parts of days. */
function moved(day: Day, spans: readonly SpanSaid[], sign: 1 | -1): Day | null {
  try {
    return spans.reduce((at, { value: { years = 0, months = 0, weeks = 0, days = 0 } }) => {
      const whole = years * 12 + months
      const rest = weeks * 7 + days
      if (!Number.isInteger(whole))
        return addDays(addMonths(at, sign * Math.floor(whole)), sign * Math.round((whole % 1) * 30 + rest))
      return addDays(whole === 0 ? at : addMonths(at, sign * whole), sign * Math.round(rest))
    }, day)
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

function clockMoved(
  said: TimeSaid,
  minutes: number,
  sign: 1 | -1,
  clock: ClockSaid | undefined,
  wording: Wording,
): IntentReply {
  const { language, time, lapse, day } = wording
  const { moment, here, days } = said
  const way = say(language, sign > 0 ? 'after' : 'before')
  if (!clock) {
    const there = localAt(new Date(moment.now.getTime() + sign * minutes * 60_000), moment.zone)
    const now = clockNow(moment)
    const on = dayOf(there) === dayOf(now) ? '' : `, ${day(dayOf(there))}`
    return replyOf([
      say(language, 'movedNow', { time: `${time(there)}${on}`, span: lapse(minutes), way, from: time(now) }),
    ])
  }
  const start = days.find((one) => one.time === clockText(clock.minutes) && !one.isTimeOnly)
  const from = start?.day ?? here
  const whole = clock.minutes + sign * minutes
  const shift = Math.floor(whole / 1_440)
  const at = time(clockText(whole))
  const on =
    start && start.day !== here
      ? `, ${day(dayOf(localAt(new Date(instantOf(atTime(from, clockText(clock.minutes)), moment.zone).getTime() + sign * minutes * 60_000), moment.zone)))}`
      : shift === 1
        ? ` (${say(language, 'nextDay')})`
        : shift === -1
          ? ` (${say(language, 'dayBefore')})`
          : shift === 0
            ? ''
            : `, ${day(addDays(from, shift))}`
  return replyOf([
    say(language, 'movedNow', { time: `${at}${on}`, span: lapse(minutes), way, from: time(clockText(clock.minutes)) }),
  ])
}

function answered(said: TimeSaid, wording: Wording): IntentReply {
  const { spans, text, here, days, clocks } = said
  const { language, day } = wording
  const rest = spans
    .reduce((left, { from, to }) => left.slice(0, from) + ' '.repeat(to - from) + left.slice(to), text)
    .replace(NOT_BACK, ' ')
  const isStart = START.test(text)
  const sign = BACK.test(rest) || isStart ? -1 : 1
  const count = /\bday (?:number |no\.? ?)?(?<n>\d{1,5})\b/iu.exec(text)?.groups?.n
  if (spans.length === 0) {
    const year = /(?<n>\d{1,4}) years/iu.exec(text)?.groups?.n
    if (count && !year)
      return replyOf([say(language, 'nextSuch', { day: day(addDays(days[0]?.day ?? here, Number(count) - 1)) })])
    // “14:45 + 2:30”
    const [start, lapse] = clocks
    if (start && lapse && /\+|\bplus\b/iu.test(text)) return clockMoved(said, lapse.minutes, 1, start, wording)
    return asking('askSpan', said, wording)
  }
  // “2:30 after 14:45” is a span, and so is the second time of “14:45 + 2:30”.
  const byClock = spans.filter(({ value }) => !isDate(value))
  const byDay = spans.filter(({ value }) => isDate(value))
  if (byDay.length === 0)
    return clockMoved(
      said,
      byClock.reduce((sum, { value }) => sum + minutesOf(value), 0),
      sign,
      clocks[0],
      wording,
    )
  const years =
    byDay.length === 1 && /\b(?:what|which) year\b|welches jahr/iu.test(text) ? byDay[0]?.value.years : undefined
  if (years !== undefined) {
    const year = dayParts(here).year + sign * years
    return replyOf([
      year >= 1 && year <= 9_999 ? say(language, 'unitYear', { year: String(year) }) : say(language, 'outside'),
    ])
  }
  const chosen = days.find(({ feast }) => feast !== undefined) ?? days[0]
  const from = chosen?.day ?? here
  const found = moved(from, byDay, sign)
  if (!found) return replyOf([say(language, 'outside')])
  const [span] = byDay
  const asked = byDay.map(({ said: words }) => words).join(' + ')
  const runs = sign > 0 && RUNS.test(text) && span !== undefined
  const hours = byClock.reduce((sum, { value }) => sum + minutesOf(value), 0)
  const time = chosen?.time ?? null
  if (hours > 0 || time) {
    const start = atTime(found, time ?? timeOf(clockNow(said.moment)))
    const there = localAt(
      new Date(instantOf(start, said.moment.zone).getTime() + sign * hours * 60_000),
      said.moment.zone,
    )
    return replyOf([
      say(language, 'moved', {
        day: `${day(dayOf(there))}, ${wording.time(there)}`,
        span: asked,
        way: say(language, sign > 0 ? 'after' : 'before'),
        from: day(from),
      }),
    ])
  }
  return replyOf([
    say(language, 'moved', {
      ...{ day: day(found), span: asked, from: day(from) },
      way: say(language, sign > 0 ? 'after' : 'before'),
    }),
    runs ? say(language, 'lastDay', { day: day(addDays(found, -1)) }) : null,
    NOTICE.test(text) || MONTH_END.test(text)
      ? say(language, 'monthEnd', { day: day(lastDayOf(monthOf(found))) })
      : null,
  ])
}

/** The day or the time so much after or before another. */
export async function addAnswer(context: GuideContext, language: GuideLanguage): Promise<IntentReply> {
  const wording = wordingOf(context, language)
  const isPast = /\bsince\b|\bbought\b|\bsigned\b|\bstarted\b|\bdated\b|\binvoice of\b|\bborrowed\b/iu.test(
    context.question,
  )
  const said = await timeSaid(context, language, { direction: isPast ? 'nearest' : 'future', spansApart: true })
  if (said.impossible) return asking('askSpan', said, wording)
  return workdaysMoved(said, wording) ?? answered(said, wording)
}
