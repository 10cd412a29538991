import type { JobContext } from '@atrium/contract/module-work'
import { DAY_MS } from '@atrium/domain/dates/days'
import { instantOfWall, wallClockAt } from '@atrium/domain/dates/wall-clock'
import { minutesFor } from '../minutes.ts'
import type flash from '../module.ts'
import { countsOf } from '../queue.ts'
import { say } from '../say.ts'
import type { Context } from './decks.ts'
import { today } from './study.ts'

const HOUR_MS = 3_600_000
/** Days back from which the pace is taken. */
const PACE_DAYS = 30

/** That hour of the day which it is now on these clocks. */
function atHour(hour: number, now: Date, timeZone: string): Date {
  const midnight = Math.floor(wallClockAt(now.getTime(), timeZone) / DAY_MS) * DAY_MS
  return new Date(instantOfWall(midnight + hour * HOUR_MS, timeZone))
}

/** Shortly after midnight the day's reminder is put to the hour that the person has chosen: counted then, not before. */
export const planMorning = (_: object, { step, now, timeZone }: JobContext<typeof flash>): Promise<void> =>
  step('plan', async ({ settings, schedule }) => {
    const { remindAt } = await settings()
    if (remindAt === null) return
    const at = atHour(remindAt, now, timeZone)
    await schedule({ key: 'morning', at: at > now ? at : now, action: 'flash.remindDue', input: {} })
  })

/** Tells what is to be done today, unless there is nothing, or the person has chosen a later hour meanwhile. */
export async function remindDue(context: Context): Promise<{ told: boolean }> {
  const { now, timeZone, store, settings, schedule, notify, said } = context
  const { remindAt } = await settings()
  if (remindAt === null) return { told: false }
  const at = atHour(remindAt, now, timeZone)
  if (at > now) {
    await schedule({ key: 'morning', at, action: 'flash.remindDue', input: {} })
    return { told: false }
  }
  const counts = countsOf((await today(undefined, context)).studyFor(null))
  const all = counts.new + counts.learning + counts.due
  if (all === 0) return { told: false }
  const since = new Date(now.getTime() - PACE_DAYS * DAY_MS).toISOString()
  const answered = await store.reviews.groupBy(['state'], { where: { at: { gte: since } }, sum: ['took'] })
  const pace = answered.map(({ key, count, sum }) => ({ state: key.state, count, took: sum.took }))
  const minutes = minutesFor(counts, pace)
  const body = [...(counts.new > 0 ? [say('someNew', { count: counts.new })] : []), say('minutes', { count: minutes })]
  await notify({
    kind: 'due',
    key: 'morning',
    title: said(say('cardsDue', { count: all })),
    body: body.map(said).join(' '),
    link: '/flash?view=review',
  })
  return { told: true }
}
