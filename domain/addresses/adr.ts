import { countryOf } from './country-names.ts'
import type { AddressParts } from './parts.ts'

// ADR of vCard (RFC 6350, 6.3.1): post office box; extended address; street; locality; region; postal code; country.

const unescaped = (text: string) => text.replace(/\\([nN\\,;])/g, (_, sign: string) => (/n/i.test(sign) ? '\n' : sign))
const escaped = (text: string) => text.replace(/[\\,;]/g, '\\$&').replace(/\n/g, '\\n')

/** The seven parts; a semicolon that is written as one parts nothing. */
function split(value: string): string[] {
  const parts: string[] = ['']
  for (let at = 0; at < value.length; at += 1) {
    const sign = value.charAt(at)
    if (sign === '\\') {
      parts.push((parts.pop() ?? '') + sign + value.charAt(at + 1))
      at += 1
    } else if (sign === ';') parts.push('')
    else parts.push((parts.pop() ?? '') + sign)
  }
  return parts
}

/** The value of an ADR as an address; null where it is none. Box and extension stand above the street. */
export function readAdr(value: string): AddressParts | null {
  if (value.length > 4_000) return null
  const parts = split(value.replace(/^ADR[^:]*:/i, ''))
  if (parts.length !== 7) return null
  const [box = '', extended = '', street = '', locality = '', region = '', postcode = '', country = ''] = parts.map(
    (part) => unescaped(part).trim(),
  )
  const known = country === '' ? '' : countryOf(country)
  return {
    street: [street, extended, box].filter(Boolean).join('\n'),
    // A country that nobody knows is not lost.
    locality: known === null ? [locality, country].filter(Boolean).join(', ') : locality,
    region,
    postcode,
    country: known ?? '',
  }
}

/** The country stands by its name in English, as address books read it. */
export function writeAdr({ street, locality, region, postcode, country }: AddressParts): string {
  const name = country === '' ? '' : (new Intl.DisplayNames(['en'], { type: 'region' }).of(country) ?? country)
  return ['', '', street, locality, region, postcode, name].map(escaped).join(';')
}
