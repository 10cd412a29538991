import type { PlaceSaid } from '../../calendar/places.ts'
import { zoneOf } from '../../calendar/zones.ts'

/** A place as it is written: `Tokyo` of “tokyo”, `CET` of “cet”. */
export function placeName({ name }: Pick<PlaceSaid, 'name'>): string {
  const said = name.trim().replace(/'s$/u, '')
  return said.length <= 4 &&
    !/\s/u.test(said) &&
    zoneOf(said) &&
    !/^(?:rome|oslo|lima|bern|rio|bali|iran|iraq|cuba|peru|goa|roma|doha|wien)$/iu.test(said)
    ? said.toUpperCase()
    : said.replace(/(?:^|[\s-])\p{Ll}/gu, (letter) => letter.toUpperCase())
}
