import { recent } from '@atrium/domain/recent'
import written from './unit-names.json' with { type: 'json' }
import { fixedUnits, regional, type System, type Unit } from './unit-table.ts'

interface Names {
  exact: Map<string, Unit>
  folded: Map<string, Unit>
  /** Beginnings of words that a language gives many endings: `километр`. */
  stems: readonly (readonly [string, Unit])[]
}

const prefixes: [string, System][] = [
  ['us ', 'us'],
  ['american ', 'us'],
  ['uk ', 'uk'],
  ['imperial ', 'uk'],
  ['british ', 'uk'],
  ['metric ', 'metric'],
]

/** Units that Intl can name in every language, by their symbol. */
const KNOWN_TO_INTL: Readonly<Record<string, string>> = {
  ...{
    m: 'meter',
    km: 'kilometer',
    cm: 'centimeter',
    mm: 'millimeter',
    in: 'inch',
    ft: 'foot',
    yd: 'yard',
    mi: 'mile',
  },
  ...{ kg: 'kilogram', g: 'gram', lb: 'pound', oz: 'ounce', st: 'stone', '°C': 'celsius', '°F': 'fahrenheit' },
  ...{
    L: 'liter',
    mL: 'milliliter',
    gal: 'gallon',
    'fl oz': 'fluid-ounce',
    ha: 'hectare',
    acre: 'acre',
    '°': 'degree',
  },
  ...{ s: 'second', min: 'minute', h: 'hour', day: 'day', week: 'week', month: 'month', year: 'year' },
  ...{ 'km/h': 'kilometer-per-hour', mph: 'mile-per-hour', 'm/s': 'meter-per-second', mpg: 'mile-per-gallon' },
  ...{ B: 'byte', bit: 'bit', kB: 'kilobyte', MB: 'megabyte', GB: 'gigabyte', TB: 'terabyte', Mbit: 'megabit' },
}

/** Which pint, cup and gallon a locale means. */
export function systemOf(locale: string): System {
  if (/^en[-_](?:GB|IE|IM|JE|GG)\b/iu.test(locale)) return 'uk'
  return /^en(?:$|[-_](?:US|PR|GU|LR|001))|[-_]US\b/iu.test(locale) ? 'us' : 'metric'
}

const byLanguage: Readonly<Record<string, Readonly<Record<string, string>>>> = written

/** A name that ends with a star stands for all words that begin so. */
const namesIn = recent(80, (key: string): Names => {
  const [system, language] = key.split(' ') as [System, string]
  const exact = new Map<string, Unit>()
  const folded = new Map<string, Unit>()
  const stems: [string, Unit][] = []
  const add = (name: string, unit: Unit) => {
    if (name.endsWith('*')) stems.push([name.slice(0, -1).toLowerCase(), unit])
    else {
      if (!exact.has(name)) exact.set(name, unit)
      const low = name.toLowerCase()
      if (!folded.has(low)) folded.set(low, unit)
    }
  }
  const usual = regional.flatMap((sizes) => {
    // A kitchen in a country without imperial measures uses metric spoons and cups, and US gallons where it meets one.
    const own = sizes[system] ?? (system === 'uk' ? sizes.metric : undefined) ?? sizes.us
    return own ? [{ own, sizes }] : []
  })
  const named = [...fixedUnits, ...usual.map(({ own }) => own)]
  if (language !== 'en') {
    for (const [symbol, names] of Object.entries(byLanguage[language] ?? {})) {
      const unit = named.find((one) => one.symbol === symbol)
      if (unit) for (const name of names.split(',')) add(name, unit)
    }
    for (const [symbol, name] of Object.entries(KNOWN_TO_INTL)) {
      const unit = named.find((one) => one.symbol === symbol)
      if (!unit) continue
      const format = new Intl.NumberFormat(language, { style: 'unit', unit: name, unitDisplay: 'long' })
      for (const count of [1, 2, 5, 1.5])
        for (const { type, value } of format.formatToParts(count))
          if (type === 'unit' && value.trim().length > 1) add(value.trim(), unit)
    }
  }
  for (const unit of fixedUnits) for (const name of unit.names) add(name, unit)
  for (const { own, sizes } of usual) {
    for (const name of own.names) add(name, own)
    for (const [prefix, of] of prefixes) {
      const unit = sizes[of]
      if (unit) for (const name of unit.names) add(`${prefix}${name}`, unit)
    }
  }
  return { exact, folded, stems: stems.sort((a, b) => b[0].length - a[0].length) }
})

const NAME_MAX = 34
/** Scripts that put no space behind a word, or an ending at it. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]$/u
const LETTER = /[\p{L}\p{M}]/u

/** A whole text as the name of a unit. Capitals decide where they matter: Mb is a megabit and MB a megabyte. */
export function unitNamed(text: string, system: System, language = 'en'): Unit | null {
  const name = text.trim().replace(/^(?:an? |the )/iu, '')
  if (name.length > NAME_MAX) return null
  const found = unitAt(name, 0, system, language)
  return found && found.end === name.length ? found.unit : null
}

export interface NamedUnit {
  unit: Unit
  end: number
  name: string
}

/** The longest unit name that begins at `from` and ends at the end of a word, in a language or in English. */
export function unitAt(text: string, from: number, system: System, language = 'en'): NamedUnit | null {
  const { exact, folded, stems } = namesIn(`${system} ${language}`)
  for (let length = Math.min(NAME_MAX, text.length - from); length > 0; length--) {
    const name = text.slice(from, from + length)
    const next = text.charAt(from + length)
    if (LETTER.test(next) && /[\p{L}\p{M}]$/u.test(name) && !UNSPACED.test(name)) continue
    if (/\d/u.test(next) && /\d$/u.test(name)) continue
    const unit = exact.get(name) ?? folded.get(name.toLowerCase())
    if (unit) return { unit, end: from + length, name }
  }
  if (stems.length === 0) return null
  const rest = text.slice(from, from + NAME_MAX).toLowerCase()
  const stem = stems.find(([beginning]) => rest.startsWith(beginning))
  if (!stem) return null
  const ending = /^[\p{L}\p{M}]*/u.exec(text.slice(from + stem[0].length, from + NAME_MAX))?.[0] ?? ''
  const end = from + stem[0].length + ending.length
  return { unit: stem[1], end, name: text.slice(from, end) }
}
