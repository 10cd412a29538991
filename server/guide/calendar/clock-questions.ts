import { clockDistance, clockShift, clockSpan, fromNow } from './clocks.ts'
import type { Question } from './question.ts'

const time = "(?:\\d{1,2}(?:[:.h]\\d{2})?(?: ?[ap]\\.?m\\.?)?(?: o'clock)?|noon|midday|midnight)"
const exact = '(?:\\d{1,2}[:h]\\d{2}(?: ?[ap]\\.?m\\.?)?|\\d{1,2}(?:\\.\\d{2})? ?[ap]\\.?m\\.?|noon|midday|midnight)'
const unit = 'hours(?: and minutes)?|minutes|mins|seconds|long|time'

/** Questions about times of day and spans of hours and minutes. */
export const clockQuestions: Question[] = [
  {
    pattern: new RegExp(
      `^(?:how (?:many |much )?)?(?<unit>${unit})(?: are there| is there| is it| are| is)? (?:between|from) (?<a>${time}) (?:and|to|until|till|through|-|–) (?<b>${time})$`,
      'iu',
    ),
    answer: ({ unit: asked, a, b }, asker) => clockSpan(a, b, asked ?? '', asker),
  },
  {
    pattern: new RegExp(
      `^(?:from |between )?(?<a>${time}) ?(?:to|and|until|till|-|–) ?(?<b>${time}),? (?:is |are )?how (?:many |much )?(?<unit>${unit})(?: is (?:it|that)| are (?:there|that))?$`,
      'iu',
    ),
    answer: ({ unit: asked, a, b }, asker) => clockSpan(a, b, asked ?? '', asker),
  },
  {
    pattern: new RegExp(
      `^(?:the )?(?:time )?(?:difference|duration|interval|time)(?: is it| is)? (?:between|from) (?<a>${exact}) (?:and|to|until|till) (?<b>${exact})$`,
      'iu',
    ),
    answer: ({ a, b }, asker) => clockSpan(a, b, 'hours', asker),
  },
  {
    pattern: new RegExp(`^(?<a>${exact}) ?(?:-|–|−|minus) ?(?<b>${exact})$`, 'iu'),
    answer: ({ a, b }, asker) => clockDistance(a, b, asker),
  },
  {
    pattern: new RegExp(`^(?<a>${exact}) ?(?<sign>\\+|plus|-|−|minus|and) ?(?<d>.{2,40})$`, 'iu'),
    answer: ({ a, sign, d }, asker) => clockShift(a, d, /\+|plus|and/iu.test(sign ?? '') ? 1 : -1, asker),
  },
  {
    pattern: new RegExp(`^(?<verb>add|subtract|take) (?<d>.{2,40}?) (?:to|from|off) (?<a>${exact})$`, 'iu'),
    answer: ({ verb, d, a }, asker) => clockShift(a, d, verb?.toLowerCase() === 'add' ? 1 : -1, asker),
  },
  {
    pattern: new RegExp(
      `^(?:what time (?:is it |is |will it be )?|what is |what's )?(?<d>.{2,40}?) (?<way>after|before|past|from) (?<a>${exact})$`,
      'iu',
    ),
    answer: ({ d, way, a }, asker) => clockShift(a, d, way?.toLowerCase() === 'before' ? -1 : 1, asker),
  },
  {
    pattern:
      /^(?:what (?:time|is the time) (?:is it|will it be|is that|is) |(?:the )?time )?in (?<d>.{2,40}?)(?: from now)?$/iu,
    answer: ({ d }, asker) => fromNow(d, 1, asker),
  },
  {
    pattern:
      /^(?:what time (?:is it |is |was it |was |will it be )|when (?:is|was) )?(?<d>.{2,40}?) (?<way>from now|ago|earlier|later)$/iu,
    answer: ({ d, way }, asker) => fromNow(d, /ago|earlier/iu.test(way ?? '') ? -1 : 1, asker),
  },
]
