import type { Address, AddressPart } from '@atrium/contract/addresses'
import { formatAddress } from 'localized-address-format'
import { localeOf } from '../../i18n/locale.ts'

type Written = Exclude<AddressPart, 'country'>

const lines = ({ street, locality, region, postcode, country }: Address): string[] =>
  formatAddress({
    postalCountry: country || 'ZZ',
    addressLines: street.split('\n').filter(Boolean),
    locality,
    administrativeArea: region,
    postalCode: postcode,
  })
    .map((line) => line.trim())
    .filter(Boolean)

/** The country's name in a language. */
export function countryName(code: string, language: string): string {
  if (code === '') return ''
  return new Intl.DisplayNames([localeOf(language), 'en'], { type: 'region' }).of(code) ?? code
}

/**
 * An address in the lines and the order of its country, by the data of libaddressinput, the country last. What the country's own
 * envelopes leave out was still said.
 */
export function addressLines(address: Address, language: string): string[] {
  const written = lines(address)
  const all = written.join('\n').toLowerCase()
  const left = [address.postcode, address.locality, address.region].filter(
    (text) => text !== '' && !all.includes(text.toLowerCase()),
  )
  return [...written, left.join(' '), countryName(address.country, language)].filter(Boolean)
}

/** The parts in the order in which the country writes them; those that it does not write are not among them. */
export function orderOfParts(country: string): Written[] {
  const marks = { street: '①', locality: '②', region: '③', postcode: '④' }
  const written = lines({ ...marks, country }).join(' ')
  return (Object.keys(marks) as Written[])
    .filter((part) => written.includes(marks[part]))
    .sort((a, b) => written.indexOf(marks[a]) - written.indexOf(marks[b]))
}
