import { latinised } from '../names/folding.ts'

const GERMAN: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue' }
const WORDS: Readonly<Record<string, string>> = { '&': ' and ', '+': ' plus ', '@': ' at ' }

/** A line as a part of an address: `Crème brûlée, 2nd try!` is `creme-brulee-2nd-try`. Scripts that are not Latin stay. */
export function slugOf(line: string, language: string): string {
  const small = line.trim().toLowerCase()
  const spelled = language === 'de' ? small.replace(/[äöü]/g, (letter) => GERMAN[letter] as string) : small
  const said = language === 'en' ? spelled.replace(/[&+@]/g, (sign) => WORDS[sign] as string) : spelled
  const letters = /[^\p{Script=Latin}\p{M}\p{P}\p{S}\p{Z}\p{N}\s]/u.test(said) ? said : latinised(said)
  return letters
    .replace(/['’]/g, '')
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter((part) => part !== '')
    .join('-')
}
