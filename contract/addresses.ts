import { z } from 'zod'

/** The parts of a postal address, as vCard's ADR has them (RFC 6350, 6.3.1). How they stand in lines is the country's affair. */
export const addressParts = ['street', 'locality', 'region', 'postcode', 'country'] as const
export type AddressPart = (typeof addressParts)[number]

/** ISO 3166-1 alpha-2, and XK, by which CLDR and the post call Kosovo. */
export const countries: readonly string[] = (
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH ' +
  'CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN ' +
  'GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI ' +
  'LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM ' +
  'PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD ' +
  'TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW'
).split(' ')

/** characters */
const MOST: Readonly<Record<Exclude<AddressPart, 'country'>, number>> = {
  street: 300,
  locality: 120,
  region: 120,
  postcode: 20,
}

/** One text of it; only a street has lines. Blanks around and between are as nobody typed them. */
const tidied = (text: string, hasLines: boolean) =>
  text
    .split(hasLines ? /\r\n|[\r\n]/ : /$^/)
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter(Boolean)
    .join('\n')

/** The schema of an address; `sentence` says what is wrong of a part. */
export function addressSchema(sentence: (what: string) => string, error: z.core.$ZodErrorMap) {
  const part = (name: Exclude<AddressPart, 'country'>, called: string) =>
    z
      .string({ error: () => sentence(`${called} is a text.`) })
      .overwrite((text) => tidied(text, name === 'street'))
      .max(MOST[name], sentence(`${called} has at most ${MOST[name]} characters.`))
      .default('')
  return z
    .object(
      {
        street: part('street', 'the street'),
        locality: part('locality', 'the place'),
        region: part('region', 'the region'),
        postcode: part('postcode', 'the postcode'),
        country: z
          .string({ error: () => sentence('the country is two letters, like DE.') })
          .overwrite((text) => text.trim().toUpperCase())
          .refine((text) => text === '' || countries.includes(text), sentence('the country is two letters, like DE.'))
          .default(''),
      },
      { error },
    )
    .refine(
      (address) => addressParts.some((name) => address[name] !== ''),
      sentence('say a street, a place or a country.'),
    )
}

export type Address = z.output<ReturnType<typeof addressSchema>>

export const emptyAddress: Address = { street: '', locality: '', region: '', postcode: '', country: '' }

export const isEmptyAddress = (address: Partial<Address>): boolean =>
  addressParts.every((name) => (address[name] ?? '').trim() === '')
