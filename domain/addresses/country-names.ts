/** Languages in which people's files name countries. */
const LANGUAGES =
  'en de fr es it pt nl pl ru uk tr ja zh zh-Hant ko ar he fa cs sk sv da nb fi el hu ro bg hr id vi th hi'.split(' ')

/** What people write besides. */
const ALSO: Readonly<Record<string, string>> = {
  usa: 'US',
  'u s a': 'US',
  'united states of america': 'US',
  america: 'US',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  'northern ireland': 'GB',
  uk: 'GB',
  'u k': 'GB',
  'great britain': 'GB',
  holland: 'NL',
  'the netherlands': 'NL',
  'czech republic': 'CZ',
  'republic of ireland': 'IE',
  brd: 'DE',
  'bundesrepublik deutschland': 'DE',
  'south korea': 'KR',
  'republic of korea': 'KR',
  'russian federation': 'RU',
  'hong kong': 'HK',
  macedonia: 'MK',
  turkey: 'TR',
  'people s republic of china': 'CN',
  uae: 'AE',
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

const plain = (name: string) =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

let names: ReadonlyMap<string, string> | undefined
let codes: ReadonlySet<string> | undefined

/** What CLDR knows and ISO has not: groups of countries, islands of one, codes for tests, and states that are no more. */
const isOther = (code: string) =>
  /^(?:EU|EZ|UN|QO|ZZ|XA|XB|AC|CP|DG|EA|IC|TA|CQ)$/.test(code) || new Intl.Locale(`und-${code}`).region !== code

/** Every name once, when the first is asked for: some 8,000. */
function load() {
  const found = new Map<string, string>()
  const known = new Set<string>()
  const inEnglish = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })
  const all = [...LETTERS].flatMap((one) => [...LETTERS].map((other) => `${one}${other}`))
  for (const code of all) if (inEnglish.of(code) && !isOther(code)) known.add(code)
  for (const language of LANGUAGES) {
    const inLanguage = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' })
    for (const code of known) {
      const name = inLanguage.of(code)
      if (name && !found.has(plain(name))) found.set(plain(name), code)
    }
  }
  for (const [name, code] of Object.entries(ALSO)) found.set(name, code)
  names = found
  codes = known
}

/** The two letters of a country by its name in many languages or by its letters; null where it is none. */
export function countryOf(text: string): string | null {
  if (text.length > 80) return null
  if (!names || !codes) load()
  // Áo is Austria in Vietnamese, AO Angola: letters come before names.
  const letters = text.trim().toUpperCase()
  return codes?.has(letters) ? letters : (names?.get(plain(text)) ?? null)
}
