import { recent } from '@atrium/domain/recent'
import { folded } from '../understanding/words.ts'
import cities from './city-names.json' with { type: 'json' }
import { zoneOf } from './zones.ts'

/** A place in a text, and the zone of its clocks. */
export interface PlaceSaid {
  from: number
  to: number
  /** As it was written. */
  name: string
  zone: string
}

/** Names of zones that are mostly something else, and are read only where they are written as names or with “time”. */
const DOUBTFUL = new Set(
  'us la et ct pt z mt ist est central mountain pacific eastern nice reading center easter christmas midway wake troll nome casey davis fra ams bc dc az split cork mst cst eet met wet hst java goa cali date sf ny uk nj gb here jordan bergen chicago-time'.split(
    ' ',
  ),
)
/** Of those, what English says of places wherever it stands. */
const PLAIN_ENGLISH = new Set(
  'sf ny nyc uk la est cst mst pst ist et ct pt dc jordan goa java cali cork split bergen'.split(' '),
)
const NEVER = new Set('easter christmas midway wake troll nome casey davis z date here met'.split(' '))
const isName = (said: string) => /^\p{Lu}/u.test(said)

/** The zone of a country's clocks, of its capital where it has several. */
export const regionZone = recent(300, (code: string): string | null => {
  const locale = new Intl.Locale(`und-${code}`) as Intl.Locale & {
    getTimeZones?: () => string[]
    timeZones?: string[]
  }
  const zones = locale.getTimeZones?.() ?? locale.timeZones ?? []
  const english = new Intl.DisplayNames('en', { type: 'region' }).of(code) ?? ''
  return zones.length === 1 ? (zones[0] as string) : (zoneOf(english) ?? null)
})

/** Countries by their names in a language, folded. */
const countriesIn = recent(20, (language: string): ReadonlyMap<string, string> => {
  const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })
  const found = new Map<string, string>()
  for (let first = 65; first <= 90; first++)
    for (let second = 65; second <= 90; second++) {
      const code = String.fromCharCode(first, second)
      const name = /^(?:X.|Z.|QO|EU|UN|EZ|AA|QM|CQ)$/u.test(code) ? undefined : names.of(code)
      // Not by a code that another has taken the place of.
      if (name && new Intl.Locale(`und-${code}`).region === code) found.set(folded(name), code)
    }
  return found
})

/** Names of countries that Intl has no other word for. */
const ALSO: Readonly<Record<string, string>> = {
  ...{ uk: 'GB', england: 'GB', britain: 'GB', scotland: 'GB', wales: 'GB', 'great britain': 'GB', british: 'GB' },
  ...{ usa: 'US', us: 'US', america: 'US', american: 'US', americans: 'US', states: 'US', bavaria: 'DE', german: 'DE' },
  ...{
    holland: 'NL',
    'the netherlands': 'NL',
    french: 'FR',
    canadian: 'CA',
    australian: 'AU',
    irish: 'IE',
    austrian: 'AT',
  },
  ...{ deutschland: 'DE', österreich: 'AT', frankreich: 'FR', spanien: 'ES', 'czech republic': 'CZ', turkey: 'TR' },
}

