import { knownZone } from '@atrium/domain/dates/wall-clock'
/**
 * Who is called in a country. A number stands here only where a public source was found that says it; a line without one is
 * left out, and the person gets the emergency number and the list of all countries instead. Compared in November 2026 with:
 *
 * F  GOV.UK foreign travel advice, “emergency services in …” (copy of April 2026, github craigrallen/world-emergency-hotlines)
 * W  Wikipedia, “List of emergency telephone numbers” (copy of April 2026, same repository)
 * A  github DennisGross/aidlines, data.js
 * N  github atlacord/Naga, Hotlines.json (from Wikipedia, “List of suicide crisis lines”)
 * T  TelefonSeelsorge, “International helplines” (copy in github madebysimon/OPUS)
 * H  findahelpline.com (copy in github nepthius/ResilientRhino)
 * C  childhelplineinternational.org, pages of its members
 *
 * After each country: the source of its emergency numbers, then of its lines. Compare again each year.
 */
export interface Contacts {
  medical: string
  police: string
  /** Where it is another than the medical one. Source: A, for all of them. */
  fire?: string
  /** Somebody to talk to about suicide. */
  talk?: string
  /** Violence at home. */
  violence?: string
  /** For children, and for adults who are worried about one. */
  child?: string
  poison?: string
}

const both = (number: string, rest: Partial<Contacts> = {}): Contacts => ({ medical: number, police: number, ...rest })

