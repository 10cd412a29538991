import { type Day, dayParts, daysInMonth, isoWeekday } from '@atrium/domain/dates/days'
import { formatRule, newRule, type Rule } from '@atrium/domain/recurrence/rule'
import { formatInterval, isRule, type StrictInterval } from './recurrence.ts'
import {
  AND,
  all,
  DAY_NAME,
  DAYS_SAID,
  datesOfMonth,
  daysSaid,
  EVERY,
  MONTH_NAME,
  monthDay,
  monthNamed,
  monthsNamed,
  NUMBER,
  numberNamed,
  ORDINAL,
  ordinalNamed,
  weekdayNamed,
  weekdaysNamed,
  workdays,
} from './recurrence-vocabulary.ts'

/** A recurrence found in a sentence, and where. */
export interface FoundRecurrence {
  recurrence: string
  start: number
  end: number
}

interface Form {
  pattern: string
  /** Null when the words turn out to mean something else. */
  read: (found: RegExpExecArray) => Rule | StrictInterval | null
}

const frequencyOf: Record<string, Rule['frequency']> = {
  day: 'DAILY',
  week: 'WEEKLY',
  month: 'MONTHLY',
  year: 'YEARLY',
}

const EVERY_SO = `${EVERY}\\s+(?:(other|second|third|fourth|${NUMBER})\\s+)?(days?|weeks?|months?|years?|weekdays?|workdays?|business days?|weekends?)\\b`
const ADVERB = '(daily|weekly|biweekly|fortnightly|monthly|quarterly|yearly|annually)\\b'

function everySo(afterDone: string | undefined, count = '1', unit = ''): Rule | StrictInterval | null {
  const every = /^other$/i.test(count)
    ? 2
    : /^(second|third|fourth)$/i.test(count)
      ? ordinalNamed(count)
      : numberNamed(count)
  const name = unit.toLowerCase().replace(/s$/, '')
  if (!every || every > 999) return null
  if (/^(weekday|workday|business day)$/.test(name)) {
    if (every === 1 && !afterDone) return newRule('WEEKLY', { byDay: workdays })
    return { strict: !afterDone, every, unit: 'business day' }
  }
  if (name === 'weekend') return newRule('WEEKLY', { interval: every, byDay: [{ ordinal: 0, weekday: 6 }] })
  if (afterDone) return { strict: false, every, unit: name as StrictInterval['unit'] }
  return newRule(frequencyOf[name] as Rule['frequency'], { interval: every })
}

function byAdverb(said: string): Rule {
  const word = said.toLowerCase()
  if (word === 'biweekly' || word === 'fortnightly') return newRule('WEEKLY', { interval: 2 })
  if (word === 'quarterly') return newRule('MONTHLY', { interval: 3 })
  return newRule(word === 'annually' ? 'YEARLY' : (word.toUpperCase() as Rule['frequency']))
}

function ordinalDay(ordinal: number, name: string): Rule | null {
  const word = name.toLowerCase()
  if (ordinal === 0 || ordinal > 31) return null
  if (word === 'day') return newRule('MONTHLY', ordinal < 0 ? { byMonthDay: [-1] } : monthDay(ordinal))
  if (/^(weekday|workday|business day)$/.test(word))
    return newRule('MONTHLY', { byDay: workdays, bySetPosition: [ordinal] })
  return Math.abs(ordinal) > 5 ? null : newRule('MONTHLY', { byDay: [{ ordinal, weekday: weekdayNamed(name) }] })
}

const inTheMonth = (dates: string): Rule | null => {
  const days = datesOfMonth(all('\\d{1,2}', dates).map(Number))
  return days && newRule('MONTHLY', days)
}

function onceAYear(named: string, said: string): Rule | null {
  const month = monthNamed(named)
  const date = Number(said)
  return date < 1 || date > daysInMonth(2024, month)
    ? null
    : newRule('YEARLY', { byMonth: [month], byMonthDay: [date] })
}

const DATES = `\\d{1,2}(?:st|nd|rd|th)(?:${AND}(?:the\\s+)?\\d{1,2}(?:st|nd|rd|th))*`
const EACH_YEAR = '(?:(?:every|each)\\s+year|yearly|annually)\\b'
const SPECIAL_DAY = `(?:${DAY_NAME}|weekday|workday|business day|day)`

