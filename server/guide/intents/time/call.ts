import { localAt, minutesOfTime, timeOf } from '@atrium/domain/dates/local-time'
import type { PlaceSaid } from '../../calendar/places.ts'
import type { TimeSaid } from '../../calendar/said.ts'
import type { Wording } from '../../calendar/wording.ts'
import type { IntentReply } from '../intent.ts'
import { replyOf } from '../writing.ts'
import { placeName } from './places.ts'
import { say } from './say.ts'

const [OPENS, CLOSES] = [9 * 60, 18 * 60]
const STEP = 30
const SLOTS = 48

/** How bad a time of day is for a call: nothing within working hours, more the further from them, most at night. */
function cost(minutes: number): number {
  if (minutes >= OPENS && minutes + STEP <= CLOSES) return 0
  const early = Math.min(Math.abs(minutes - OPENS), 1_440 - Math.abs(minutes - OPENS))
  const late = Math.min(Math.abs(minutes + STEP - CLOSES), 1_440 - Math.abs(minutes + STEP - CLOSES))
  const away = Math.min(early, late)
  return away + (minutes < 420 || minutes >= 1_320 ? 600 : 0)
}

/** The hours of the day that suit all places, or the least bad ones. */
export function goodHours(said: TimeSaid, wording: Wording): IntentReply {
  const { places, moment, here } = said
  const { language, time, day } = wording
  const own: { name: string | null; zone: string } = { name: null, zone: moment.zone }
  const all: readonly { name: string | null; zone: string }[] =
    places.length > 1 ? (places as PlaceSaid[]).slice(0, 4) : [own, ...places]
  const start = new Date(Math.floor(moment.now.getTime() / 86_400_000) * 86_400_000)
  const costs = Array.from({ length: SLOTS }, (_, at) => {
    const instant = new Date(start.getTime() + at * STEP * 60_000)
    return Math.max(...all.map(({ zone }) => cost(minutesOfTime(timeOf(localAt(instant, zone)) ?? '00:00'))))
  })
  const least = Math.min(...costs)
  let [best, length] = [0, 0]
  for (let at = 0; at < SLOTS; at++) {
    if (costs[at] !== least || (costs[(at + SLOTS - 1) % SLOTS] === least && at !== 0)) continue
    let run = 0
    while (run < SLOTS && costs[(at + run) % SLOTS] === least) run += 1
    if (run > length) [best, length] = [at, run]
  }
  const from = new Date(start.getTime() + best * STEP * 60_000)
  const to = new Date(from.getTime() + length * STEP * 60_000)
  const where = ({ name }: { name: string | null }) =>
    name === null ? say(language, 'yourTime') : say(language, 'inPlace', { place: placeName({ name }) })
  const [first, ...others] = all
  if (!first) return replyOf([say(language, 'askPlace')])
  const shown = (zone: string) => ({ from: time(localAt(from, zone)), to: time(localAt(to, zone)) })
  const rows = others.map((one) =>
    say(language, 'callRow', {
      place: one.name === null ? say(language, 'you') : placeName({ name: one.name }),
      ...shown(one.zone),
    }),
  )
  return replyOf([
    `${say(language, least === 0 ? 'callBest' : 'callNone', { ...shown(first.zone), place: where(first) })}\n${rows.join('\n')}`,
    say(language, 'callDay', { day: day(here) }),
  ])
}
