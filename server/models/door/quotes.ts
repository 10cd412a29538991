import type { Passage, Quote } from '@atrium/contract/model-door'

/** characters of a quote; a longer one is a page, not a proof */
const LONGEST = 2_000
/** places of a quote that are looked at; what stands more often proves nothing */
const PLACES = 1_000

/** A text in the form in which quotes are compared, and where each of its characters stands in the original. */
export interface Folded {
  text: string
  from: Uint32Array
  to: Uint32Array
}

const LIKE: Readonly<Record<string, string>> = {
  ...Object.fromEntries([...'‘’‚‛′`´'].map((sign) => [sign, "'"])),
  ...Object.fromEntries([...'“”„‟″«»'].map((sign) => [sign, '"'])),
  ...Object.fromEntries([...'‐‑‒–—―−'].map((sign) => [sign, '-'])),
  '…': '...',
  ﬀ: 'ff',
  ﬁ: 'fi',
  ﬂ: 'fl',
  ﬃ: 'ffi',
  ﬄ: 'ffl',
}
/** Marks of no width, and those that only tell the direction of writing. */
const UNSEEN = /^[\u00ad\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]$/
const PIECE = /\s+|\P{M}\p{M}*|\p{M}+/uy
/** Signs that are what they are; the last may carry an accent that follows. */
const KEYBOARD = /[!-_a-~]+(?!\p{M})/uy
/** characters that one becomes at most: an ellipsis, a ligature */
const LONGEST_PIECE = 3

function plainly(piece: string): string {
  if (/^\s/.test(piece)) return ' '
  if (UNSEEN.test(piece)) return ''
  return LIKE[piece] ?? piece.normalize('NFC')
}

/** White space as one blank, typographic signs as those of a keyboard, accents composed. Letters and figures stay what they are. */
export function fold(text: string): Folded {
  const pieces: string[] = []
  const from = new Uint32Array(text.length * LONGEST_PIECE)
  const to = new Uint32Array(text.length * LONGEST_PIECE)
  let length = 0
  const keep = (plain: string, start: number, end: number) => {
    pieces.push(plain)
    from.fill(start, length, length + plain.length)
    to.fill(end, length, length + plain.length)
    length += plain.length
  }
  for (let at = 0; at < text.length; ) {
    KEYBOARD.lastIndex = at
    const plain = KEYBOARD.exec(text)?.[0]
    if (plain !== undefined) {
      pieces.push(plain)
      for (const end = at + plain.length; at < end; at++, length++) {
        from[length] = at
        to[length] = at + 1
      }
      continue
    }
    PIECE.lastIndex = at
    const piece = PIECE.exec(text)?.[0] ?? text.charAt(at)
    keep(plainly(piece), at, at + piece.length)
    at += piece.length
  }
  return { text: pieces.join(''), from: from.subarray(0, length), to: to.subarray(0, length) }
}

const DIGIT = /^\p{Nd}$/u
/** Of scripts that put blanks between words. */
const LETTER = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Arabic}\p{Script=Hebrew}]$/u
const is = (kind: RegExp, char: string | undefined) => char !== undefined && kind.test(char)

/** Whether a quote would begin or end within a word or a number here: `25` is not said by `1.25` or `-25`. */
function cutsAt({ text, from }: Folded, source: string, at: number): boolean {
  const [before, after] = [text[at - 1], text[at]]
  if (is(LETTER, before) && is(LETTER, after)) return true
  if (is(DIGIT, before) && is(DIGIT, after)) return true
  if (is(DIGIT, after)) {
    if (before !== undefined && ".,'".includes(before) && is(DIGIT, text[at - 2])) return true
    if (before === '-' && !is(DIGIT, text[at - 2]) && !is(LETTER, text[at - 2])) return true
    // Thousands apart by a blank: 1 234.
    if (before === ' ' && is(DIGIT, text[at - 2]) && !/[\n\t]/.test(source[from[at - 1] as number] ?? ''))
      return /^\p{Nd}{3}(?!\p{Nd})/u.test(text.slice(at, at + 4))
  }
  if (is(DIGIT, before)) {
    if (after !== undefined && ".,'".includes(after) && is(DIGIT, text[at + 1])) return true
    if (after === ' ' && is(DIGIT, text[at + 1]) && !/[\n\t]/.test(source[from[at] as number] ?? ''))
      return /^ \p{Nd}{3}(?!\p{Nd})/u.test(text.slice(at, at + 5))
  }
  return false
}

/** Where the quote stands in the text, word for word; null where it does not, or only as a part of a word or a number. */
export function findQuote(source: string, folded: Folded, quote: string): { start: number; end: number } | null {
  if (quote.length > LONGEST) return null
  const wanted = fold(quote).text.trim()
  if (!/[\p{L}\p{N}\p{S}]/u.test(wanted)) return null
  let at = folded.text.indexOf(wanted)
  for (let tries = 0; at >= 0 && tries < PLACES; tries++, at = folded.text.indexOf(wanted, at + 1)) {
    const end = at + wanted.length
    if (cutsAt(folded, source, at) || cutsAt(folded, source, end)) continue
    return { start: folded.from[at] as number, end: folded.to[end - 1] as number }
  }
  return null
}

/** Looks quotes up in passages, the one that the model names first. */
export function quotesIn(passages: readonly Passage[]): (quote: string, passage?: string) => Quote | null {
  const known = passages.map(({ name, text }) => ({ name, text, folded: fold(text) }))
  return (quote, passage) => {
    const those = [...known.filter(({ name }) => name === passage), ...known.filter(({ name }) => name !== passage)]
    for (const { name, text, folded } of those) {
      const found = findQuote(text, folded, quote)
      if (found) return { text: text.slice(found.start, found.end), passage: name, ...found }
    }
    return null
  }
}
