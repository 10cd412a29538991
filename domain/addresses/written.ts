import { readAdr } from './adr.ts'
import { countryOf } from './country-names.ts'
import type { AddressParts } from './parts.ts'

const MOST = 600 // characters

/** States, provinces and territories whose letters a country has too. */
const STATES = new Set(
  'AL AR AZ CA CO DE GA ID IL IN KY LA MA MD ME MN MO MS MT NC NE PA SC SD TN VA NL NT NU PE SK MB BC'.split(' '),
)

interface Found {
  postcode: string
  locality: string
  region: string
}

/** A line that has the postcode, by the ways in which countries write it. */
const WAYS: readonly (readonly [RegExp, (found: RegExpExecArray) => Partial<Found>])[] = [
  // 1012 AB Amsterdam
  [/^(?:NL-)?(\d{4} ?[A-Z]{2}) +(\p{L}.+)$/u, ([, postcode, locality]) => ({ postcode, locality })],
  // D-10115 Berlin, 00-950 Warszawa, 110 00 Praha, 〒100-0001 東京都
  [
    /^(?:[A-Z]{1,3}-|〒)?(\d{3} \d{2}|\d{2}-\d{3}|\d{3}-\d{4}|\d{3,6})[ \u3000]+(\p{L}.*)$/u,
    ([, postcode, locality]) => ({ postcode, locality }),
  ],
  // San Francisco CA 94016-1234, Sydney NSW 2000
  [
    /^(.*?)[ ,]*\b([A-Z]{2,3}|[A-Z][a-z]+) (\d{5}(?:-\d{4})?|\d{4})$/,
    ([, locality, region, postcode]) => ({ locality, region, postcode }),
  ],
  // Ottawa ON K1A 0B1
  [
    /^(.*?)[ ,]*\b([A-Z]{2}) ([A-Z]\d[A-Z] ?\d[A-Z]\d)$/,
    ([, locality, region, postcode]) => ({ locality, region, postcode }),
  ],
  // London SW1A 2AA
  [/^(.*?) *\b([A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2})$/, ([, locality, postcode]) => ({ locality, postcode })],
  // 01310-100 alone, Singapore 018956
  [/^(\p{L}.*?)? *\b(\d{4,6}(?:-\d{3,4})?)$/u, ([, locality, postcode]) => ({ locality, postcode })],
]

/**
 * An address that somebody wrote in one text, in lines or parted by commas, or as vCard's ADR. What is not understood stays in the
 * street: nothing is lost, and nothing is guessed. null where there is nothing, or far too much.
 */
export function readAddress(text: string): AddressParts | null {
  const adr = text.split(';').length === 7 ? readAdr(text) : null
  if (adr) return adr
  if (text.trim() === '' || text.length > MOST) return null
  const lines = text
    .split(/[\r\n]+|,(?!\d)|\u3001/)
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter(Boolean)
  const country = takeCountry(lines)
  const found = takePlace(lines, country)
  if (lines.length > 1 && found.locality === '' && found.postcode === '') found.locality = lines.pop() ?? ''
  const read = { street: lines.join('\n'), ...found, country }
  return Object.values(read).some(Boolean) ? read : null
}

/** The last line, where it is a country's; it is taken away. */
function takeCountry(lines: string[]): string {
  const last = lines.at(-1) ?? ''
  if (lines.length < 2) return ''
  const code = countryOf(last)
  if (code === null) return ''
  const isLetters = /^[A-Za-z]{2}$/.test(last)
  if (isLetters && STATES.has(last.toUpperCase()) && !/^(?:[A-Z]{1,3}-)?\d{3,6}\b/.test(lines.at(-2) ?? '')) return ''
  lines.pop()
  return code
}

/** The line with the postcode, and the one before where that has the place; they are taken away. */
function takePlace(lines: string[], country: string): Found {
  const at = lines.findLastIndex(
    (line, place) => (place > 0 || lines.length === 1) && WAYS.some(([way]) => way.test(line)),
  )
  const line = lines[at]
  const way = line === undefined ? undefined : WAYS.find(([pattern]) => pattern.test(line))
  // A street and its number look the same.
  if (line === undefined || !way || (lines.length === 1 && country === ''))
    return { postcode: '', locality: '', region: '' }
  const { postcode = '', locality = '', region = '' } = way[1](way[0].exec(line) as RegExpExecArray)
  const found = { postcode: postcode.trim(), locality: locality.trim(), region: region.trim() }
  const behind = lines.splice(at).slice(1)
  if (found.locality === '' && lines.length > 1) {
    const [, place = '', part = ''] = /^(.*?)(?:\s[-–]\s([\p{L}]{2,3}))?$/u.exec(lines.pop() ?? '') ?? []
    found.locality = place
    if (found.region === '') found.region = part
  }
  if (behind.length > 0 && found.region === '') found.region = behind.join(', ')
  return found
}
