import { dayOfYear, dayParts, isLeapYear, isoWeek } from '@atrium/domain/dates/days'
import {
  ageFrom,
  currentPeriod,
  leap,
  monthLength,
  shifted,
  shiftedBy,
  weekdayOf,
  weekNumber,
  whenIs,
  workingDaysIn,
} from './answers.ts'
import { clockQuestions } from './clock-questions.ts'
import { dayQuestions } from './day-questions.ts'
import { readDuration } from './durations.ts'
import type { Question } from './question.ts'
import { clockNow, type Moment, showDay, showTime, today } from './reading.ts'
import { between, dayIn, sinceDate, surely, unitOf, unplaced, until } from './spans.ts'
import { convertTime, timeDifference, timeIn } from './times.ts'
import { zoneOf } from './zones.ts'

const unitWords =
  'days|weeks|months|years|hours|minutes|seconds|nights|sleeps|working days|business days|weekdays|workdays|day|week|month|hour|year'

const thisYear = (moment: Moment): number => dayParts(today(moment)).year

export const questions: Question[] = [
  ...clockQuestions,
  ...dayQuestions,
  {
    pattern:
      /^(?:what(?:'s|s| is| was| will be)? )?(?:the )?(?:date (?:of |for )?)?(?<d>tomorrow|yesterday|the day (?:after tomorrow|before yesterday))(?:'s)?(?: date)?$/iu,
    answer: ({ d }, asker) =>
      shifted(/the day/iu.test(d ?? '') ? '2 days' : '1 day', undefined, /tomorrow/iu.test(d ?? '') ? 1 : -1, asker),
  },
  {
    pattern:
      /^(?:how many )?(?<unit>days|weeks|months|working days|business days|weekdays) (?:are |do we have )?(?:left|remaining|remain|to go) (?:in|of) (?:the|this) year$/iu,
    answer: ({ unit }, asker) => until(`31 December ${thisYear(asker.moment)}`, unitOf(unit), asker),
  },
  {
    pattern:
      /^(?:how many )?(?:iso )?(?:calendar )?weeks (?:are |are there |does )?(?:in )?(?:the year )?(?<year>\d{4})(?: have)?$/iu,
    answer: ({ year }) =>
      Number(year) < 1 ? null : `${year} has **${isoWeek(`${year}-12-28`).week} calendar weeks** (ISO 8601).`,
  },
  {
    pattern:
      /^(?:how many )?(?:working days|business days|weekdays|workdays) (?:are |are there |does )?(?:in )?(?<month>this month|[a-z]{3,9})(?: (?<year>\d{4}))?(?: have| has)?$/iu,
    answer: ({ month, year }, asker) => workingDaysIn(month, year, asker),
  },
  {
    pattern:
      /^when (?:it's |it is |its )?(?<time>[\d:.]{1,5} ?(?:[ap]\.?m?\.?)?|noon|midnight)(?: in)? (?<from>.{2,30}?),? (?:what|which) time (?:is it|will it be) in (?<to>.{2,30})$/iu,
    answer: ({ time, from, to }, { moment }) => convertTime(time ?? '', from ?? '', to ?? '', moment),
  },
  {
    pattern: /^(?:is|are we in) (?:it|this(?: year)?|the current year)? ?(?:in )?a leap[ -]year(?: now| this year)?$/iu,
    answer: (_, { moment }) => leap(String(thisYear(moment))),
  },
  {
    pattern: /^(?:what|which) (?<unit>year|month|quarter) (?:is it|are we in|is this|is it now)(?: now| today)?$/iu,
    answer: ({ unit }, { moment }) => currentPeriod((unit ?? '').toLowerCase(), moment),
  },
  {
    pattern:
      /^(?:(?:what|which) day (?:of the week )?(?:is it|is today|it is|is it today)|(?:what(?:'s|s| is))? ?(?:the date|today's date|the date today|the day today|today)|(?:what|which) date (?:is it|is today|is it today)|(?:the )?current date|what day is today)$/iu,
    answer: (_, { moment }) => `Today is **${showDay(today(moment), moment.locale)}**.`,
  },
  {
    pattern:
      /^(?:what(?:'s|s| is)? )?(?:the )?(?:current )?time(?: is it)?(?: is it)?(?: now| right now| here)?$|^(?:what's|whats) the time$/iu,
    answer: (_, { moment }) => `It is **${showTime(clockNow(moment), moment.locale)}** where you are (${moment.zone}).`,
  },
  {
    pattern:
      /^(?:what(?:'s|s| is)? )?(?:the )?(?:current |local )?time(?: is it)?(?: now| right now)? (?:in|at) (?<place>.{2,40}?)(?: now| right now)?$/iu,
    answer: ({ place }, { moment }) =>
      zoneOf(place ?? '')
        ? timeIn(place ?? '', moment)
        : /\d|when|if/u.test(place ?? '')
          ? null
          : unplaced(place ?? ''),
  },
  {
    pattern:
      /^(?:what(?:'s|s| is) )?(?:the )?time (?:zone )?difference (?:between|from) (?<a>.{2,40}?) (?:and|to) (?<b>.{2,40})$/iu,
    answer: ({ a, b }, { moment }) =>
      timeDifference(a ?? '', b ?? '', moment) ?? unplaced(zoneOf(a ?? '') ? (b ?? '') : (a ?? '')),
  },
  {
    pattern:
      /^(?:what(?:'s|s| is)? )?(?:time is )?(?:it )?(?:in (?<to>.{2,30}?) )?(?:when|if|at) (?:it's |it is |its )?(?<time>[\d:.]{1,5} ?(?:[ap]\.?m?\.?)?|noon|midnight)(?: in)? (?<from>.{2,30})$/iu,
    answer: ({ time, from, to }, { moment }) => convertTime(time ?? '', from ?? '', to ?? null, moment),
  },
  {
    pattern:
      /^(?:what(?:'s|s| is)? )?(?:time is )?(?:convert )?(?<time>[\d:.]{1,5} ?(?:[ap]\.?m?\.?(?= |$))?|noon|midnight)(?: in)? (?<from>.{2,30}?) (?:in|to|into|for|=) (?<to>.{2,30})$/iu,
    answer: ({ time, from, to }, { moment }) => convertTime(time ?? '', from ?? '', to ?? '', moment),
  },
  {
    pattern:
      /^(?:what(?:'s|s| is)? )?(?:time is )?(?<time>[\d:.]{1,5} ?(?:[ap]\.?m?\.?(?= |$))?|noon|midnight) (?:in )?(?<from>.{2,30}?)(?: in my time(?: zone)?| for me| here)?$/iu,
    answer: ({ time, from }, { moment }) => convertTime(time ?? '', from ?? '', null, moment),
  },
  {
    pattern: new RegExp(
      `^(?:how many )?(?:more )?(?<unit>${unitWords})(?: are there| are left| is it| left| to go| do (?:i|we) have)?(?: left)? (?:until|till|til|to|before) (?<date>.{2,60}?)(?: comes)?$`,
      'iu',
    ),
    // "day to day" is no question.
    answer: ({ unit, date }, asker) =>
      /^(?:day|week|month|year|hour)s?$/iu.test(date ?? '') ? null : until(date, unitOf(unit), asker),
  },
  {
    pattern:
      /^(?:how (?:long|far|soon)(?: is it| is| until)?|countdown|time(?: left)?)(?: until| till| til| to|'til) (?<date>.{2,60}?)$/iu,
    answer: async ({ date }, asker) => ((await dayIn(date, asker, 'future')) ? until(date, 'day', asker) : null),
  },
  {
    pattern: new RegExp(
      `^(?:how (?:many )?)?(?<unit>${unitWords}|long)(?: has it been| have passed| is it| ago)?(?: was| is)?(?: since)? (?<since>since )?(?<date>.{2,60}?)$`,
      'iu',
    ),
    answer: async ({ unit, date, since }, asker) => sinceDate(unit, date, Boolean(since), asker),
  },
  {
    pattern: new RegExp(
      `^(?:how (?:many )?)?(?<unit>${unitWords}|long|far)(?: are there| is it| are| is)? (?<how>between|from) (?<a>.{1,60}?) (?:and|to|until|till|through) (?<b>.{2,60})$`,
      'iu',
    ),
    answer: ({ unit, a, b }, asker) => between(a, b, unit, asker),
  },
  {
    pattern:
      /^(?:what(?:'s|s| is)? |which )?(?:day|weekday|day of the week)(?: of the week)? (?:was|is|will|does|did|were)(?: it)?(?: on)? (?<date>.{2,60}?)(?: be| fall| fall on| on)?$/iu,
    answer: async ({ date }, asker) => weekdayOf(await surely(date, asker, 'nearest'), asker),
  },
  {
    pattern:
      /^(?:on )?(?:what|which) (?:day|weekday)(?: of the week)? (?:does|did|will|is|was) (?<date>.{2,60}?) (?:fall|falls|fall on|be|on|be on)$/iu,
    answer: async ({ date }, asker) => weekdayOf(await surely(date, asker, 'nearest'), asker),
  },
  {
    pattern:
      /^(?:(?:what|which)(?:'s| is| will be| was)? )?(?:the )?(?:date |day )?(?:is |will be |was |be )?(?<d>.{3,60}?) (?<way>from now|from today|from|after|before|ago|earlier than|later than)(?: (?<date>.{2,60}))?$/iu,
    answer: ({ d, way, date }, asker) => shiftedBy(d, way, date, asker),
  },
  {
    pattern:
      /^(?:(?:what|which)(?:'s| is| will be)? )?(?:the )?(?:date |day )?(?:is it |will it be |will the date be |will be |is )?in (?<d>.{3,40}?)(?: time|' time)?$/iu,
    answer: ({ d }, asker) => shifted((d ?? '').replace(/'$/u, ''), undefined, 1, asker),
  },
  {
    pattern: /^(?<date>.{2,40}?) (?<sign>\+|plus|-|minus) (?<d>.{3,40})$/iu,
    answer: async ({ date, sign, d }, asker) =>
      readDuration(d ?? '', asker.style) && (await dayIn(date, asker, 'nearest'))
        ? shifted(d, date, /\+|plus/iu.test(sign ?? '') ? 1 : -1, asker)
        : null,
  },
  {
    pattern: /^(?<verb>add|subtract|take) (?<d>.{3,40}?) (?:to|from|off) (?<date>.{2,60})$/iu,
    answer: ({ verb, d, date }, asker) => shifted(d, date, verb?.toLowerCase() === 'add' ? 1 : -1, asker),
  },
  {
    pattern:
      /^how old (?:is|am|are|would|was|will)(?: i| you| he| she| they| a person| a child| someone| somebody| anyone)?(?: be)?(?: if| who(?: is| was)?| when)?(?: i| you| he| she| they| someone| somebody)?(?: was| were| is| am)? born (?:on |in )?(?<date>.{2,40}?)(?: be| now| today)*$/iu,
    answer: async ({ date }, asker) => ageFrom(date, asker),
  },
  {
    pattern:
      /^how old (?:will|would) (?:i|you|he|she|they|somebody|someone) be in (?<year>(?:19|20)\d{2}),? (?:if|when) (?:i was |i am |he was |she was |they were )?born (?:in )?(?<birth>(?:19|20)\d{2})$/iu,
    answer: ({ year, birth }) => {
      const age = Number(year) - Number(birth)
      return age > 0 ? `In ${year}, **${age - 1} or ${age}** years old, depending on the birthday.` : null
    },
  },
  {
    pattern:
      /^(?:(?:i|he|she|they|someone|somebody)(?:'m|'s| was| were| am| is)? )?born (?:on |in )?(?<date>.{2,40}?),? (?:how old|what(?:'s| is) (?:my|his|her|their) age)(?: am i| is he| is she| are they| is (?:someone|somebody))?(?: now| today)?$/iu,
    answer: async ({ date }, asker) => ageFrom(date, asker),
  },
  {
    pattern:
      /^(?:what(?:'s|s| is)? )?(?:the |my |his |her )?age (?:of |if |when )?(?:someone|somebody|a person|a child|i was|he was|she was|i am|you are)? ?(?:born|for birthday|with birthday) (?:on |in )?(?<date>.{2,40})$/iu,
    answer: async ({ date }, asker) => ageFrom(date, asker),
  },
  {
    pattern:
      /^(?:what(?:'s|s| is)? |which )?(?:the )?(?:iso )?(?:calendar )?week(?: number)?(?: is it| is it now| of the year(?: is it)?| now| are we in| today)?(?: (?:is|of|for|on|does) (?<date>.{2,60}?)(?: in)?)?$/iu,
    answer: ({ date }, asker) => weekNumber(date?.replace(/^(?:the |this )?(?:year|it|this)$/iu, ''), asker),
  },
  {
    pattern: /^(?:is|was|will) (?:the year )?(?<year>\d{1,4})(?: be)? a leap[ -]year$/iu,
    answer: ({ year }) => leap(year ?? '0'),
  },
  {
    pattern: /^(?:(?:when|what)(?:'s|s| is) )?(?:the )?next leap[ -]year$/iu,
    answer: (_, { moment }) => {
      let year = thisYear(moment) + 1
      while (!isLeapYear(year)) year += 1
      return `The next leap year is **${year}**.`
    },
  },
  {
    pattern:
      /^(?:how many )?days (?:are |are there |does )?(?:in )?(?<month>this month|[a-z]{3,9})(?: of)?(?: (?<year>\d{4}))?(?: have| has)?$/iu,
    answer: ({ month, year }, asker) => monthLength(month, year, asker),
  },
  {
    pattern: /^(?:how many )?days (?:are |are there )?in (?:the year )?(?<year>\d{4}|this year)$/iu,
    answer: ({ year }, { moment }) => {
      const y = year === 'this year' ? thisYear(moment) : Number(year)
      return `${y} has **${isLeapYear(y) ? 366 : 365} days**${isLeapYear(y) ? ' (a leap year)' : ''}.`
    },
  },
  {
    pattern: /^(?:what |which )?day of the year (?:is|was) (?<date>.{2,60})$/iu,
    answer: async ({ date }, asker) => {
      const day = /^(?:it|today|this)(?: today)?$/iu.test(date ?? '')
        ? today(asker.moment)
        : await surely(date, asker, 'nearest')
      return `${showDay(day, asker.moment.locale)} is day **${dayOfYear(day)}** of ${dayParts(day).year}.`
    },
  },
  {
    pattern:
      /^(?:what |which )?(?:date|when|day)(?:'s| is| was| will)?(?: be)? (?<date>(?:[\p{L}.' ]{3,30}?)(?: \d{4})?)(?: this year| on)?$/iu,
    answer: async ({ date }, asker) => whenIs(date, asker),
  },
]
