import { formatAddress } from 'localized-address-format'
import type { AddressParts } from './parts.ts'

/**
 * An address in the lines and the order of its country, by the data of libaddressinput, as an envelope has them: without the country,
 * which stands last where the letter goes abroad. Where the country is not said, the order is that of most of the world.
 */
export function addressLines({ street, locality, region, postcode, country }: AddressParts): string[] {
  const all = { street, locality, region, postcode }
  const lines = formatAddress({
    postalCountry: country || 'ZZ',
    addressLines: street.split('\n').filter(Boolean),
    locality,
    administrativeArea: region,
    postalCode: postcode,
  })
    .map((line) => line.trim())
    .filter(Boolean)
  // What the country's envelopes leave out was still said.
  const written = lines.join('\n').toLowerCase()
  const left = (['postcode', 'locality', 'region'] as const)
    .map((part) => all[part])
    .filter((text) => text !== '' && !written.includes(text.toLowerCase()))
  return left.length > 0 ? [...lines, left.join(' ')] : lines
}

/** The country's name in a language; its letters where the language has none. */
export function countryName(code: string, language: string): string {
  if (code === '') return ''
  try {
    return new Intl.DisplayNames([language, 'en'], { type: 'region' }).of(code) ?? code
  } catch (error) {
    if (error instanceof RangeError) return code
    throw error
  }
}

/** All of it in one line, as lists and files show it. */
export const addressLine = (address: AddressParts, language: string): string =>
  [...addressLines(address), countryName(address.country, language)].filter(Boolean).join(', ')
