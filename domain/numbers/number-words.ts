// English words for numbers: cardinals to trillions, dozens and fractions.

const small =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const parts: Readonly<Record<string, number>> = {
  half: 2,
  halves: 2,
  third: 3,
  thirds: 3,
  quarter: 4,
  quarters: 4,
  fifth: 5,
  fifths: 5,
  sixth: 6,
  sixths: 6,
  seventh: 7,
  sevenths: 7,
  eighth: 8,
  eighths: 8,
  tenth: 10,
  tenths: 10,
}
const units = new Map<string, number>([
  ...small.map((word, index): [string, number] => [word, index]),
  ...tens.map((word, index): [string, number] => [word, 20 + index * 10]),
  ['dozen', 12],
])
const scale = new Map<string, number>([
  ['thousand', 3],
  ['million', 6],
  ['billion', 9],
  ['trillion', 12],
])

const wordAt = /[a-z]+/iy
const gap = /(?:-| (?:and )?)/y

export interface SaidNumber {
  value: number
  /** What it is to be divided by: 2 of `half`. 1 but of fractions. */
  parts: number
  /** Index after the last character read. */
  end: number
}

/** Reads "twenty-five", "two hundred and six", "a hundred", "half", "three quarters"; null where no number word begins. */
export function scanNumberWords(text: string, from: number): SaidNumber | null {
  let total = 0
  let group = 0
  let at = from
  let end = from
  let last: 'start' | 'digit' | 'teen' | 'ten' | 'hundred' | 'scale' | 'dozen' = 'start'
  for (let count = 0; count < 24; count++) {
    wordAt.lastIndex = at
    const word = wordAt.exec(text)?.[0].toLowerCase()
    if (!word) break
    if (last === 'start' && (word === 'a' || word === 'an')) {
      const next =
        /^an? (hundred|thousand|million|billion|trillion|dozen|half|third|quarter|fifth|sixth|seventh|eighth|tenth)(?![a-z])/iu.exec(
          text.slice(at, at + 20),
        )
      if (!next) return null
      group = 1
      last = 'digit'
      at += word.length + 1
      continue
    }
    const unit = units.get(word)
    if (Object.hasOwn(parts, word) && (last === 'start' || last === 'digit')) {
      // "half", "a third", "three quarters"; "a half" and "one half" are the same.
      return { value: last === 'start' ? 1 : group, parts: parts[word] as number, end: at + word.length }
    }
    if (unit !== undefined && word !== 'dozen') {
      const kind = unit < 10 ? 'digit' : unit < 20 ? 'teen' : 'ten'
      const follows =
        last === 'start' || last === 'hundred' || last === 'scale' || (last === 'ten' && kind === 'digit' && unit > 0)
      if (!follows) break
      group += unit
      last = kind
    } else if (word === 'dozen' && (last === 'start' || last === 'digit')) {
      group = (last === 'start' ? 1 : group) * 12
      last = 'dozen'
    } else if (word === 'hundred' && (last === 'digit' || last === 'teen' || last === 'start')) {
      group = (last === 'start' ? 1 : group) * 100
      last = 'hundred'
    } else if (scale.has(word) && last !== 'scale' && last !== 'start') {
      total += group * 10 ** (scale.get(word) as number)
      group = 0
      last = 'scale'
    } else break
    end = at + word.length
    gap.lastIndex = end
    const joined = gap.exec(text)?.[0]
    if (!joined) break
    if (joined.includes('and') && last !== 'hundred' && last !== 'scale') break
    at = end + joined.length
  }
  return end === from ? null : { value: total + group, parts: 1, end }
}

/** A count in digits or words, `a` being one: `3`, `three`, `twenty-one`; null when the text is anything else. */
export function countSaid(text: string | undefined): number | null {
  const said = text?.trim().toLowerCase() ?? ''
  if (/^\d{1,15}$/.test(said)) return Number(said)
  if (said === 'a' || said === 'an') return 1
  const number = scanNumberWords(said, 0)
  return number && number.parts === 1 && number.end === said.length ? number.value : null
}

/** Counts from one to a hundred less one in words, as a piece of a pattern: the longest first, so that `seven` is not taken of `seventy`. */
const COUNT_WORDS = [
  `(?:${tens.join('|')})(?:[- ](?:${small.slice(1, 10).join('|')}))?`,
  ...small.slice(1).reverse(),
].join('|')

/** Digits, a count in words or `a`, as a piece of a pattern without groups that capture; for the flag i. What it finds is `countSaid`. */
export const COUNT_PATTERN = `(?:\\d{1,4}|${COUNT_WORDS}|zero|an?)`