// From the most particular to the most general: the first that matches is taken.
const forms: Form[] = [
  // every 2 weeks on Friday · every month on the 1st and 15th · every year on the last Monday in May and June
  {
    pattern: `\\b(?:${EVERY_SO}|${ADVERB})\\s+on\\s+(${DAYS_SAID})(?:\\s+in\\s+(${MONTH_NAME}(?:${AND}${MONTH_NAME})*))?`,
    read: ([, afterDone, count, unit, adverb, days = '', months = '']) => {
      const rule = adverb ? byAdverb(adverb) : everySo(afterDone, count, unit)
      if (!rule || !isRule(rule) || rule.byDay.length > 0) return null
      const said = daysSaid(rule.frequency, days)
      return said && { ...rule, ...said, byMonth: monthsNamed(months) }
    },
  },
  // (on) the last Friday of every month · the 1st of each month
  {
    pattern: `\\b(?:on\\s+)?the\\s+(${ORDINAL})\\s+(${SPECIAL_DAY})\\s+of\\s+(?:every|each|the)\\s+month`,
    read: (found) => ordinalDay(ordinalNamed(found[1] as string), found[2] as string),
  },
  {
    pattern: `\\b(?:on\\s+)?the\\s+(${DATES})\\s+of\\s+(?:every|each)\\s+month`,
    read: (found) => inTheMonth(found[1] as string),
  },
  // every first Monday (of the month) · every last day of the month
  {
    pattern: `\\b${EVERY}\\s+(${ORDINAL})\\s+(${DAY_NAME}|weekday|workday|business day)(?:\\s+of\\s+(?:the|every|each)\\s+month)?`,
    read: (found) => ordinalDay(ordinalNamed(found[2] as string), found[3] as string),
  },
  {
    pattern: `\\b${EVERY}\\s+(last|first)\\s+day\\s+of\\s+(?:the|every|each)\\s+month`,
    read: (found) => ordinalDay(ordinalNamed(found[2] as string), 'day'),
  },
  // every 5 January · every January 5th · every year on 5 Jan · yearly on Jan 5
  {
    pattern: `\\b(?:${EVERY}(?:\\s+year\\s+on)?|yearly\\s+on|annually\\s+on)\\s+(?:the\\s+)?(\\d{1,2})(?:st|nd|rd|th)?\\s+(?:of\\s+)?(${MONTH_NAME})`,
    read: (found) => onceAYear(found[3] as string, found[2] as string),
  },
  {
    pattern: `\\b(?:${EVERY}(?:\\s+year\\s+on)?|yearly\\s+on|annually\\s+on)\\s+(${MONTH_NAME})\\s+(\\d{1,2})(?:st|nd|rd|th)?\\b`,
    read: (found) => onceAYear(found[2] as string, found[3] as string),
  },
  // 5 May every year · on May 5th, yearly
  {
    pattern: `\\b(?:on\\s+)?(?:the\\s+)?(\\d{1,2})(?:st|nd|rd|th)?\\s+(?:of\\s+)?(${MONTH_NAME})\\s*,?\\s+${EACH_YEAR}`,
    read: (found) => onceAYear(found[2] as string, found[1] as string),
  },
  {
    pattern: `\\b(?:on\\s+)?(${MONTH_NAME})\\s+(?:the\\s+)?(\\d{1,2})(?:st|nd|rd|th)?\\s*,?\\s+${EACH_YEAR}`,
    read: (found) => onceAYear(found[1] as string, found[2] as string),
  },
  // every 1st · every 1st and 15th (of the month)
  {
    pattern: `\\b${EVERY}\\s+(${DATES})(?:\\s+(?:day\\s+)?of\\s+(?:the|every|each)\\s+month)?(?!\\s+(?:day|week|month|year))`,
    read: (found) => inTheMonth(found[2] as string),
  },
  // every Monday, Wednesday and Friday · every other Tuesday
  {
    pattern: `\\b${EVERY}\\s+((?:other|second)\\s+)?(${DAY_NAME}(?:${AND}${DAY_NAME})*)`,
    read: (found) => newRule('WEEKLY', { interval: found[2] ? 2 : 1, byDay: weekdaysNamed(found[3] as string) }),
  },
  // every 3 days after it is done · every week after the due date
  {
    pattern: `\\bevery\\s+(?:(${NUMBER})\\s+)?(days?|weeks?|months?|years?|business days?)\\s+after\\s+(?:(?:it\\s+is\\s+|it['’]s\\s+|being\\s+)?(?:done|completed|completion)|(the\\s+due\\s+(?:date|day)))`,
    read: ([, count = '1', unit = '', due]) => {
      const every = numberNamed(count)
      return every
        ? { strict: due !== undefined, every, unit: unit.toLowerCase().replace(/s$/, '') as StrictInterval['unit'] }
        : null
    },
  },
  // every day · every 2 weeks · every! 3 days · every other month · every weekday
  { pattern: `\\b${EVERY_SO}`, read: ([, afterDone, count, unit]) => everySo(afterDone, count, unit) },
  // every morning: the time is read as a time
  { pattern: `\\b${EVERY}(?=\\s+(?:morning|afternoon|evening|night)\\b)`, read: () => newRule('DAILY') },
  // daily, at the end of what is said ("write the weekly report" is a title)
  {
    pattern: `\\b${ADVERB}(?=\\s*(?:$|[.,;]|(?:at|on|from|starting|beginning|until|till|for)\\b|\\s\\s))`,
    read: ([, adverb]) => byAdverb(adverb as string),
  },
]

const compiled = forms.map((form) => ({ form, pattern: new RegExp(form.pattern, 'i') }))

/** Finds words that say "again and again" in English. Times, starts and ends are read elsewhere. */
export function findRecurrence(text: string): FoundRecurrence | null {
  for (const { pattern, form } of compiled) {
    const found = pattern.exec(text)
    const meant = found && form.read(found)
    if (!found || !meant) continue
    return {
      recurrence: isRule(meant) ? formatRule(meant) : formatInterval(meant),
      start: found.index,
      end: found.index + found[0].length,
    }
  }
  return null
}

/** "Every month" from the 31st means the last day of shorter months, not a month left out. */
export function anchored(rule: Rule, first: Day): Rule {
  const { date } = dayParts(first)
  const bare = rule.byDay.length === 0 && rule.byMonthDay.length === 0 && rule.bySetPosition.length === 0
  if (rule.frequency === 'MONTHLY' && bare && date > 28) return { ...rule, ...monthDay(date) }
  if (rule.frequency === 'WEEKLY' && rule.byDay.length === 0)
    return { ...rule, byDay: [{ ordinal: 0, weekday: isoWeekday(first) }] }
  return rule
}
