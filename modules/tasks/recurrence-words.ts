import { type Day, parts, weekday } from './calendar-days.ts'
import { formatInterval, formatRule, type Interval, newRule, type Rule } from './recurrence.ts'

/** A recurrence found in a sentence, and where. */
export interface FoundRecurrence {
  recurrence: string
  start: number
  end: number
  /** True when the words name a day (every Monday, the 1st), so that its first day follows from them alone. */
  namesDay: boolean
}

const NUMBERS = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
]
const ORDINALS: Record<string, number> = { first: 1, second: 2, third: 3, fourth: 4, fifth: 5, last: -1 }
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

const DAY_NAME =
  '(?:mon(?:days?)?|tue(?:s(?:days?)?)?|wed(?:nesdays?)?|thu(?:r(?:s(?:days?)?)?)?|fri(?:days?)?|sat(?:urdays?)?|sun(?:days?)?)\\b'
const MONTH_NAME =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\b'
const ORDINAL = '(?:first|second|third|fourth|fifth|last|\\d{1,2}(?:st|nd|rd|th))\\b'
const NUMBER = `(?:\\d{1,3}|${NUMBERS.slice(1).join('|')})`
const AND = '(?:\\s*,\\s*(?:and\\s+)?|\\s+and\\s+|\\s*&\\s*)'
const EVERY = '(?:every|each)(!)?'

const weekdayNamed = (name: string) =>
  ['su', 'mo', 'tu', 'we', 'th', 'fr', 'sa'].indexOf(name.slice(0, 2).toLowerCase())
const monthNamed = (name: string) => MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1
const numberNamed = (text: string) =>
  /^\d/.test(text) ? Number.parseInt(text, 10) : NUMBERS.indexOf(text.toLowerCase())
const ordinalNamed = (text: string) => ORDINALS[text.toLowerCase()] ?? Number.parseInt(text, 10)
const all = (pattern: string, text: string) => text.match(new RegExp(pattern, 'gi')) ?? []
const workdays = [1, 2, 3, 4, 5].map((day) => ({ ordinal: 0, weekday: day }))

/** The 29th to 31st fall on the last day of a shorter month. */
const monthDay = (date: number): Partial<Rule> =>
  date <= 28
    ? { byMonthDay: [date] }
    : { byMonthDay: Array.from({ length: date - 27 }, (_, n) => 28 + n), bySetPosition: [-1] }

interface Form {
  pattern: string
  /** Null when the words turn out to mean something else. */
  read: (found: RegExpExecArray) => Rule | Interval | null
  namesDay?: boolean
}

const frequencyOf: Record<string, Rule['frequency']> = {
  day: 'DAILY',
  week: 'WEEKLY',
  month: 'MONTHLY',
  year: 'YEARLY',
}

function everySo(found: RegExpExecArray): Rule | Interval | null {
  const [, afterDone, count = '1', unit = ''] = found
  const every = /^other$/i.test(count)
    ? 2
    : /^(second|third|fourth)$/i.test(count)
      ? ordinalNamed(count)
      : numberNamed(count)
  const name = unit.toLowerCase().replace(/s$/, '')
  if (!every || every > 999) return null
  if (/^(weekday|workday|business day)$/.test(name)) {
    if (every === 1 && !afterDone) return newRule('WEEKLY', { byDay: workdays })
    return { strict: !afterDone, every, unit: 'b' }
  }
  if (name === 'weekend') return newRule('WEEKLY', { interval: every, byDay: [{ ordinal: 0, weekday: 6 }] })
  if (afterDone) return { strict: false, every, unit: name[0] as Interval['unit'] }
  return newRule(frequencyOf[name] as Rule['frequency'], { interval: every })
}

