import { addDays, dayParts, isoWeek, isoWeekday, mondayOf } from '@atrium/domain/dates/days'
import { dayOf, localAt, minutesOfTime, timeOf } from '@atrium/domain/dates/local-time'
import { offsetMinutes } from '@atrium/domain/dates/wall-clock'
import { clockNow } from '../../calendar/reading.ts'
import { type TimeSaid, timeSaid } from '../../calendar/said.ts'
import { type Wording, wordingOf } from '../../calendar/wording.ts'
import { offsetText } from '../../calendar/zones.ts'
import { defineIntent, type IntentReply } from '../intent.ts'
import { replyOf } from '../writing.ts'
import { placeName } from './places.ts'
import { examples, say } from './say.ts'

const WEEK =
  /\bweeks?\b(?! ?day)|\bkw\b|kalenderwoche|semana|semaine|settimana|tydzie[nń]|tygodni|\bhafta\b|недел|第几周|第几个星期|何週|第何週|몇 주|주차|أسبوع|हफ़्ता|सप्ताह|minggu ke/iu
const DAY_OF_WEEK =
  /day of the week|weekday|dzie[nń] tygodnia|dia da semana|día de la semana|jour de la semaine|giorno della settimana|день недели|haftanın|wochentag/iu
const QUARTER = /\bquarter\b|quartal|trimestre|kwartaal|kwarta[lł]|çeyrek|квартал|季度|四半期|분기|ربع|तिमाही|kuartal/iu
const YEAR =
  /\byear\b|\bjahr\b|\baño\b|\bano\b|année|\banno\b|\bjaar\b|\brok\b|hangi yıl|\bкакой год\b|哪一年|何年|몇 년|السنة|साल|tahun berapa/iu
const MONTH =
  /\bmonth\b|\bmonat\b|\bmes\b|\bmês\b|\bmois\b|\bmese\b|\bmaand\b|miesi[aą]c|hangi ay|месяц|几月|何月|몇 월|الشهر|महीना|bulan apa/iu
const ZONE =
  /\b(?:my|our|your|which|what) time ?zone\b|\btime ?zone (?:am i|are you|do i|is this)|meine zeitzone|mi zona horaria|mon fuseau|fuso orario|mijn tijdzone|strefa czasowa|saat dilimi|часовой пояс|时区|タイムゾーン|시간대|منطقتي|समय क्षेत्र|zona waktu/iu
const CLOCK =
  /\btime\b|\bclock\b|\bhour\b|\blate\b|\bearly\b|\bcall\b|\bring\b|\bawake\b|\basleep\b|\bnight\b|uhr|spät|hora|heure|\bore\b|\bora\b|laat|godzin|saat|час|врем|几点|時間|何時|몇 시|시간|ساعة|वक़्त|समय|बजे|jam\b/iu
const DATE =
  /\bdate\b|\bday\b|\btoday\b|\btodays\b|datum|\btag\b|heute|fecha|\bhoy\b|\bdía\b|data|\bhoje\b|\bdia\b|\bdate\b|\bjour\b|aujourd|oggi|giorno|vandaag|\bdag\b|dzi[sś]|dzie[nń]|tarih|bugün|числ|дата|сегодня|день|几号|今天|日期|今日|何日|何曜日|오늘|날짜|며칠|요일|تاريخ|اليوم|तारीख|आज|दिन|tanggal|hari/iu
const TOMORROW =
  /\btomorrow|\bmorgen\b(?! früh)|mañana|amanhã|demain|domani|jutro|yarın|завтра|明天|明日|내일|غدا|kemarin|besok/iu
const YESTERDAY =
  /\byesterday|gestern|\bayer\b|ontem|\bhier\b|\bieri\b|gisteren|wczoraj|\bdün\b|вчера|昨天|昨日|어제|أمس|kemarin/iu

function atPlace(said: TimeSaid, wording: Wording): IntentReply | null {
  const [place] = said.places
  if (!place) return null
  const { language, day, time, lapse } = wording
  const { moment, text } = said
  const there = localAt(moment.now, place.zone)
  const offset = offsetMinutes(moment.now, place.zone)
  const difference = offset - offsetMinutes(moment.now, moment.zone)
  const minutes = minutesOfTime(timeOf(there) ?? '00:00')
  const asksLight = /night|morning|daytime|asleep|awake|sleep|call|ring|phone|late|early/iu.test(text)
  return replyOf([
    say(language, 'nowThere', {
      time: time(there),
      place: placeName(place),
      day: day(dayOf(there)),
      offset: offsetText(offset),
    }),
    difference === 0
      ? say(language, 'sameTime')
      : say(language, difference > 0 ? 'ahead' : 'behind', { span: lapse(Math.abs(difference)) }),
    asksLight ? say(language, minutes < 420 || minutes >= 1_320 ? 'night' : 'day') : null,
  ])
}

