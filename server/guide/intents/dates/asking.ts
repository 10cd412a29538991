import type { TimeSaid } from '../../calendar/said.ts'
import type { Wording } from '../../calendar/wording.ts'
import type { IntentReply } from '../intent.ts'
import { replyOf } from '../writing.ts'
import { say } from './say.ts'

type Ask = 'askDate' | 'askBirth' | 'askTwo' | 'askSpan'

/** What is missing, asked for by a day of the coming spring as an example; or that there is no such day. */
export function asking(what: Ask, { impossible, here }: TimeSaid, wording: Wording): IntentReply {
  const { language, date, count } = wording
  if (impossible)
    return replyOf([say(language, /\d{4}$/u.test(impossible) ? 'noLeapDay' : 'noSuchDay', { day: impossible })])
  const year = Number(here.slice(0, 4))
  const day = `${year}-05-12`
  const example =
    what === 'askBirth'
      ? `${date(day)} 1990`
      : what === 'askTwo'
        ? `${date(day)} – ${date(`${year}-06-30`)}`
        : what === 'askSpan'
          ? `${count(3, 'week')}, ${date(day)}`
          : date(day)
  return replyOf([say(language, what, { example })])
}
