import { minutesOfTime, timeOfMinutes } from '@atrium/domain/dates/local-time'

/** A time of day in a text. */
export interface ClockSaid {
  from: number
  to: number
  /** Since midnight. */
  minutes: number
  /** True where the morning or the afternoon may be meant: “9”, “5:30”. */
  isHalf: boolean
}

const AM =
  "a\\.?m\\.?|in the morning|morgens|vormittags|früh|de la mañana|da manhã|du matin|di mattina|del mattino|'s ochtends|rano|sabah|утра|上午|早上|凌晨|午前|오전|아침|새벽|صباحا|صباحًا|सुबह|pagi"
const PM =
  "p\\.?m\\.?|in the afternoon|in the evening|at night|tonight|nachmittags|abends|de la tarde|de la noche|da tarde|da noite|de l'après-midi|du soir|di sera|del pomeriggio|'s middags|'s avonds|po południu|wieczorem|öğleden sonra|akşam|дня|вечера|下午|晚上|傍晚|午後|夜|오후|저녁|밤|مساء|مساءً|शाम|रात|दोपहर|sore|malam|siang"
const HOUR_WORD = "o'?clock|uhr|uur|ч(?:ас\\p{L}*)?|点钟?|點|時(?!間)|시(?!간)|बजे"
const LEAD = 'a las|las|alle|um|às|saat|jam|pukul|الساعة|godz\\.?|at|à|om|в|om'
const NOON =
  'noon|midday|mittags?|mediodía|mediodia|meio-dia|midi|mezzogiorno|południe|öğlen|полдень|中午|正午|정오|الظهر|tengah hari'
const MIDNIGHT =
  'midnight|mitternacht|medianoche|meia-noite|minuit|mezzanotte|middernacht|północ|gece yarısı|полночь|午夜|零点|真夜中|자정|منتصف الليل|आधी रात|tengah malam'
const HOURS = 'one two three four five six seven eight nine ten eleven twelve'.split(' ')

const CLOCK = new RegExp(
  [
    `(?<![\\p{L}\\d])(?<spoken>half(?= past)|(?:a )?quarter|five|ten|twenty|twenty-five|\\d{1,2}(?=(?: minutes)? past))(?: minutes)? (?<way>past|to) (?<sh>\\d{1,2}|${HOURS.join('|')})(?![:.\\d])(?: ?(?<shalf>${AM}|${PM}))?`,
    `(?:(?<before>${AM}|${PM})(?: को| के| की)? ?)?(?:(?<![\\p{L}])(?<lead>${LEAD}) )?(?<![\\d:.,/-])(?<h>\\d{1,2})(?:[:.h](?<m>[0-5]\\d)(?![.:]?\\d)|(?<hh>h)(?![\\p{L}]))?(?: ?(?<word>${HOUR_WORD})(?: ?(?<thirty>半|반)|(?: ?(?<wm>[0-5]?\\d) ?(?:分|분))?)?)?(?: ?(?<after>${AM}|${PM})(?![\\p{sc=Latin}]))?(?![\\d])`,
    `(?<![\\p{sc=Latin}\\p{sc=Cyrillic}])(?:(?<noon>${NOON})|(?<midnight>${MIDNIGHT}))`,
  ].join('|'),
  'giu',
)
const late = new RegExp(`^(?:${PM})$`, 'iu')

function spokenOf(groups: Record<string, string | undefined>): ClockSaid['minutes'] | null {
  const amounts: Readonly<Record<string, number>> = {
    half: 30,
    quarter: 15,
    five: 5,
    ten: 10,
    twenty: 20,
    'twenty-five': 25,
  }
  const count = (groups.spoken ?? '').toLowerCase().replace(/^a /u, '')
  const minutes = amounts[count] ?? Number(count)
  const isTo = groups.way?.toLowerCase() === 'to'
  // “10 to 6” is a range, “half to 6” nothing.
  if (isTo && (/^\d/u.test(count) || count === 'half')) return null
  const said = (groups.sh ?? '').toLowerCase()
  const hour = /^\d/u.test(said) ? Number(said) : HOURS.indexOf(said) + 1
  if (hour > 23 || minutes > 59) return null
  const base = hour * 60 + (groups.shalf && late.test(groups.shalf) && hour < 12 ? 720 : 0)
  return (base + (isTo ? -minutes : minutes) + 1_440) % 1_440
}

/** The times of day in a text, in any of the Guide's languages; `taken` is what is something else, such as dates. */
export function clocksIn(text: string, taken: readonly { from: number; to: number }[] = []): ClockSaid[] {
  const found: ClockSaid[] = []
  for (const match of text.matchAll(CLOCK)) {
    const groups = match.groups ?? {}
    const [from, to] = [match.index, match.index + match[0].length]
    const push = (minutes: number, isHalf: boolean) => {
      if (!taken.some((one) => from < one.to && one.from < to)) found.push({ from, to, minutes, isHalf })
    }
    if (groups.noon) push(720, false)
    else if (groups.midnight) push(0, false)
    else if (groups.spoken) {
      const minutes = spokenOf(groups)
      if (minutes !== null) push(minutes, !groups.shalf && minutes < 780)
    } else {
      const half = groups.before ?? groups.after
      const hour = Number(groups.h)
      const minute = groups.thirty ? 30 : Number(groups.m ?? groups.wm ?? 0)
      const isTime = half ?? groups.m ?? groups.hh ?? groups.word ?? groups.lead
      if (!isTime || hour > 24 || (half && hour > 23)) continue
      const isLate = half !== undefined && late.test(half)
      const turned =
        half && hour === 12
          ? isLate && !/night|noche|noite|soir|nacht|रात|밤|夜/iu.test(half)
            ? 12
            : 0
          : isLate && hour < 12
            ? hour + 12
            : hour % 24
      push(turned * 60 + minute, !half && hour >= 1 && hour <= 12 && groups.h?.length === String(hour).length)
    }
  }
  return found
}

export const clockText = (minutes: number): string => timeOfMinutes(((Math.floor(minutes) % 1_440) + 1_440) % 1_440)
export const minutesOf = minutesOfTime

const DAY = 1_440
const forward = (from: number, to: number): number => (((to - from) % DAY) + DAY) % DAY || DAY

/** “9 to 5:30pm”, “10pm to 6”: a time without its half of the day stands in the half that makes the shorter span. */
export function clockSpan(from: ClockSaid, to: ClockSaid): { start: number; length: number } {
  const starts = from.isHalf && !to.isHalf ? [from.minutes, from.minutes + DAY / 2] : [from.minutes]
  const ends = to.isHalf ? [to.minutes, to.minutes + DAY / 2] : [to.minutes]
  const spans = starts.flatMap((start) => ends.map((end) => ({ start: start % DAY, length: forward(start, end) })))
  return spans.reduce((best, next) => (next.length < best.length ? next : best))
}