const WORD = /[\p{L}\p{M}]+(?:['’.-][\p{L}\p{M}]+)*/gu
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u

/** The country that a text names, as its code. */
export function countryIn(text: string, language: string): string | null {
  const words = [...text.matchAll(WORD)].map(([word]) => word)
  for (const length of [3, 2, 1])
    for (let at = 0; at + length <= words.length; at++) {
      const said = words.slice(at, at + length).join(' ')
      const key = folded(said)
      if (
        key === 'us' &&
        said !== 'US' &&
        folded(words[at - 1] ?? '') !== 'the' &&
        at + length < words.length &&
        !/^\d/u.test(text.split(' ').at(-1) ?? '')
      )
        continue
      const code =
        (Object.hasOwn(ALSO, key) ? ALSO[key] : undefined) ??
        countriesIn(language).get(key) ??
        countriesIn('en').get(key)
      if (code) return code
    }
  if (UNSPACED.test(text))
    for (const [name, code] of countriesIn(language)) if (UNSPACED.test(name) && text.includes(name)) return code
  return null
}

/** Cities by their names in other languages. */
const names: readonly (readonly [string, string])[] = Object.entries(cities)
  .flatMap(([zone, said]) => said.split(' ').map((name) => [folded(name.replaceAll('-', ' ')), zone] as const))
  .sort(([a], [b]) => b.length - a.length)

function zoneNamed(said: string, language: string): string | null {
  const key = folded(said.replaceAll('-', ' '))
  const own = names.find(([name]) => {
    if (name === key) return true
    // “в Лондоне”, “Londra'da”: an ending of up to three letters.
    return (
      ['ru', 'pl', 'tr', 'ar', 'hi'].includes(language) &&
      name.length > 3 &&
      key.startsWith(name) &&
      key.length - name.length <= 3
    )
  })
  if (own) return own[1]
  const code = language === 'en' ? undefined : countriesIn(language).get(key)
  return code ? regionZone(code) : null
}

/** The places in a text whose clocks are known, in their order. */
export function placesIn(text: string, language: string): PlaceSaid[] {
  const found: PlaceSaid[] = []
  const words = [...text.matchAll(WORD)]
  const isFree = (from: number, to: number) => !found.some((one) => from < one.to && one.from < to)
  for (const length of [4, 3, 2, 1])
    for (let at = 0; at + length <= words.length; at++) {
      const [first, last] = [words[at] as RegExpExecArray, words[at + length - 1] as RegExpExecArray]
      const [from, to] = [first.index, last.index + last[0].length]
      const name = text.slice(from, to)
      if (
        !isFree(from, to) ||
        /[,;?!]/u.test(name) ||
        /^(?:the|time|in)(?![\p{L}])/iu.test(name) ||
        / time$/iu.test(name)
      )
        continue
      const key = folded(name)
      const next = folded((words[at + length] as RegExpExecArray | undefined)?.[0] ?? '')
      const isSaid = /^(?:time|zone|timezone|coast)$/u.test(next)
      if (NEVER.has(key)) continue
      if (
        DOUBTFUL.has(key) &&
        !(language === 'en' && PLAIN_ENGLISH.has(key)) &&
        !isSaid &&
        !(isName(name) && name === name.toUpperCase())
      ) {
        const before = folded((words[at - 1] as RegExpExecArray | undefined)?.[0] ?? '')
        if (
          !(key === 'us' && before === 'the') &&
          !(
            /^(?:pacific|eastern|central|mountain)$/u.test(key) &&
            /\d|pm|am|noon/u.test(text.slice(Math.max(0, from - 6), from))
          )
        )
          continue
      }
      const zone = zoneOf(name) ?? zoneOf(name.replace(/'s$/u, '')) ?? zoneNamed(name, language)
      if (zone) found.push({ from, to, name, zone })
    }
  if (UNSPACED.test(text)) {
    for (const [name, zone] of names) {
      const from = UNSPACED.test(name) ? text.indexOf(name) : -1
      if (from >= 0 && isFree(from, from + name.length)) found.push({ from, to: from + name.length, name, zone })
    }
    for (const [name, code] of countriesIn(language)) {
      const from = UNSPACED.test(name) && name.length > 1 ? text.indexOf(name) : -1
      const zone = from >= 0 ? regionZone(code) : null
      if (zone && isFree(from, from + name.length)) found.push({ from, to: from + name.length, name, zone })
    }
  }
  return found.sort((a, b) => a.from - b.from)
}

/** The countries whose customs are known, and the zone of each of their clocks. Intl takes a millisecond to say them. */
const COUNTRIES = [
  'DE',
  'AT',
  'CH',
  'FR',
  'IT',
  'ES',
  'PT',
  'NL',
  'BE',
  'PL',
  'GB',
  'IE',
  'BR',
  'IN',
  'AU',
  'CA',
  'MX',
  'US',
]
const countryAt = recent(100, (zone: string): string | null => {
  const hasZone = (code: string) =>
    (new Intl.Locale(`und-${code}`) as Intl.Locale & { getTimeZones?: () => string[] | undefined })
      .getTimeZones?.()
      ?.includes(zone) === true
  return COUNTRIES.find(hasZone) ?? null
})

/** The country whose customs a person has: by the region of their language, else by their clocks. */
export const countryOf = (locale: string, zone: string): string | null =>
  /[-_]([A-Z]{2})(?:$|[-_])/u.exec(locale)?.[1] ?? countryAt(zone)
