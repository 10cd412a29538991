import { charactersOf, linesOf } from './counts.ts'

/** Blanks of every width but line ends. */
const BLANKS = /[^\S\r\n\u2028\u2029]+/g

/** Single blanks between words, none at the ends of lines, one empty line at most. */
export function tidied(text: string): string {
  const lines: string[] = []
  for (const line of linesOf(text)) {
    const clean = line.replace(BLANKS, ' ').trim()
    if (clean !== '' || (lines.length > 0 && lines.at(-1) !== '')) lines.push(clean)
  }
  if (lines.at(-1) === '') lines.pop()
  return lines.join('\n')
}

export const withoutEmptyLines = (text: string): string =>
  linesOf(text)
    .filter((line) => line.trim() !== '')
    .join('\n')

const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}、。，！？]/u

/** The lines of each paragraph as one; paragraphs stay. Between Chinese or Japanese signs no blank is put. */
export function unwrapped(text: string): string {
  const paragraphs: string[] = []
  let held: string[] = []
  const close = () => {
    if (held.length > 0) paragraphs.push(held.join(''))
    held = []
  }
  for (const line of linesOf(text)) {
    const clean = line.trim()
    if (clean === '') close()
    else {
      const last = held.at(-1)
      if (last !== undefined && !(CJK.test(last.slice(-1)) && CJK.test(clean.slice(0, 1)))) held.push(' ')
      held.push(clean)
    }
  }
  close()
  return paragraphs.join('\n\n')
}

/** The characters of each line from its end. */
export const reversed = (text: string): string =>
  linesOf(text)
    .map((line) => charactersOf(line).reverse().join(''))
    .join('\n')
