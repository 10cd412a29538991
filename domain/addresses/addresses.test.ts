import { expect, test } from 'vitest'
import { readAdr, writeAdr } from './adr.ts'
import { countryOf } from './country-names.ts'
import { addressLine, addressLines } from './lines.ts'
import { readAddress } from './written.ts'

const address = (street: string, postcode: string, locality: string, region: string, country: string) => ({
  ...{ street, locality, region, postcode, country },
})

// By the guides of the countries' posts and the UPU's S42.
test.each<[string, ReturnType<typeof address>, string[]]>([
  ['Germany', address('Unter den Linden 77', '10117', 'Berlin', '', 'DE'), ['Unter den Linden 77', '10117 Berlin']],
  ['USA', address('548 Market St', '94016', 'San Francisco', 'CA', 'US'), ['548 Market St', 'San Francisco, CA 94016']],
  [
    'Great Britain',
    address('10 Downing Street', 'SW1A 2AA', 'London', '', 'GB'),
    ['10 Downing Street', 'London', 'SW1A 2AA'],
  ],
  [
    'France',
    address('8 rue de la Paix\nBâtiment B', '75002', 'Paris', '', 'FR'),
    ['8 rue de la Paix', 'Bâtiment B', '75002 Paris'],
  ],
  ['Hungary', address('Kossuth tér 1', '1055', 'Budapest', '', 'HU'), ['Budapest', 'Kossuth tér 1', '1055']],
  [
    'Japan',
    address('永田町1-7-1', '100-8914', '千代田区', '東京都', 'JP'),
    ['〒100-8914', '東京都', '永田町1-7-1', '千代田区'],
  ],
  [
    'Ireland',
    address('1 Main Street', 'D02 AF30', 'Dublin', 'Co. Dublin', 'IE'),
    ['1 Main Street', 'Dublin', 'Co. Dublin', 'D02 AF30'],
  ],
  ['a country that is not said', address('Main Street 1', '1234', 'Town', '', ''), ['Main Street 1', 'Town', '1234']],
  [
    'what a country leaves out',
    address('Street 1', '1010', 'Wien', 'Bezirk 1', 'AT'),
    ['Street 1', '1010 Wien', 'Bezirk 1'],
  ],
])('the lines of %s', (_, given, lines) => expect(addressLines(given)).toEqual(lines))

test('in one line the country is called as the reader calls it', () => {
  const berlin = address('Unter den Linden 77', '10117', 'Berlin', '', 'DE')
  expect(addressLine(berlin, 'fr')).toBe('Unter den Linden 77, 10117 Berlin, Allemagne')
  expect(addressLine({ ...berlin, country: 'not one' }, 'en')).toContain('not one')
})

test.each([
  ['Deutschland', 'DE'],
  ['Allemagne', 'DE'],
  ['U.S.A.', 'US'],
  ['日本', 'JP'],
  ['Россия', 'RU'],
  ['Côte d’Ivoire', 'CI'],
  ['gb', 'GB'],
  ['AO', 'AO'],
  ['Áo', 'AT'],
  ['Kosovo', 'XK'],
  ['Narnia', null],
  ['EU', null],
  ['', null],
])('%j is %j', (text, code) => expect(countryOf(text)).toBe(code))

test.each<[string, ReturnType<typeof address>]>([
  ['Unter den Linden 77, 10117 Berlin', address('Unter den Linden 77', '10117', 'Berlin', '', '')],
  [
    'Unter den Linden 77\nHinterhaus\nD-10117 Berlin\nDeutschland',
    address('Unter den Linden 77\nHinterhaus', '10117', 'Berlin', '', 'DE'),
  ],
  ['Hauptstr. 1, 10115 Berlin, DE', address('Hauptstr. 1', '10115', 'Berlin', '', 'DE')],
  ['548 Market St, San Francisco, CA 94016', address('548 Market St', '94016', 'San Francisco', 'CA', '')],
  [
    '548 Market St, San Francisco CA 94016-1234, USA',
    address('548 Market St', '94016-1234', 'San Francisco', 'CA', 'US'),
  ],
  ['10 Downing Street, London SW1A 2AA', address('10 Downing Street', 'SW1A 2AA', 'London', '', '')],
  ['10 Downing Street\nLondon\nSW1A 2AA\nUnited Kingdom', address('10 Downing Street', 'SW1A 2AA', 'London', '', 'GB')],
  ['80 Wellington St, Ottawa ON K1A 0A2, Canada', address('80 Wellington St', 'K1A 0A2', 'Ottawa', 'ON', 'CA')],
  ['Prinsengracht 263, 1016 GV Amsterdam, Nederland', address('Prinsengracht 263', '1016 GV', 'Amsterdam', '', 'NL')],
  ['ul. Wiejska 4, 00-902 Warszawa, Polska', address('ul. Wiejska 4', '00-902', 'Warszawa', '', 'PL')],
  [
    'Av. Paulista 1578\nSão Paulo - SP\n01310-200\nBrasil',
    address('Av. Paulista 1578', '01310-200', 'São Paulo', 'SP', 'BR'),
  ],
  ['Main Street 5, Springfield', address('Main Street 5', '', 'Springfield', '', '')],
  ['100 Main Street', address('100 Main Street', '', '', '', '')],
  ['Wilmington, DE', address('Wilmington', '', 'DE', '', '')],
  [';;123 Main Street;Any Town;CA;91921-1234;U.S.A.', address('123 Main Street', '91921-1234', 'Any Town', 'CA', 'US')],
])('%j is read', (text, parts) => expect(readAddress(text)).toEqual(parts))

test('nothing, and far too much, is no address', () => {
  expect(readAddress(' ,\n')).toBe(null)
  expect(readAddress('')).toBe(null)
  for (const text of ['1'.repeat(1e6), ', '.repeat(3e5), 'A1 '.repeat(3e5), ';'.repeat(1e6)])
    expect(readAddress(text)).toBe(null)
})

test('an ADR comes back as it was written', () => {
  const home = address('Straße 1; Hof\nbei Müller, links', '10115', 'Berlin', '', 'DE')
  expect(writeAdr(home)).toBe(';;Straße 1\\; Hof\\nbei Müller\\, links;Berlin;;10115;Germany')
  expect(readAdr(writeAdr(home))).toEqual(home)
  // RFC 6350, 6.3.1, and a box above a street of a country that nobody knows
  expect(readAdr('ADR;TYPE=work:;;123 Main Street;Any Town;CA;91921-1234;U.S.A.')).toMatchObject({
    region: 'CA',
    country: 'US',
  })
  expect(readAdr('PO Box 1;2nd floor;Street;Town;;1;Narnia')).toEqual(
    address('Street\n2nd floor\nPO Box 1', '1', 'Town, Narnia', '', ''),
  )
  expect(readAdr('Street; Town')).toBe(null)
})
