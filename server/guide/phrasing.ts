/** Skills that read sentences look at no more than this many characters; nobody phrases a request at greater length. */
export const SENTENCE_MAX = 600

const spaces = /[\s\u00a0\u1680\u2000-\u200b\u202f\u205f\u3000\ufeff]+/gu

/** One line with plain spaces, straight quotes and primes; letters and digits stay as typed. */
export const plain = (text: string): string =>
  text
    .replace(spaces, ' ')
    .replace(/[‘’‛′ʹ´`]/gu, "'")
    .replace(/''|[“”‟″ʺ]/gu, '"')
    .trim()

const opening =
  /^(?:(?:hi|hey|hello|ok|okay|so|well|now|and|then|alright)(?:,? (?:there|atrium|guide|assistant))?[,!.:]? (?=\S)|please,? |pls |kindly |just |(?:can|could|would|will) (?:you|u|i) (?:please |kindly |just )?|would you mind |i(?:'d| would) like (?:you )?to |i (?:want|need|wish) (?:you )?to |i(?:'m| am) trying to |help me (?:to |with )?|let me |let's |lets |go ahead and |quick question[:,]? |i was wondering |do you know |(?:can|could) you tell me |tell me |any idea )/iu
const closing = /(?:,? (?:please|pls|thanks|thank you|thx|for me|if you can|if possible|right now))[.!?]*$/iu

const asksPolitely = /^(?:[\p{L}]{2,9}[,!]? ){0,3}(?:can|could|would|will) (?:you|u) /iu

/** The sentence without courtesy: "Hey, could you please add a task, thanks" → "add a task". */
export function request(text: string): string {
  let rest = plain(text.slice(0, SENTENCE_MAX * 2)).slice(0, SENTENCE_MAX)
  // "Can you add a task?" asks nothing; its question mark is courtesy too.
  if (asksPolitely.test(rest)) rest = rest.replace(/\s*\?+$/u, '')
  for (let round = 0; round < 6; round++) {
    const shorter = rest.replace(opening, '').replace(closing, '')
    if (shorter === rest || shorter === '') break
    rest = shorter
  }
  return rest.trim()
}

/** Without the punctuation that ends a sentence. */
export const unended = (text: string): string => text.replace(/[\s?!.…,;:]+$/u, '')

/** True for a text too long to be a sentence said to the Guide. */
export const isLong = (text: string): boolean => text.length > SENTENCE_MAX

const stopwords = new Set(
  'a an and are as at be been being but by can could did do does for from had has have how i if in into is it its just let like many may me might more most much my need no not of on or our out over please shall should so some than that the their them then there these they this those to up us use using want was we were what when where which who whose why will with would you your here about any tell show give find get got go going also am im ive id'.split(
    ' ',
  ),
)

/** Lower-case words of a text, letters and digits of any script. At most 5,000. */
export const words = (text: string): string[] => {
  const found: string[] = []
  for (const match of text
    .toLowerCase()
    .normalize('NFKC')
    .matchAll(/[\p{L}\p{N}]+(?:'[\p{L}]+)?/gu)) {
    found.push(match[0])
    if (found.length === 5_000) break
  }
  return found
}

export const isStopword = (word: string): boolean => stopwords.has(word)

/** Words that carry meaning, in their stem: enough to tell "sharing files" from "share a file". */
export const contentWords = (text: string): string[] =>
  words(text)
    .map((word) => word.replace(/'.*$/u, ''))
    .filter((word) => !stopwords.has(word))
    .map(stem)

/** Strips English endings. Not a dictionary: only comparable with itself. */
export function stem(word: string): string {
  if (word.length < 4) return word
  let root = word
  if (root.endsWith('ies') && root.length > 4) root = `${root.slice(0, -3)}y`
  else if (/(?:ss|x|ch|sh)es$/u.test(root)) root = root.slice(0, -2)
  else if (/[^s]s$/u.test(root)) root = root.slice(0, -1)
  if (root.endsWith('ing') && root.length > 5) root = root.slice(0, -3)
  else if (root.endsWith('ed') && root.length > 4) root = root.slice(0, -2)
  if (root.endsWith('e') && root.length > 4) root = root.slice(0, -1)
  if (/([bdgklmnprt])\1$/u.test(root)) root = root.slice(0, -1)
  return root
}