/** “Is it Friday yet?”, “is it past noon?” */
function yesNo(said: TimeSaid, wording: Wording): IntentReply | null {
  const { text, days, clocks, here, moment } = said
  const { language, day, time } = wording
  if (!/^(?:is|are|ist|es|est|è|é|czy)(?!\p{L})/iu.test(text)) return null
  const named = days.find(({ from, to }) => /^(?:mon|tue|wed|thu|fri|sat|sun)/iu.test(text.slice(from, to)))
  if (named) return replyOf([say(language, named.day === here ? 'isYes' : 'isNo', { what: day(here) })])
  if (/weekend|wochenende/iu.test(text))
    return replyOf([say(language, isoWeekday(here) > 5 ? 'isYes' : 'isNo', { what: day(here) })])
  const [clock] = clocks
  const now = clockNow(moment)
  if (!clock) return null
  return replyOf([
    say(language, minutesOfTime(timeOf(now) ?? '00:00') >= clock.minutes ? 'isYes' : 'isNo', { what: time(now) }),
  ])
}

function answered(said: TimeSaid, wording: Wording, place: string | undefined): IntentReply {
  const { text, here, moment, places } = said
  const { language, day, time } = wording
  const there = atPlace(said, wording)
  if (there) return there
  if (/\bunix|epoch|timestamp/iu.test(text))
    return replyOf([say(language, 'unix', { seconds: String(Math.floor(moment.now.getTime() / 1_000)) })])
  const offset = offsetText(offsetMinutes(moment.now, moment.zone))
  if (ZONE.test(text)) return replyOf([say(language, 'yourZone', { zone: moment.zone, offset })])
  const { year, month } = dayParts(here)
  if (WEEK.test(text) && !DAY_OF_WEEK.test(text)) {
    const iso = isoWeek(here)
    const monday = mondayOf(here)
    return replyOf([
      say(language, 'week', {
        ...{ week: String(iso.week), year: String(iso.year) },
        ...{ from: wording.date(monday), to: wording.date(addDays(monday, 6)) },
      }),
    ])
  }
  if (QUARTER.test(text)) {
    const at = Math.floor((month - 1) / 3)
    const quarter = language === 'en' ? (['first', 'second', 'third', 'fourth'][at] ?? '') : `${at + 1}.`
    return replyOf([say(language, 'quarter', { quarter, year: String(year) })])
  }
  if (YEAR.test(text) && !WEEK.test(text)) return replyOf([say(language, 'year', { year: String(year) })])
  if (MONTH.test(text)) return replyOf([say(language, 'month', { month: wording.month(here) })])
  const is = yesNo(said, wording)
  if (is) return is
  if (/\biso\b/iu.test(text)) return replyOf([say(language, 'iso', { iso: here })])
  const after =
    /day after tomorrow|übermorgen|pasado mañana|depois de amanhã|après-demain|dopodomani|overmorgen|pojutrze|öbür gün|послезавтра|后天|明後日|모레|بعد غد|परसों|lusa/iu.test(
      text,
    )
  if (after) return replyOf([say(language, 'dayIs', { day: day(addDays(here, 2)) })])
  if (TOMORROW.test(text) && !/\bis it\b/iu.test(text))
    return replyOf([say(language, 'tomorrow', { day: day(addDays(here, 1)) })])
  if (YESTERDAY.test(text)) return replyOf([say(language, 'yesterday', { day: day(addDays(here, -1)) })])
  if (place && places.length === 0 && !/^(?:here|now|today|us|me)$/iu.test(place))
    return replyOf([say(language, 'unknownPlace', { place: place.slice(0, 60) })])
  const clock = say(language, 'nowHere', { time: time(clockNow(moment)), zone: moment.zone })
  const today = say(language, 'today', { day: day(here) })
  const [isClock, isDate] = [CLOCK.test(text), DATE.test(text)]
  return replyOf(isClock && isDate ? [clock, today] : isDate ? [today] : [clock])
}

/** The time here or in a place, and today's date, week, month and year. */
export const now = defineIntent({
  id: 'time.now',
  slots: { place: { kind: 'text' } },
  examples: examples('time.now'),
  async reply({ place }, context, language) {
    return answered(await timeSaid(context, language, { direction: 'future' }), wordingOf(context, language), place)
  },
})
