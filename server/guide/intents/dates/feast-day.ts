import { differs, feastOf } from '../../calendar/feasts.ts'
import type { TimeSaid } from '../../calendar/said.ts'
import type { Wording } from '../../calendar/wording.ts'
import { say } from './say.ts'

export const countryName = (country: string, { tag }: Wording): string =>
  new Intl.DisplayNames(tag, { type: 'region' }).of(country) ?? country

/** Says whose custom was taken, where other countries keep the feast on another day. */
export function differsNote(feast: string, { country }: TimeSaid, wording: Wording): string | null {
  const taken = differs(feast) ? feastOf(feast, country)?.country : null
  return taken ? say(wording.language, 'ofCountry', { country: countryName(taken, wording) }) : null
}
