import { instantOfWall, isZone, wallClockAt } from '@atrium/domain/dates/wall-clock'
import type { Day } from './days.ts'

/** A reading of a wall clock. */
export interface Clock extends Day {
  hour: number
  minute: number
  second: number
}

/** The zone if the machine knows it, else UTC. */
export const knownZone = (zone: string): string =>
  isZone(zone) ? new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone : 'UTC'

/** What clocks in the zone show at an instant. */
export function clockAt(instant: Date, zone: string): Clock {
  const wall = new Date(wallClockAt(instant.getTime(), zone))
  return {
    year: wall.getUTCFullYear(),
    month: wall.getUTCMonth() + 1,
    day: wall.getUTCDate(),
    hour: wall.getUTCHours(),
    minute: wall.getUTCMinutes(),
    second: wall.getUTCSeconds(),
  }
}

/** Minutes east of Greenwich at an instant. */
export const offsetAt = (instant: Date, zone: string): number =>
  Math.round((wallClockAt(instant.getTime(), zone) - instant.getTime()) / 60_000)

/** The instant at which clocks in the zone show this. Where clocks skip it, the instant after the gap; where they show it twice, the first. */
export function instantOf({ year, month, day, hour, minute, second }: Clock, zone: string): Date {
  const wall = new Date(0)
  wall.setUTCFullYear(year, month - 1, day)
  return new Date(instantOfWall(wall.setUTCHours(hour, minute, second), zone))
}

/** "UTC+5:30" */
export function offsetText(minutes: number): string {
  if (minutes === 0) return 'UTC'
  const whole = Math.floor(Math.abs(minutes) / 60)
  const rest = Math.abs(minutes) % 60
  return `UTC${minutes < 0 ? '−' : '+'}${whole}${rest ? `:${String(rest).padStart(2, '0')}` : ''}`
}

