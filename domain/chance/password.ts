import { shuffled } from './draws.ts'
import type { Randomness } from './randomness.ts'
import { passphraseWords } from './words.ts'

export type Charset = 'lower' | 'upper' | 'digits' | 'symbols'

/** Without what is taken for another character: l, I, 1, O, 0. */
const characters: Readonly<Record<Charset, string>> = {
  lower: 'abcdefghijkmnopqrstuvwxyz',
  upper: 'ABCDEFGHJKLMNPQRSTUVWXYZ',
  digits: '23456789',
  symbols: '!#$%&*+-=?@^_~',
}
const allDigits = '0123456789'

const drawn = (from: string, random: Randomness): string => from[random.below(from.length)] as string

/** One character at least of each set; `length` is at least the number of sets. */
export function password(length: number, sets: readonly Charset[], random: Randomness): string {
  const all = sets.map((set) => characters[set]).join('')
  const sure = sets.map((set) => drawn(characters[set], random))
  const rest = Array.from({ length: length - sets.length }, () => drawn(all, random))
  return shuffled([...sure, ...rest], random).join('')
}

export const pin = (length: number, random: Randomness): string =>
  Array.from({ length }, () => drawn(allDigits, random)).join('')

/** Bits of a text of so many characters, each drawn from so many; that one of each set is sure takes less than one. */
export const passwordBits = (length: number, sets: readonly Charset[]): number =>
  Math.floor(length * Math.log2(sets.reduce((count, set) => count + characters[set].length, 0)))

/** Words with hyphens between them, each drawn from the whole list (Reinhold's Diceware). */
export const passphrase = (count: number, random: Randomness): string =>
  Array.from({ length: count }, () => passphraseWords[random.below(passphraseWords.length)] as string).join('-')

export const passphraseBits = (count: number): number => Math.floor(count * Math.log2(passphraseWords.length))

/** A UUID of version 4 (RFC 9562, 5.4): 122 random bits, the version and the variant. */
export function uuid(random: Randomness): string {
  const bytes = Array.from({ length: 16 }, () => random.below(256))
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80
  const hex = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
