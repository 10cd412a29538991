// Which IANA zone a TZID of iCalendar means.

import type ICAL from 'ical.js'
import { isZone, wallClockAt } from '../dates/wall-clock.ts'

/** Windows' names, as Outlook and Exchange write them (Unicode CLDR, windowsZones, territory 001). */
const WINDOWS: Readonly<Record<string, string>> = {
  'Dateline Standard Time': 'Etc/GMT+12',
  'Hawaiian Standard Time': 'Pacific/Honolulu',
  'Alaskan Standard Time': 'America/Anchorage',
  'Pacific Standard Time': 'America/Los_Angeles',
  'US Mountain Standard Time': 'America/Phoenix',
  'Mountain Standard Time': 'America/Denver',
  'Central America Standard Time': 'America/Guatemala',
  'Central Standard Time': 'America/Chicago',
  'Central Standard Time (Mexico)': 'America/Mexico_City',
  'Canada Central Standard Time': 'America/Regina',
  'SA Pacific Standard Time': 'America/Bogota',
  'Eastern Standard Time': 'America/New_York',
  'US Eastern Standard Time': 'America/Indianapolis',
  'Venezuela Standard Time': 'America/Caracas',
  'Atlantic Standard Time': 'America/Halifax',
  'Pacific SA Standard Time': 'America/Santiago',
  'Newfoundland Standard Time': 'America/St_Johns',
  'E. South America Standard Time': 'America/Sao_Paulo',
  'Argentina Standard Time': 'America/Argentina/Buenos_Aires',
  'Greenland Standard Time': 'America/Godthab',
  'Azores Standard Time': 'Atlantic/Azores',
  UTC: 'UTC',
  'GMT Standard Time': 'Europe/London',
  'Greenwich Standard Time': 'Atlantic/Reykjavik',
  'Morocco Standard Time': 'Africa/Casablanca',
  'W. Europe Standard Time': 'Europe/Berlin',
  'Central Europe Standard Time': 'Europe/Budapest',
  'Romance Standard Time': 'Europe/Paris',
  'Central European Standard Time': 'Europe/Warsaw',
  'W. Central Africa Standard Time': 'Africa/Lagos',
  'GTB Standard Time': 'Europe/Bucharest',
  'E. Europe Standard Time': 'Europe/Chisinau',
  'FLE Standard Time': 'Europe/Kiev',
  'Egypt Standard Time': 'Africa/Cairo',
  'Israel Standard Time': 'Asia/Jerusalem',
  'South Africa Standard Time': 'Africa/Johannesburg',
  'Turkey Standard Time': 'Europe/Istanbul',
  'Arabic Standard Time': 'Asia/Baghdad',
  'Arab Standard Time': 'Asia/Riyadh',
  'Russian Standard Time': 'Europe/Moscow',
  'E. Africa Standard Time': 'Africa/Nairobi',
  'Iran Standard Time': 'Asia/Tehran',
  'Arabian Standard Time': 'Asia/Dubai',
  'Pakistan Standard Time': 'Asia/Karachi',
  'India Standard Time': 'Asia/Kolkata',
  'Nepal Standard Time': 'Asia/Kathmandu',
  'Bangladesh Standard Time': 'Asia/Dhaka',
  'SE Asia Standard Time': 'Asia/Bangkok',
  'China Standard Time': 'Asia/Shanghai',
  'Singapore Standard Time': 'Asia/Singapore',
  'Taipei Standard Time': 'Asia/Taipei',
  'W. Australia Standard Time': 'Australia/Perth',
  'Tokyo Standard Time': 'Asia/Tokyo',
  'Korea Standard Time': 'Asia/Seoul',
  'AUS Central Standard Time': 'Australia/Darwin',
  'Cen. Australia Standard Time': 'Australia/Adelaide',
  'AUS Eastern Standard Time': 'Australia/Sydney',
  'E. Australia Standard Time': 'Australia/Brisbane',
  'Tasmania Standard Time': 'Australia/Hobart',
  'New Zealand Standard Time': 'Pacific/Auckland',
}

function known(name: string): string | null {
  const zone = Object.hasOwn(WINDOWS, name) ? (WINDOWS[name] as string) : name
  return isZone(zone) ? zone : null
}

/** Zones of which one is likely meant when a file only says how its clocks change. */
const LIKELY = [...new Set([...Object.values(WINDOWS)])]

/**
 * The IANA zone that a file's TZID means: by its name, by a name within it (`/freeassociation.sourceforge.net/Europe/Berlin`,
 * `(UTC+01:00) Europe/Berlin`), by Windows' name, or by its VTIMEZONE's offsets in a year, where they are given. Null when nothing fits.
 */
export function zoneNamed(
  tzid: string,
  block: ICAL.Component | undefined,
  offsetAt?: (instant: Date) => number,
  year = 2026,
): string | null {
  const location = block?.getFirstPropertyValue('x-lic-location')
  const within = /([A-Z][A-Za-z_]+\/[A-Z][A-Za-z_+-]+(?:\/[A-Z][A-Za-z_]+)?)$/.exec(tzid.slice(-100))?.[1]
  for (const name of [tzid, typeof location === 'string' ? location : '', within ?? '', tzid.replace(/^"|"$/g, '')]) {
    const zone = name && known(name)
    if (zone) return zone
  }
  if (!block || !offsetAt) return null
  const months = Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(year, month, 15, 12)))
  const wanted = months.map(offsetAt)
  const offset = (zone: string, at: Date) => (wallClockAt(at.getTime(), zone) - at.getTime()) / 1000
  return LIKELY.find((zone) => months.every((at, index) => offset(zone, at) === wanted[index])) ?? null
}
