/** ASCII for the letters that Unicode does not take apart, as OpenRefine writes them. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'oe',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ƿ: 'w',
  ħ: 'h',
  ı: 'i',
  ĸ: 'k',
  ł: 'l',
  ŋ: 'n',
  ŧ: 't',
  ẜ: 's',
  ẝ: 's',
  '©': 'c',
}

/** Lower case, without accents, ligatures and the Latin letters beyond ASCII: `Æsir Gödel` is `aesir godel`. */
export const latinised = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\p{M}\u02b0-\u02ff]+/gu, '')
    .replace(/[ßæœøđðþƿħıĸłŋŧẜẝ©]/g, (letter) => LETTERS[letter] as string)

/** The same without signs, words one space apart: `Dr. José  Núñez` is `dr jose nunez`. */
export const folded = (text: string): string =>
  latinised(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
