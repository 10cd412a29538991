// What is to be found in a text: each as it is written, in its order. Every search looks at a bounded piece around a sign that
// all of its kind have, so that no text makes it slow.
import { dayOfFigures, figuresIn, LAST_YEAR } from '../dates/figures.ts'
import { readDate } from '../dates/written.ts'
import { writtenMonth } from '../dates/written-months.ts'

/** Each once, in the order in which they come first; `key` says which are the same. */
function each(found: readonly string[], key: (one: string) => string = (one) => one): string[] {
  const seen = new Map<string, string>()
  for (const one of found) if (!seen.has(key(one))) seen.set(key(one), one)
  return [...seen.values()]
}

const LOCAL = /[\p{L}\p{N}!#$%&'*+/=?^_`{|}~.-]{1,64}$/u
const HOST = /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.){1,8}\p{L}[\p{L}\p{N}-]{0,61}[\p{L}\p{N}]/u

/** Addresses of e-mail (RFC 5322's dot-atoms at a host of two parts or more). */
export function emailsIn(text: string): string[] {
  const found: string[] = []
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    const local = LOCAL.exec(text.slice(Math.max(0, at - 64), at))?.[0].replace(/^(?:[.'`/=?^{|}~*]|mailto)+/u, '')
    const host = HOST.exec(text.slice(at + 1, at + 255))?.[0]
    if (local && host && !local.endsWith('.') && !local.includes('..')) found.push(`${local}@${host}`)
  }
  return each(found, (one) => one.toLowerCase())
}

const LINK = /(?<![\p{L}\p{N}])(?:https?:\/\/|ftp:\/\/|www\.)[^\s<>"“”„«»「」『』（）、。，；|\\^`{}]{2,2000}/giu
const CLOSING: Readonly<Record<string, string>> = { ')': '(', ']': '[' }

/** Without what belongs to the sentence: a full stop, a bracket that was opened before the address. */
function withoutSentence(link: string): string {
  let end = link.length
  const counts = new Map([...'()[]'].map((sign) => [sign, link.split(sign).length - 1]))
  const count = (sign: string) => counts.get(sign) ?? 0
  for (; end > 0; end--) {
    const last = link[end - 1] as string
    if (/[.,;:!?'’*_…]/u.test(last)) continue
    const opening = CLOSING[last]
    if (!opening || count(opening) >= count(last)) break
    counts.set(last, count(last) - 1)
  }
  return link.slice(0, end)
}

export const linksIn = (text: string): string[] =>
  each(
    Array.from(text.matchAll(LINK), ([link]) =>
      withoutSentence(link.length > 500 ? link : link.replace(/\]\(.*$/, '')),
    ).filter((link) => /[\p{L}\p{N}]\.\p{L}|\/\/[\p{L}\p{N}[]/u.test(link)),
  )

const NUMBER =
  /(?<![\p{L}\p{N}_])(?<!\p{N}[.,])(?:(?<![\p{N}\p{L})])[-+\u2212](?=\p{Nd}))?\p{Nd}{1,40}(?:[.,'’\u00a0\u202f]\p{Nd}{1,40}){0,20}(?:\s?%)?/gu

/** Numbers as they are written, each as often as it stands there. */
export const numbersIn = (text: string): string[] => Array.from(text.matchAll(NUMBER), ([number]) => number)

const FIGURES =
  /(?<![\p{N}.,/-])\p{Nd}{1,4}\s?(?:[-/.]\s?\p{Nd}{1,2}\s?[-/.]\s?\p{Nd}{1,4}(?![\p{N}/-]|[.,]\p{N})|年|년)/gu
const EAST = /^(?:\d{2,4}\s?[年년]\s?)?\d{1,2}\s?[月월](?:\s?\d{1,2}\s?[日일号])?/u
const EAST_MONTH = /(?<!\d|年|년\s?)\d{1,2}\s?[月월]\s?\d{1,2}\s?[日일号]/gu
const WORD = /\p{L}[\p{L}\p{M}]{2,13}/gu
const DAY_BEFORE = /(?<![\p{N}.,/:-])(\d{1,2})(?:st|nd|rd|th|er|ère|º|ª|\.)?[\s\u00a0-]{1,2}(?:of |de |di |د )?$/iu
const YEAR_BEHIND = /^\.?(?:,?[\s\u00a0]|-| de | del )(?:de |del )?(\d{4})(?!\p{N})/iu
const DAY_BEHIND = /^\.?[\s\u00a0](\d{1,2})(?:st|nd|rd|th)?(?![\p{N}:%]|[.,]\d)(?:,?[\s\u00a0](\d{4})(?!\p{N}))?/iu

interface Found {
  at: number
  text: string
}

/** Names of months in the languages that `writtenMonth` does not have; all others are read by it. */
const MORE_MONTHS = new Set(
  (
    'января февраля марта апреля мая июня июля августа сентября октября ноября декабря ' +
    'январь февраль март апрель май июнь июль август сентябрь октябрь ноябрь декабрь ' +
    'січня лютого березня квітня травня червня липня серпня вересня жовтня листопада грудня ' +
    'يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر ' +
    'जनवरी फ़रवरी फरवरी मार्च अप्रैल मई जून जुलाई अगस्त सितंबर सितम्बर अक्टूबर अक्तूबर नवंबर नवम्बर दिसंबर दिसम्बर'
  ).split(' '),
)

function datesInWords(text: string): Found[] {
  const found: Found[] = []
  for (const match of text.matchAll(WORD)) {
    const word = match[0]
    if (writtenMonth(word) === null && !MORE_MONTHS.has(word.toLowerCase())) continue
    const end = match.index + word.length
    const head = text.slice(Math.max(0, match.index - 12), match.index)
    const tail = text.slice(end, end + 16)
    const day = DAY_BEFORE.exec(head)
    if (day && Number(day[1]) >= 1 && Number(day[1]) <= 31) {
      const year = YEAR_BEHIND.exec(tail)?.[0] ?? ''
      const at = match.index - day[0].length
      found.push({ at, text: text.slice(at, end + year.length) })
      continue
    }
    // “may 3 people come” is no date: a month before its day has a capital.
    const behind = /^\p{Ll}/u.test(word) ? null : DAY_BEHIND.exec(tail)
    const isDay = behind && Number(behind[1]) >= 1 && Number(behind[1]) <= 31
    const year = isDay ? null : YEAR_BEHIND.exec(tail)
    if (isDay || year)
      found.push({
        at: match.index,
        text: text.slice(match.index, end + ((isDay ? behind : year) as RegExpExecArray)[0].length),
      })
  }
  return found
}

function datesInFigures(text: string): Found[] {
  const found: Found[] = []
  for (const match of text.matchAll(FIGURES)) {
    const said = text.slice(match.index, match.index + 24)
    const east = EAST.exec(said)
    const figures = east ? null : figuresIn(said)
    const isDay =
      figures && (['dmy', 'mdy'] as const).some((order) => dayOfFigures(figures.parts, order, LAST_YEAR) !== null)
    if (east) found.push({ at: match.index, text: east[0] })
    else if (isDay) found.push({ at: match.index, text: match[0].trimEnd() })
  }
  for (const match of text.matchAll(EAST_MONTH)) found.push({ at: match.index, text: match[0] })
  return found
}

/** Dates in figures and in words (with a day or a year beside the month), each once. */
export const datesIn = (text: string): string[] =>
  each([...datesInFigures(text), ...datesInWords(text)].sort((a, b) => a.at - b.at).map((one) => one.text.trim()))

const PHONE = /(?<![\p{L}\p{N}.,:/_@#-])(?:\+|\(|00|\d)[\d\u00a0 ()./\u2010-\u2013-]{5,24}\d(?![\p{N}@]|[.,]\d|\s?%)/gu

/** Whether digits with signs between them are one to call: neither a date, an amount, years nor the number of a card. */
function isPhone(said: string): boolean {
  const digits = said.replace(/\D/g, '').length
  if (digits < 7 || digits > 15) return false
  if (said.startsWith('+')) return true
  if (/^\d{1,3}(?:[., \u00a0]\d{3})+$/.test(said) && !said.startsWith('0'))
    return /^\d{3}[. ]\d{3}[. ]\d{3,4}$/.test(said) && digits > 9
  if (
    /^(?:19|20)\d\d\s?[-\u2013/]\s?(?:19|20)\d\d$/.test(said) ||
    readDate(said) !== null ||
    /^\d{1,3}(?:\.\d{1,3}){3}$/.test(said)
  )
    return false
  const groups = said.split(/\D+/).filter((group) => group !== '')
  if (groups.length === 1) return said.startsWith('0') && digits >= 8
  return (
    groups.every((group, at) => group.length >= 2 || at === 0) && digits <= 14 && (groups.at(-1) as string).length >= 2
  )
}

/** Telephone numbers as people write them, each once. */
export const phonesIn = (text: string): string[] =>
  each(
    Array.from(text.matchAll(PHONE), ([said]) =>
      (said.split('(').length > said.split(')').length ? said.replace(/^\(/, '') : said).trim(),
    ).filter(isPhone),
    (one) => one.replace(/[^\d+]/g, ''),
  )

const HASHTAG = /(?<![\p{L}\p{N}_&/#＃])[#＃][\p{L}\p{N}\p{M}_]{1,100}(?![\p{L}\p{N}\p{M}_#＃])/gu

/** Each once, whatever its case; `#1` is none. */
export const hashtagsIn = (text: string): string[] =>
  each(
    Array.from(text.matchAll(HASHTAG), ([tag]) => tag).filter((tag) => /\p{L}/u.test(tag)),
    (one) => one.toLowerCase(),
  )
