import { fixedUnits, regional, type System, type Unit } from './unit-table.ts'

interface Names {
  exact: Map<string, Unit>
  folded: Map<string, Unit>
}

const built = new Map<System, Names>()
const prefixes: [string, System][] = [
  ['us ', 'us'],
  ['american ', 'us'],
  ['uk ', 'uk'],
  ['imperial ', 'uk'],
  ['british ', 'uk'],
  ['metric ', 'metric'],
]

/** Which pint, cup and gallon a locale means. */
export function systemOf(locale: string): System {
  if (/^en[-_](?:GB|IE|IM|JE|GG)\b/iu.test(locale)) return 'uk'
  return /^en(?:$|[-_](?:US|PR|GU|LR|001))|[-_]US\b/iu.test(locale) ? 'us' : 'metric'
}

function namesFor(system: System): Names {
  const known = built.get(system)
  if (known) return known
  const names: Names = { exact: new Map(), folded: new Map() }
  const add = (name: string, unit: Unit) => {
    if (!names.exact.has(name)) names.exact.set(name, unit)
    const folded = name.toLowerCase()
    if (!names.folded.has(folded)) names.folded.set(folded, unit)
  }
  for (const unit of fixedUnits) for (const name of unit.names) add(name, unit)
  for (const sizes of regional) {
    // A kitchen in a country without imperial measures uses metric spoons and cups, and US gallons where it meets one.
    const usual = sizes[system] ?? (system === 'uk' ? sizes.metric : undefined) ?? sizes.us
    if (!usual) continue
    for (const name of usual.names) add(name, usual)
    for (const [prefix, of] of prefixes) {
      const unit = sizes[of]
      if (unit) for (const name of unit.names) add(`${prefix}${name}`, unit)
    }
  }
  built.set(system, names)
  return names
}

const NAME_MAX = 34

/** A whole text as the name of a unit. Capitals decide where they matter: Mb is a megabit and MB a megabyte. */
export function unitNamed(text: string, system: System): Unit | null {
  const name = text.trim().replace(/^(?:an? |the )/iu, '')
  if (name.length > NAME_MAX) return null
  const names = namesFor(system)
  return names.exact.get(name) ?? names.folded.get(name.toLowerCase()) ?? null
}

/** The longest unit name that begins at `from` and ends at the end of a word. */
export function unitAt(text: string, from: number, system: System): { unit: Unit; end: number; name: string } | null {
  const names = namesFor(system)
  for (let length = Math.min(NAME_MAX, text.length - from); length > 0; length--) {
    const name = text.slice(from, from + length)
    const next = text.charAt(from + length)
    if (/\p{L}/u.test(next) && /[\p{L}]$/u.test(name)) continue
    if (/\d/u.test(next) && /\d$/u.test(name)) continue
    const unit = names.exact.get(name) ?? names.folded.get(name.toLowerCase())
    if (unit) return { unit, end: from + length, name }
  }
  return null
}