function ordinalDay(ordinal: number, name: string): Rule | null {
  const word = name.toLowerCase()
  if (word === 'day') return newRule('MONTHLY', ordinal < 0 ? { byMonthDay: [-1] } : monthDay(ordinal))
  if (/^(weekday|workday|business day)$/.test(word))
    return newRule('MONTHLY', { byDay: workdays, bySetPosition: [ordinal] })
  return Math.abs(ordinal) > 5 ? null : newRule('MONTHLY', { byDay: [{ ordinal, weekday: weekdayNamed(name) }] })
}

const inTheMonth = (dates: string): Rule | null => {
  const days = all('\\d{1,2}', dates).map(Number)
  if (days.length === 0 || days.some((day) => day < 1 || day > 31)) return null
  return newRule('MONTHLY', days.length === 1 ? monthDay(days[0] as number) : { byMonthDay: days })
}

const DATES = `\\d{1,2}(?:st|nd|rd|th)(?:${AND}(?:the\\s+)?\\d{1,2}(?:st|nd|rd|th))*`
const SPECIAL_DAY = `(?:${DAY_NAME}|weekday|workday|business day|day)`

// From the most particular to the most general: the first that matches is taken.
const forms: Form[] = [
  // every month on the 1st (and 15th) · monthly on the 1st
  {
    pattern: `\\b(?:${EVERY}\\s+month|monthly)\\s+on\\s+(?:the\\s+)?(${DATES})`,
    read: (found) => inTheMonth(found[2] as string),
    namesDay: true,
  },
  // every month on the last Friday
  {
    pattern: `\\b(?:${EVERY}\\s+month|monthly)\\s+on\\s+the\\s+(${ORDINAL})\\s+(${SPECIAL_DAY})`,
    read: (found) => ordinalDay(ordinalNamed(found[2] as string), found[3] as string),
    namesDay: true,
  },
  // (on) the last Friday of every month · the 1st of each month
  {
    pattern: `\\b(?:on\\s+)?the\\s+(${ORDINAL})\\s+(${SPECIAL_DAY})\\s+of\\s+(?:every|each|the)\\s+month`,
    read: (found) => ordinalDay(ordinalNamed(found[1] as string), found[2] as string),
    namesDay: true,
  },
  {
    pattern: `\\b(?:on\\s+)?the\\s+(${DATES})\\s+of\\s+(?:every|each)\\s+month`,
    read: (found) => inTheMonth(found[1] as string),
    namesDay: true,
  },
  // every first Monday (of the month) · every last day of the month
  {
    pattern: `\\b${EVERY}\\s+(${ORDINAL})\\s+(${DAY_NAME}|weekday|workday|business day)(?:\\s+of\\s+(?:the|every|each)\\s+month)?`,
    read: (found) => ordinalDay(ordinalNamed(found[2] as string), found[3] as string),
    namesDay: true,
  },
  {
    pattern: `\\b${EVERY}\\s+(last|first)\\s+day\\s+of\\s+(?:the|every|each)\\s+month`,
    read: (found) => ordinalDay(ordinalNamed(found[2] as string), 'day'),
    namesDay: true,
  },
  // every 5 January · every January 5th · every year on 5 Jan · yearly on Jan 5
  {
    pattern: `\\b(?:${EVERY}(?:\\s+year\\s+on)?|yearly\\s+on|annually\\s+on)\\s+(?:the\\s+)?(\\d{1,2})(?:st|nd|rd|th)?\\s+(?:of\\s+)?(${MONTH_NAME})`,
    read: (found) => newRule('YEARLY', { byMonth: [monthNamed(found[3] as string)], byMonthDay: [Number(found[2])] }),
    namesDay: true,
  },
  {
    pattern: `\\b(?:${EVERY}(?:\\s+year\\s+on)?|yearly\\s+on|annually\\s+on)\\s+(${MONTH_NAME})\\s+(\\d{1,2})(?:st|nd|rd|th)?\\b`,
    read: (found) => newRule('YEARLY', { byMonth: [monthNamed(found[2] as string)], byMonthDay: [Number(found[3])] }),
    namesDay: true,
  },
  // every 1st · every 1st and 15th (of the month)
  {
    pattern: `\\b${EVERY}\\s+(${DATES})(?:\\s+(?:day\\s+)?of\\s+(?:the|every|each)\\s+month)?(?!\\s+(?:day|week|month|year))`,
    read: (found) => inTheMonth(found[2] as string),
    namesDay: true,
  },
  // every Monday, Wednesday and Friday · every other Tuesday
  {
    pattern: `\\b(?:${EVERY}(?:\\s+week\\s+on)?|weekly\\s+on)\\s+((?:other|second)\\s+)?(${DAY_NAME}(?:${AND}${DAY_NAME})*)`,
    read: (found) =>
      newRule('WEEKLY', {
        interval: found[2] ? 2 : 1,
        byDay: all(DAY_NAME, found[3] as string).map((name) => ({ ordinal: 0, weekday: weekdayNamed(name) })),
      }),
    namesDay: true,
  },
  // every 3 days after it is done
  {
    pattern: `\\bevery\\s+(?:(${NUMBER})\\s+)?(days?|weeks?|months?|years?|business days?)\\s+after\\s+(?:it\\s+is\\s+|it['’]s\\s+|being\\s+)?(?:done|completed|completion)`,
    read: (found) => ({
      strict: false,
      every: numberNamed(found[1] ?? '1'),
      unit: (found[2] as string)[0]?.toLowerCase() as Interval['unit'],
    }),
  },
  // every day · every 2 weeks · every! 3 days · every other month · every weekday
  {
    pattern: `\\b${EVERY}\\s+(?:(other|second|third|fourth|${NUMBER})\\s+)?(days?|weeks?|months?|years?|weekdays?|workdays?|business days?|weekends?)\\b`,
    read: everySo,
  },
  // every morning: the time is read as a time
  { pattern: `\\b${EVERY}(?=\\s+(?:morning|afternoon|evening|night)\\b)`, read: () => newRule('DAILY') },
  // daily, at the end of what is said ("write the weekly report" is a title)
  {
    pattern:
      '\\b(daily|weekly|biweekly|fortnightly|monthly|quarterly|yearly|annually)\\b(?=\\s*(?:$|[.,;]|(?:at|on|from|starting|beginning|until|till|for)\\b|\\s\\s))',
    read: (found) => {
      const word = (found[1] as string).toLowerCase()
      if (word === 'biweekly' || word === 'fortnightly') return newRule('WEEKLY', { interval: 2 })
      if (word === 'quarterly') return newRule('MONTHLY', { interval: 3 })
      return newRule(word === 'annually' ? 'YEARLY' : (word.toUpperCase() as Rule['frequency']))
    },
  },
]

/** Finds words that say "again and again" in English. Times, starts and ends are read elsewhere. */
export function findRecurrence(text: string): FoundRecurrence | null {
  for (const form of forms) {
    const found = new RegExp(form.pattern, 'i').exec(text)
    const meant = found && form.read(found)
    if (!found || !meant) continue
    return {
      recurrence: 'frequency' in meant ? formatRule(meant) : formatInterval(meant),
      start: found.index,
      end: found.index + found[0].length,
      namesDay: form.namesDay ?? ('frequency' in meant && meant.byDay.length > 0),
    }
  }
  return null
}

/** "Every month" from the 31st means the last day of shorter months, not a month left out. */
export function anchored(rule: Rule, first: Day): Rule {
  const { date } = parts(first)
  const bare = rule.byDay.length === 0 && rule.byMonthDay.length === 0 && rule.bySetPosition.length === 0
  if (rule.frequency === 'MONTHLY' && bare && date > 28) return { ...rule, ...monthDay(date) }
  if (rule.frequency === 'WEEKLY' && rule.byDay.length === 0)
    return { ...rule, byDay: [{ ordinal: 0, weekday: weekday(first) }] }
  return rule
}