/** Cities, countries and abbreviations that are not themselves the last part of a zone's name. Abbreviations follow the clock of the place, summer time included. */
const aliases: Readonly<Record<string, string>> = {
  'new york city': 'America/New_York',
  nyc: 'America/New_York',
  ny: 'America/New_York',
  boston: 'America/New_York',
  washington: 'America/New_York',
  'washington dc': 'America/New_York',
  miami: 'America/New_York',
  atlanta: 'America/New_York',
  philadelphia: 'America/New_York',
  montreal: 'America/Toronto',
  ottawa: 'America/Toronto',
  'san francisco': 'America/Los_Angeles',
  sf: 'America/Los_Angeles',
  la: 'America/Los_Angeles',
  seattle: 'America/Los_Angeles',
  'san diego': 'America/Los_Angeles',
  portland: 'America/Los_Angeles',
  'las vegas': 'America/Los_Angeles',
  california: 'America/Los_Angeles',
  'silicon valley': 'America/Los_Angeles',
  houston: 'America/Chicago',
  dallas: 'America/Chicago',
  austin: 'America/Chicago',
  texas: 'America/Chicago',
  minneapolis: 'America/Chicago',
  hawaii: 'Pacific/Honolulu',
  alaska: 'America/Anchorage',
  florida: 'America/New_York',
  'salt lake city': 'America/Denver',
  rio: 'America/Sao_Paulo',
  'rio de janeiro': 'America/Sao_Paulo',
  brasilia: 'America/Sao_Paulo',
  brazil: 'America/Sao_Paulo',
  argentina: 'America/Argentina/Buenos_Aires',
  chile: 'America/Santiago',
  colombia: 'America/Bogota',
  peru: 'America/Lima',
  mexico: 'America/Mexico_City',
  uk: 'Europe/London',
  england: 'Europe/London',
  britain: 'Europe/London',
  scotland: 'Europe/London',
  edinburgh: 'Europe/London',
  manchester: 'Europe/London',
  ireland: 'Europe/Dublin',
  france: 'Europe/Paris',
  lyon: 'Europe/Paris',
  germany: 'Europe/Berlin',
  munich: 'Europe/Berlin',
  hamburg: 'Europe/Berlin',
  frankfurt: 'Europe/Berlin',
  cologne: 'Europe/Berlin',
  spain: 'Europe/Madrid',
  barcelona: 'Europe/Madrid',
  portugal: 'Europe/Lisbon',
  italy: 'Europe/Rome',
  milan: 'Europe/Rome',
  switzerland: 'Europe/Zurich',
  geneva: 'Europe/Zurich',
  bern: 'Europe/Zurich',
  austria: 'Europe/Vienna',
  netherlands: 'Europe/Amsterdam',
  'the hague': 'Europe/Amsterdam',
  belgium: 'Europe/Brussels',
  sweden: 'Europe/Stockholm',
  norway: 'Europe/Oslo',
  denmark: 'Europe/Copenhagen',
  finland: 'Europe/Helsinki',
  poland: 'Europe/Warsaw',
  krakow: 'Europe/Warsaw',
  greece: 'Europe/Athens',
  ukraine: 'Europe/Kyiv',
  kiev: 'Europe/Kyiv',
  romania: 'Europe/Bucharest',
  hungary: 'Europe/Budapest',
  czechia: 'Europe/Prague',
  turkey: 'Europe/Istanbul',
  'saint petersburg': 'Europe/Moscow',
  'st petersburg': 'Europe/Moscow',
  india: 'Asia/Kolkata',
  mumbai: 'Asia/Kolkata',
  delhi: 'Asia/Kolkata',
  'new delhi': 'Asia/Kolkata',
  bangalore: 'Asia/Kolkata',
  bengaluru: 'Asia/Kolkata',
  chennai: 'Asia/Kolkata',
  hyderabad: 'Asia/Kolkata',
  kolkata: 'Asia/Kolkata',
  china: 'Asia/Shanghai',
  beijing: 'Asia/Shanghai',
  shenzhen: 'Asia/Shanghai',
  japan: 'Asia/Tokyo',
  osaka: 'Asia/Tokyo',
  kyoto: 'Asia/Tokyo',
  korea: 'Asia/Seoul',
  'south korea': 'Asia/Seoul',
  thailand: 'Asia/Bangkok',
  vietnam: 'Asia/Ho_Chi_Minh',
  hanoi: 'Asia/Ho_Chi_Minh',
  saigon: 'Asia/Ho_Chi_Minh',
  philippines: 'Asia/Manila',
  indonesia: 'Asia/Jakarta',
  bali: 'Asia/Makassar',
  malaysia: 'Asia/Kuala_Lumpur',
  taiwan: 'Asia/Taipei',
  pakistan: 'Asia/Karachi',
  nepal: 'Asia/Kathmandu',
  kathmandu: 'Asia/Kathmandu',
  'sri lanka': 'Asia/Colombo',
  uae: 'Asia/Dubai',
  'abu dhabi': 'Asia/Dubai',
  israel: 'Asia/Jerusalem',
  'tel aviv': 'Asia/Jerusalem',
  'saudi arabia': 'Asia/Riyadh',
  iran: 'Asia/Tehran',
  egypt: 'Africa/Cairo',
  nigeria: 'Africa/Lagos',
  abuja: 'Africa/Lagos',
  kenya: 'Africa/Nairobi',
  'south africa': 'Africa/Johannesburg',
  'cape town': 'Africa/Johannesburg',
  ghana: 'Africa/Accra',
  morocco: 'Africa/Casablanca',
  canberra: 'Australia/Sydney',
  'new zealand': 'Pacific/Auckland',
  wellington: 'Pacific/Auckland',
  utc: 'UTC',
  gmt: 'UTC',
  zulu: 'UTC',
  z: 'UTC',
  est: 'America/New_York',
  edt: 'America/New_York',
  et: 'America/New_York',
  eastern: 'America/New_York',
  cst: 'America/Chicago',
  cdt: 'America/Chicago',
  ct: 'America/Chicago',
  central: 'America/Chicago',
  mst: 'America/Denver',
  mdt: 'America/Denver',
  mountain: 'America/Denver',
  pst: 'America/Los_Angeles',
  pdt: 'America/Los_Angeles',
  pt: 'America/Los_Angeles',
  pacific: 'America/Los_Angeles',
  bst: 'Europe/London',
  cet: 'Europe/Paris',
  cest: 'Europe/Paris',
  eet: 'Europe/Athens',
  eest: 'Europe/Athens',
  msk: 'Europe/Moscow',
  ist: 'Asia/Kolkata',
  jst: 'Asia/Tokyo',
  kst: 'Asia/Seoul',
  sgt: 'Asia/Singapore',
  hkt: 'Asia/Hong_Kong',
  aest: 'Australia/Sydney',
  aedt: 'Australia/Sydney',
  awst: 'Australia/Perth',
  nzst: 'Pacific/Auckland',
  nzdt: 'Pacific/Auckland',
}

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
