import names from './zone-names.json' with { type: 'json' }

/** "UTC+5:30" */
export function offsetText(minutes: number): string {
  if (minutes === 0) return 'UTC'
  const whole = Math.floor(Math.abs(minutes) / 60)
  const rest = Math.abs(minutes) % 60
  return `UTC${minutes < 0 ? '−' : '+'}${whole}${rest ? `:${String(rest).padStart(2, '0')}` : ''}`
}

/** Cities, countries and abbreviations that are not themselves the last part of a zone's name. Abbreviations follow the clock of the place, summer time included. */
const aliases: Readonly<Record<string, string>> = names

let cities: Map<string, string> | undefined

/** The time zone of a city, country, abbreviation or IANA name; null when unknown here. */
export function zoneOf(place: string): string | null {
  const name = place
    .trim()
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[._]/gu, ' ')
    .replace(/ (?:time|standard time|local time)$/u, '')
    .replace(/^the /u, '')
  if (Object.hasOwn(aliases, name)) return aliases[name] as string
  cities ??= new Map(
    Intl.supportedValuesOf('timeZone').flatMap((zone): [string, string][] => {
      const city = zone.split('/').at(-1)?.replaceAll('_', ' ').toLowerCase() ?? zone
      return [
        [city, zone],
        [zone.toLowerCase().replaceAll('_', ' '), zone],
      ]
    }),
  )
  return cities.get(name) ?? null
}