/** ISO 3166 country codes. */
export const contactsByCountry: Readonly<Record<string, Contacts>> = {
  US: both('911', { talk: '988', violence: '1-800-799-7233', child: '1-800-422-4453', poison: '1-800-222-1222' }), // A; A, A, thehopeline.com, poisonhelp.hrsa.gov
  CA: both('911', { talk: '988', child: '1-800-668-6868' }), // F; newswire.ca (Government of Canada, 2023-11-30), A N T
  MX: both('911', { talk: '800 911 2000' }), // F; A
  GB: both('999', { talk: '116 123', violence: '0808 2000 247', child: '0800 1111' }), // W; N T, centre56.org.uk, N
  IE: both('112', { talk: '116 123', violence: '1800 341 900' }), // F; N T, A
  DE: { medical: '112', police: '110', talk: '0800 111 0 111', violence: '116 016', child: '116 111' }, // F; A N
  AT: { medical: '144', police: '133', fire: '122', talk: '142', child: '147', poison: '01 406 43 43' }, // W; W N T, W A, goeg.at
  CH: { medical: '144', police: '117', fire: '118', talk: '143', child: '147', poison: '145' }, // F; A N T
  FR: { medical: '15', police: '17', fire: '18', talk: '3114', violence: '3919', child: '119' }, // F; service-public.fr (2021-09-29), A, W
  BE: both('112', { talk: '1813 / 0800 32 123', poison: '070 245 245' }), // F; N T, brusselstimes.com
  NL: both('112', { talk: '113', child: '0800 0432' }), // F; nltimes.nl (2020-07-07), N
  ES: both('112', { talk: '024', violence: '016', child: '116 111' }), // W; rtve.es (2022-05-09), A, N
  PT: both('112', { talk: '1411', child: '116 111' }), // F; dn.pt (2025-09-10), A
  IT: both('112', { violence: '1522' }), // A; A
  PL: both('112', { child: '116 111' }), // W; N T
  CZ: { medical: '155', police: '158', fire: '150', child: '116 111' }, // W A; N T
  SK: { medical: '155', police: '158', fire: '150', child: '116 111' }, // F; N
  HU: both('112', { talk: '116 123', child: '116 111' }), // F; A N T
  RO: both('112'), // F
  BG: both('112'), // F
  GR: both('112', { talk: '1018', violence: '15900' }), // F; N T, A
  CY: both('112'), // F
  HR: both('112'), // F
  SI: both('112', { talk: '116 123' }), // W; N
  SE: both('112', { talk: '90101', violence: '020-50 50 50', child: '116 111' }), // F; A
  DK: both('112', { talk: '70 201 201', child: '116 111' }), // F; N T
  NO: { medical: '113', police: '112', fire: '110', talk: '116 123', child: '116 111', poison: '22 59 13 00' }, // F; A N, W, helsenorge.no
  FI: both('112', { talk: '09 2525 0111', violence: '080 005 005', poison: '0800 147 111' }), // F; N, A, terveyskyla.fi
  EE: both('112'), // F
  LV: { medical: '113', police: '110', fire: '112' }, // F A
  LT: both('112', { child: '116 111' }), // F; N T
  LU: { medical: '112', police: '113', child: '116 111' }, // F; A T
  MT: both('112'), // F
  IS: both('112', { talk: '1717' }), // F; A N
  UA: { medical: '103', police: '102', violence: '116 123', child: '116 111' }, // W; A, C
  RU: both('112'), // F
  BY: { medical: '103', police: '102', fire: '101' }, // F
  KZ: { medical: '103', police: '102', fire: '101' }, // F
  TR: both('112', { violence: '183', child: '183' }), // W; A
  IL: { medical: '101', police: '100', fire: '102', talk: '1201', child: '105' }, // F; A N T
  IR: { medical: '115', police: '110', fire: '125', violence: '123', child: '123' }, // F; A
  SA: both('911'), // F
  AE: { medical: '998', police: '999', fire: '997' }, // A
  EG: { medical: '123', police: '122', fire: '180' }, // A
  MA: { medical: '150', police: '190', fire: '15' }, // F
  DZ: { medical: '14', police: '1548' }, // W A
  TN: { medical: '190', police: '197', fire: '198' }, // A
  JO: both('911'), // F
  IQ: { medical: '122', police: '104' }, // F
  LB: { medical: '140', police: '112', fire: '175', talk: '1564' }, // F; A N
  IN: both('112', { talk: '14416', violence: '181', child: '1098' }), // F; theshillongtimes.com (2025-02-07), lokmattimes.com (2025-12-13)
  PK: { medical: '1122', police: '15' }, // F
  BD: both('999'), // F
  LK: { medical: '110', police: '119' }, // A
  NP: { medical: '102', police: '100', fire: '101' }, // A
  CN: { medical: '120', police: '110', fire: '119' }, // A
  HK: both('999'), // F
  TW: { medical: '119', police: '110', talk: '1925', violence: '113', child: '113' }, // F; udn.com (2025-08-16), A
  JP: { medical: '119', police: '110', talk: '0120-279-338', violence: '0120-279-889', child: '189' }, // F; A, pref.miyagi.jp (2020-04-22)
  KR: { medical: '119', police: '112', talk: '109', violence: '1366', child: '112' }, // F; koreabizwire.com, unwomen.org, korea1391.go.kr
  SG: { medical: '995', police: '999', talk: '1767' }, // F; A
  MY: both('999', { talk: '15555', violence: '15999', child: '15999' }), // A; H, A
  ID: { medical: '119', police: '110', fire: '113', violence: '129', child: '129' }, // A; A
  PH: both('911', { talk: '1553' }), // F; A
  VN: { medical: '115', police: '113', fire: '114', child: '111' }, // A; A
  TH: { medical: '1669', police: '191', fire: '191', violence: '1300', child: '1300' }, // F; A
  AU: both('000', { talk: '13 11 14', violence: '1800 737 732', child: '1800 55 1800', poison: '13 11 26' }), // W; W N T, A, N T, W
  NZ: both('111', { talk: '1737' }), // F; N
  BR: { medical: '192', police: '190', fire: '193', talk: '188', violence: '180' }, // F; A N T, A
  AR: both('911', { child: '102' }), // W A; C
  CL: { medical: '131', police: '133', fire: '132' }, // F
  CO: both('123', { violence: '155' }), // F; A
  PE: { medical: '106', police: '105', fire: '116', violence: '100' }, // F; A
  VE: both('911'), // A
  EC: both('911'), // F
  UY: both('911'), // A
  ZA: { medical: '10177', police: '10111', talk: '0800 567 567' }, // F; A N T
  NG: both('112'), // F
  GH: both('112'), // A
  KE: both('999', { violence: '1195' }), // F; A
  TZ: both('112'), // F
  UG: both('999'), // A
  NE: { medical: '15', police: '17', fire: '18' }, // F
  BJ: { medical: '112', police: '117', fire: '118' }, // A
}

/** Where helplines of all countries are listed, as Markdown: one press away. */
export const HELPLINES = '[findahelpline.com](https://findahelpline.com)'

/** Zones of each country, from the CLDR data of the runtime. */
const countryOfZone = new Map(
  Object.keys(contactsByCountry).flatMap((country) =>
    (new Intl.Locale(`und-${country}`).getTimeZones?.() ?? []).map((zone): [string, string] => [zone, country]),
  ),
)

/** Where somebody is: by their time zone, else by the region of their language where it names one; null when neither tells. */
export function countryOf(timeZone: string, locale: string): string | null {
  const canonical = knownZone(timeZone) ?? timeZone
  const byZone = countryOfZone.get(timeZone) ?? countryOfZone.get(canonical)
  if (byZone) return byZone
  try {
    return new Intl.Locale(locale).region ?? null
  } catch {
    return null
  }
}
