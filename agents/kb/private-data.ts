/** What of a person stands in a text, by kind. */
export interface Redacted {
  text: string
  /** How much of each was taken out. */
  counts: Record<string, number>
}

// The order matters: a card number would be taken for a phone number.
const PATTERNS: readonly [string, RegExp, string][] = [
  ['e-mail address', /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/gu, '[e-mail address]'],
  ['link with a key', /https?:\/\/\S{0,500}(?:token|key|secret|password|sig)=\S+/giu, '[link]'],
  [
    'card or account number',
    /\b\d(?:[ -]?\d){12,18}\b|\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){3,7}(?: ?[A-Z0-9]{1,3})?\b/gu,
    '[number]',
  ],
  ['phone number', /(?<![\w.])(?:\+|00)\d[\d ()/-]{6,25}\d|\b0\d{2,4}[ /-]\d{3,}[\d -]*\d\b/gu, '[phone number]'],
  ['IP address', /\b(?:\d{1,3}\.){3}\d{1,3}\b/gu, '[IP address]'],
]

/** Whether a run of digits is a card number: ISO/IEC 7812-1, Luhn's check digit. Others may be order numbers. */
export function isCardNumber(text: string): boolean {
  const digits = text.replace(/\D/g, '')
  if (digits.length < 13 || digits.length > 19) return false
  const sum = [...digits].reverse().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 1 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

/**
 * Takes personal data out of a text before it becomes an article. Names that are told (those of the person who asked) go too,
 * and the greeting and the signature around an answer.
 */
export function redact(text: string, names: readonly string[]): Redacted {
  const counts: Record<string, number> = {}
  let out = text
  for (const [kind, pattern, instead] of PATTERNS)
    out = out.replace(pattern, (found) => {
      if (kind.startsWith('card') && !/^[A-Z]/.test(found) && !isCardNumber(found)) return found
      counts[kind] = (counts[kind] ?? 0) + 1
      return instead
    })
  for (const name of names.flatMap((whole) => [whole, ...whole.split(/\s+/)]).filter((one) => one.length >= 3)) {
    const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    out = out.replace(new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, 'gu'), () => {
      counts.name = (counts.name ?? 0) + 1
      return '[name]'
    })
  }
  return { text: out, counts }
}

const GREETING =
  /^\s*(?:hi|hello|dear|hey|good (?:morning|afternoon|evening)|hallo|guten tag|bonjour|hola)\b[^\n,.!:]{0,60}[,.!:]?\s*/iu
const THANKS = /^\s*(?:thanks?(?: you)?|many thanks|danke|merci)\b[^\n.!]{0,80}[.!,]\s*/iu
const CLOSING =
  /\n*\s*(?:(?:kind|best|warm) regards|regards|cheers|sincerely|many thanks|mit freundlichen|viele grüße|cordialement|saludos)\b[\s\S]{0,300}$/iu

const tidy = (text: string) =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')

/** The answer without the letter around it. */
export const bareAnswer = (text: string): string =>
  tidy(text).replace(CLOSING, '').replace(GREETING, '').replace(THANKS, '').trim()
