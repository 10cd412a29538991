/** Marks that people leave out when they write in a hurry. In Indic scripts, Thai and kana, marks are letters, so they stay. */
const MARKS =
  /[\p{Mn}&&[\p{Script=Inherited}\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}]]/gv

/** Letters without a decomposition, and letters of one sound that are written for each other. */
const LETTERS: Record<string, string> = {
  ß: 'ss',
  ø: 'o',
  æ: 'a',
  œ: 'o',
  ł: 'l',
  đ: 'd',
  ı: 'i',
  ð: 'd',
  þ: 'th',
  ɓ: 'b',
  ɗ: 'd',
  ƙ: 'k',
  ƴ: 'y',
  ё: 'е',
  ґ: 'г',
  ς: 'σ',
  ـ: '',
  ى: 'ي',
  ی: 'ي',
  ئ: 'ي',
  ک: 'ك',
  ة: 'ه',
  ۀ: 'ه',
  ؤ: 'و',
  ٱ: 'ا',
  ך: 'כ',
  ם: 'מ',
  ן: 'נ',
  ף: 'פ',
  ץ: 'צ',
  'ँ': 'ं',
  '़': '',
}
const LETTER = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'gu')

/** "su1cide", "k!ll": figures and signs for letters, inside a word only. */
const DISGUISES: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '@': 'a',
  $: 's',
  '!': 'i',
}
const DISGUISED = /(?<=\p{L})[013-5@$!](?=\p{L})/gu

/** Characters without a width, and marks around a letter: they part a word for a machine and for no reader. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Me}]/gu

/** Letters on a field (🅳, 🅘, 🇩), each alphabet from its first letter, and small capitals: compatibility forms do not know them. */
const FIELDS = [0x1f130, 0x1f150, 0x1f170, 0x1f1e6]
const ON_FIELD = /[\u{1f130}-\u{1f149}\u{1f150}-\u{1f169}\u{1f170}-\u{1f189}\u{1f1e6}-\u{1f1ff}]/gu
const SMALL = Object.fromEntries(
  [...'ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢᶦ'].map((small, index) => [small, 'abcdefghijklmnoprstuvwyzi'[index]]),
)
const SMALL_LETTER = new RegExp(`[${Object.keys(SMALL).join('')}]`, 'gu')

/** Cyrillic and Greek letters that look Latin, in a word that has Latin ones, too. */
const LOOKS: Record<string, string> = Object.fromEntries(
  [...'аеорсухікмнтвԁјѕһαεορνικτυ'].map((letter, index) => [letter, 'aeopcyxikmhtbdjshaeopvikty'[index] ?? letter]),
)
const MIXED = /\p{L}+/gu
const unmasked = (word: string): string =>
  /\p{Script=Latin}/u.test(word) && /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(word)
    ? [...word].map((letter) => LOOKS[letter] ?? letter).join('')
    : word

/** s u i c i d e, d.i.e: single letters with something between. What is wider than that parts words. */
const SPELLED =
  /(?<![\p{L}\p{M}])(?:[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}][ .·*_|/-]{1,3}){2,}[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}](?![\p{L}\p{M}])/gu
const joined = (letters: string): string => letters.replace(/[.·*_|/-]|(?<! ) (?! )/gu, '').replace(/ +/gu, ' ')

/** `ae`, `oe`, `ue` are how ä, ö, ü and å are typed without their keys. */
const UMLAUT = /(?<=[aou])e/g

const onField = (letter: string): string => {
  const code = letter.codePointAt(0) as number
  return String.fromCharCode(97 + code - (FIELDS.findLast((first) => first <= code) as number))
}

/** Text as it is compared: lower case, no accents, no apostrophes, doubled letters once. Both sides are folded alike. */
export function fold(text: string): string {
  return text
    .replace(INVISIBLE, '')
    .replace(ON_FIELD, onField)
    .normalize('NFKD')
    .toLowerCase()
    .replace(SMALL_LETTER, (small) => SMALL[small] ?? small)
    .replace(MIXED, unmasked)
    .replace(SPELLED, joined)
    .replace(DISGUISED, (sign) => DISGUISES[sign] ?? sign)
    .replace(MARKS, '')
    .normalize('NFC')
    .replace(LETTER, (letter) => LETTERS[letter] ?? letter)
    .replace(/['’ʼ‘`´‌‍]/g, '')
    .replace(UMLAUT, '')
    .replace(/(\p{Script=Latin}|\p{Script=Cyrillic}|\p{Script=Greek}|\p{Script=Arabic}|\p{Script=Hebrew})\1+/gu, '$1')
}

/** Scripts that are compared letter by letter, since their words are not divided, or not always. */
const UNDIVIDED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u
export const isUndivided = (text: string): boolean => UNDIVIDED.test(text)

/** Places between a sentence and the next, wider than any sign reaches within one. */
const PAUSE = 3
// A full stop between two letters ends nothing: i.want.to.die.
const TOKEN = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*|(?:[!?;\n…。！？؟।]|\.(?![\p{L}\p{N}]))+|[:：]|["“”„«»「」『』]/gu
const QUOTES = /["“”„«»「」『』]/u

export interface Word {
  text: string
  at: number
}

export interface Reading {
  /** Words of divided scripts, with their places. */
  words: Word[]
  /** All of it without spaces, for undivided scripts; empty when there is nothing of them. */
  letters: string
  /** Places between quotation marks. */
  quoted: [number, number][]
  /** The same in `letters`. */
  quotedLetters: [number, number][]
  /** Places of colons. */
  colons: number[]
  /** The same in `letters`. */
  colonsOfLetters: number[]
  /** Places where sentences end. Before a colon's line break none does: what follows belongs to it. */
  ends: number[]
  /** The same in `letters`. */
  endsOfLetters: number[]
}

function pairs(marks: readonly number[]): [number, number][] {
  const found: [number, number][] = []
  for (let i = 0; i + 1 < marks.length; i += 2) found.push([marks[i] as number, marks[i + 1] as number])
  return found
}

export function read(text: string): Reading {
  const folded = fold(text)
  const words: Word[] = []
  const marks: number[] = []
  const ends: number[] = []
  const colons: number[] = []
  let at = 0
  let after = 0
  let afterColon = false
  for (const { 0: token, index } of folded.matchAll(TOKEN)) {
    if (QUOTES.test(token)) marks.push(at)
    else if (/[:：]/u.test(token)) colons.push(at)
    else if (/[\p{L}\p{N}]/u.test(token)) words.push({ text: token, at: at++ })
    else {
      at += PAUSE
      if (!afterColon || /\S/u.test(folded.slice(after, index))) ends.push(at)
    }
    after = index + token.length
    afterColon = /[:：]/u.test(token)
  }
  const letters = isUndivided(folded) ? folded.replace(/[\s,，、~]+/gu, '') : ''
  const quotedLetters = pairs([...letters.matchAll(/["“”„«»「」『』]/gu)].map(({ index }) => index))
  const endsOfLetters = [...letters.matchAll(/[.!?…。！？]/gu)].map(({ index }) => index)
  const colonsOfLetters = [...letters.matchAll(/[:：]/gu)].map(({ index }) => index)
  return { words, letters, quoted: pairs(marks), quotedLetters, colons, colonsOfLetters, ends, endsOfLetters }
}
