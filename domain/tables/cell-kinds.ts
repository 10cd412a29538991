// What a cell looks like, whoever wrote it. Which day 03/04 is, and which sign is the decimal one, are not asked here.

/** Characters of a number or a date with its signs; what is longer is words, and dear to try as either. */
const LONGEST = 60

const NUMBER =
  /^[(\s]*(?:[A-Z]{3}\s?|\p{Sc}\s?)?[-+−]?\s?(?:\p{Sc}\s?)?\d[\d.,'’\u00a0\u202f ]*(?:[eE][-+]?\d{1,3})?\s?(?:%|\p{Sc}|[A-Z]{3})?[-−]?[)\s]*$/u
const FRACTION = /^[-+−]?[.,]\d+$/
const TIME = String.raw`(?:[T ,]+\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:[.,]\d{1,9})?\s*(?:[ap]\.?m\.?)?\s*(?:Z|UTC|GMT)?(?:[+-]\d{1,2}:?(?:\d{2})?)?)?`
const DATE = new RegExp(
  String.raw`^(?:\d{4}([-/.])\d{1,2}\1\d{1,2}\.?|\d{1,2}([-/.])\d{1,2}\2(?:\d{4}|\d{2}))${TIME}$`,
  'i',
)
const WORDED =
  /^(?:\p{L}{2,12}\.?,? )?(?:\d{1,2}(?:st|nd|rd|th|\.)?[- ]\p{L}{3,12}\.?[-, ]+\d{2,4}|\p{L}{3,12}\.? \d{1,2}(?:st|nd|rd|th)?,? \d{4})(?: \d{1,2}:\d{2}.{0,12})?$/iu
const CJK_DATE = /^\d{4}年\d{1,2}月\d{1,2}日$|^\d{4}년 ?\d{1,2}월 ?\d{1,2}일$/
const CLOCK = /^\d{1,2}:\d{2}(?::\d{2})?(?:\s?[ap]\.?m\.?)?$/i

/** A number in any notation, with a currency, a percent sign or the brackets of accountants: `1.234,50 €`, `(12)`, `50,00-`. */
export const looksLikeNumber = (cell: string): boolean =>
  cell.length <= LONGEST && /\d/.test(cell) && (NUMBER.test(cell) || FRACTION.test(cell.trim()))

/** A date, alone or with a time: `2026-01-05`, `5.1.26`, `Jan 5, 2026`, `2026-01-05T08:00:00Z`. */
export function looksLikeDate(cell: string): boolean {
  if (cell.length < 6 || cell.length > LONGEST || !/\d/.test(cell)) return false
  const text = cell.trim()
  return DATE.test(text) || WORDED.test(text) || CJK_DATE.test(text)
}

/** A value that names no column: a number, a date, a clock's time. */
export const looksLikeValue = (cell: string): boolean =>
  looksLikeNumber(cell) || looksLikeDate(cell) || (cell.length < 14 && CLOCK.test(cell.trim()))
