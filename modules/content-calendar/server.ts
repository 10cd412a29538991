import { AppError } from '@atrium/contract/errors'
import { answering, defineServer } from '@atrium/contract/module-server'
import { inTurns } from '@atrium/contract/pauses'
import { readersOf } from '@atrium/contract/reading'
import { addDays } from '@atrium/domain/dates/days'
import { changeZone, dayOf, isWholeDay, localAt } from '@atrium/domain/dates/local-time'
import { answerLinks } from './answer-links.ts'
import { answerPages, responding } from './answer-page.ts'
import { calendarActions } from './calendar-actions.ts'
import { calendarFor, calendarsOf, hiddenCalendars, newCalendar } from './calendar-list.ts'
import { calendarTree } from './calendar-tree.ts'
import { MAIN } from './calendars.ts'
import type { Network } from './channels.ts'
import { tableOf } from './csv-write.ts'
import { isSeries, type Plan, placed, planChange, planRemoval } from './editing.ts'
import { CalendarEvent, type Occurrence } from './event.ts'
import { asked, calendarOfLink, FEED } from './feed-links.ts'
import { feedEventsAround, refreshFeeds } from './feeds.ts'
import { isUntold } from './guests.ts'
import { intoCalendars } from './importing.ts'
import { inviting } from './inviting.ts'
import { asFile, CHANNELS_MOST, type Context, eventsAround, everything, latePosts } from './looking.ts'
import calendar from './module.ts'
import { networks } from './networks.ts'
import { firstOccurrences } from './occurrences.ts'
import { describePicture, drawPictures, pictureIdea } from './picturing.ts'
import { afterRewriting, decided } from './posting.ts'
import { draftPost } from './proposing.ts'
import { programmePages } from './public-programme.ts'
import { nextFreeSlot } from './queue.ts'
import reminders from './reminders.ts'
import routes from './routes.ts'
import { checkedRule } from './rules.ts'
import { readPeriod, readWhen } from './said-when.ts'
import { sampleChannels, sampleEvents } from './sample.ts'
import { say } from './say.ts'
import { aimed, type StoredEvent, scopeOf, targetOf, toCalendar } from './target.ts'

const read = readersOf<typeof import('./readers.ts')>()

const MOST_SHOWN = 5000
/** days that may be looked at at once */
const WIDEST = 800

const newUid = (): string => crypto.randomUUID()
const channelsOf = ({ store }: Context) => store.channels.list({ order: 'createdAt', limit: CHANNELS_MOST })
const todayIn = ({ now, timeZone }: Context) => dayOf(localAt(now, timeZone))

interface Shown {
  /** Of more than so many, those of the first days; without it, all. */
  most?: number
  isMeant?(one: Occurrence): boolean
}

async function shown(context: Context, from: string, to: string, zone: string, { most, isMeant = () => true }: Shown) {
  if (from >= to) throw new AppError('bad_request', say('daysInDisorder'))
  if (addDays(from, WIDEST) < to) throw new AppError('bad_request', say('tooLongATime'))
  const events = [...(await eventsAround(context, from, to)), ...(await feedEventsAround(context, from, to))]
  const { now, signal } = context
  return firstOccurrences(events, { from, to, zone, now }, { ...(most !== undefined && { most }), isMeant, signal })
}

/** days ahead: most calendars are answered by the first look */
const LOOKS_AHEAD = [31, 366]

/** What is on now or comes within a year, without what was called off or is out already. */
async function nextOnes(limit: number, context: Context) {
  const [today, now] = [todayIn(context), localAt(context.now, context.timeZone)]
  const hidden = await hiddenCalendars(context)
  const isAhead = ({ status, start, end, calendar }: Occurrence) =>
    !hidden.has(calendar) &&
    status !== 'cancelled' &&
    status !== 'posted' &&
    (isWholeDay(start) ? end > today : end > now || start >= now)
  for (const days of LOOKS_AHEAD) {
    const found = await shown(context, today, addDays(today, days), context.timeZone, { most: limit, isMeant: isAhead })
    if (found.length >= limit || days === LOOKS_AHEAD.at(-1)) return found.slice(0, limit)
  }
  return []
}

async function carryOut(plan: Plan, { store }: Context): Promise<StoredEvent | null> {
  const written: StoredEvent[] = []
  for (const { id, change } of plan.update) written.push(await store.events.update(id, change))
  const added = await store.events.insertMany(plan.insert)
  for (const id of plan.remove) await store.events.remove(id)
  return added[0] ?? written[0] ?? null
}

const given = <T extends object>(values: T): Partial<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>

/** On whose clocks something new in a calendar is: its own, else the person's. */
async function zoneIn(context: Context, calendar: string | null): Promise<string> {
  const found = (await calendarsOf(context)).find(({ id }) => id === (calendar ?? MAIN))
  return found?.zone ?? context.timeZone
}

/** A new event or post, whole. */
async function newEvent(
  said: Partial<CalendarEvent> & Pick<CalendarEvent, 'title' | 'start'>,
  context: Context,
): Promise<CalendarEvent> {
  const kind = said.kind ?? 'event'
  const minutes = said.minutes ?? (isWholeDay(said.start) ? 1440 : kind === 'post' ? 0 : 60)
  const calendar = await calendarFor(context, said.calendar)
  const zone = said.zone ?? (await zoneIn(context, calendar))
  const base = { ...given(said), kind, minutes, zone, calendar, uid: newUid() }
  const event = CalendarEvent.parse({ ...base, status: kind === 'post' ? 'draft' : 'confirmed' })
  if (event.rrule) event.rrule = checkedRule(event.rrule, event)
  const status = said.status && said.status !== event.status ? said.status : null
  const moved = status ? decided(event, status, await channelsOf(context), context) : {}
  return placed({ ...event, ...moved })
}

export default defineServer(
  calendar,
  {
    add: async (said, context) => context.store.events.insert(await newEvent(given(said) as typeof said, context)),

    draftPost,
    pictureIdea,
    drawPictures,
    describePicture,

    schedule: async ({ title, when }, context) => {
      const { start, minutes, rrule } = readWhen(when, context.now, context.timeZone)
      return context.store.events.insert(
        await newEvent({ title, start, rrule, ...(minutes !== null && { minutes }) }, context),
      )
    },

    agenda: async ({ when }, context) => {
      const { from, to } = readPeriod(when ?? 'today', context.now, context.timeZone)
      const hidden = await hiddenCalendars(context)
      const isMeant = ({ calendar }: Occurrence) => !hidden.has(calendar)
      const occurrences = await shown(context, from, to, context.timeZone, { most: MOST_SHOWN, isMeant })
      return { from, to, occurrences: occurrences.slice(0, 200) }
    },

    next: async ({ limit }, context) => ({ occurrences: await nextOnes(limit, context) }),

    occurrences: async ({ from, to, zone }, context) => {
      const occurrences = await shown(context, from, to, zone ?? context.timeZone, { most: MOST_SHOWN })
      return { occurrences: occurrences.slice(0, MOST_SHOWN), total: occurrences.length }
    },

    get: async (which, context) => {
      const target = await targetOf(which, context)
      const { row, master, overrides, occurrence } = target
      const repeats = isSeries(master)
      const changed = overrides.find((one) => one.occurrence === occurrence)
      const meant = row.occurrence !== null ? row : (changed ?? { ...master, start: occurrence ?? master.start })
      const event = { ...meant, guests: master.guests }
      return {
        event,
        series: { id: master.id, start: master.start },
        isUntold: isUntold([master, ...overrides], master.guests),
        rrule: repeats ? master.rrule : null,
        repeats,
      }
    },

    change: async ({ change: { calendar, ...change }, ...which }, context) => {
      const found = await targetOf(which, context)
      const target = calendar === undefined ? found : await toCalendar(found, calendar, context)
      const scope = scopeOf(which, target)
      const plan = planChange(aimed(target), scope, given(change), newUid)
      const channels = await channelsOf(context)
      const rewrite = (before: CalendarEvent, after: CalendarEvent) => afterRewriting(before, after, channels)
      for (const update of plan.update) {
        const before = [target.master, ...target.overrides].find(({ id }) => id === update.id)
        if (before) update.change = { ...update.change, ...rewrite(before, { ...before, ...update.change }) }
      }
      plan.insert = plan.insert.map((one) => ({ ...one, ...rewrite(target.master, one) }))
      return { event: await carryOut(plan, context) }
    },

    move: async ({ start, zone, minutes, ...which }, context) => {
      const target = await targetOf(which, context)
      const own = target.row.zone
      const from = zone ?? own
      // What lasted all day has no zone of its own yet: it gets the one in which it was given a time.
      const isTimed = isWholeDay(target.row.start) && !isWholeDay(start)
      const change = {
        start: isTimed ? start : changeZone(start, from, own),
        ...(isTimed && { zone: from }),
        ...(minutes !== undefined && { minutes }),
      }
      return { event: await carryOut(planChange(aimed(target), scopeOf(which, target), change, newUid), context) }
    },

    remove: async (which, context) => {
      const target = await targetOf(which, context)
      await carryOut(planRemoval(aimed(target), scopeOf(which, target)), context)
      return { event: target.row }
    },

    decide: async ({ status, note, ...which }, context) => {
      const target = await targetOf(which, context)
      const { row, master, overrides, occurrence } = target
      const event = row.occurrence !== null ? row : (overrides.find((one) => one.occurrence === occurrence) ?? master)
      const change = decided(event, status, await channelsOf(context), { now: context.now, note })
      return { event: await carryOut(planChange(target, scopeOf(which, target), change, newUid), context) }
    },

    queue: async ({ id, version }, context) => {
      const { row } = await targetOf({ id, version }, context)
      if (row.kind !== 'post') throw new AppError('bad_request', say('onlyPostsQueue'))
      if (isSeries(row)) throw new AppError('bad_request', say('seriesNotQueued'))
      const all = await channelsOf(context)
      const chosen = all.filter((channel) => row.channels.includes(channel.id))
      if (chosen.length === 0) throw new AppError('bad_request', say('noChannel'))
      const today = todayIn(context)
      const others = await shown(context, today, addDays(today, 380), 'UTC', {
        isMeant: (one) => one.kind === 'post' && one.id !== id && one.status !== 'draft',
      })
      const taken = new Map(chosen.map((channel) => [channel.id, new Set<number>()]))
      for (const other of others)
        if (other.at) for (const channel of other.channels) taken.get(channel)?.add(Date.parse(other.at))
      const slot = nextFreeSlot(chosen, taken, context.now)
      if (!slot) throw new AppError('bad_request', say('noFreeTime'))
      const channel = chosen.find((one) => one.id === slot.channel)
      const zone = channel?.zone ?? row.zone
      const change = {
        ...(row.status === 'scheduled' ? {} : decided(row, 'scheduled', all, context)),
        zone,
        start: localAt(slot.at, zone),
      }
      return { event: await context.store.events.update(id, placed({ ...row, ...change }), version) }
    },

    search: async ({ words }, { store }) => ({ events: await store.events.search(words) }),

    overview: async (_, context) => {
      const { store, links, timeZone } = context
      const review = await store.events.list({ where: { status: 'review' }, order: 'start', limit: 50 })
      const feeds = (await links.list()).filter(({ subject }) => calendarOfLink(subject) !== undefined)
      return {
        zone: timeZone,
        canMail: await context.mail.canSend(),
        total: await store.events.count(),
        channels: await channelsOf(context),
        calendars: await calendarsOf(context),
        review,
        ...(await latePosts(context)),
        feeds: feeds.map(({ id, createdAt, uses, subject }) => ({
          ...{ id, createdAt, uses },
          calendar: calendarOfLink(subject) ?? null,
        })),
      }
    },

    addChannel: async ({ name, ...channel }, { store, timeZone }) => {
      if ((await store.channels.count()) >= CHANNELS_MOST)
        throw new AppError('too_large', say('tooManyChannels', { channels: CHANNELS_MOST }))
      return store.channels.insert({
        ...channel,
        name: name || networks[channel.network as Network].name,
        zone: channel.zone === 'UTC' ? timeZone : channel.zone,
      })
    },
    changeChannel: ({ id, version, ...change }, { store }) => store.channels.update(id, given(change), version),
    removeChannel: async ({ id }, { store }) => {
      const channel = await store.channels.get(id)
      await store.channels.remove(id)
      return channel
    },

    ...calendarActions,
    ...inviting,
    ...responding,
    ...answerLinks,

    makeFeed: async ({ calendar }, { links, store }) => {
      if (calendar !== undefined && calendar !== MAIN) await store.calendars.get(calendar)
      const { id, token } = await links.create({ subject: calendar === undefined ? FEED : `${FEED}:${calendar}` })
      return { id, path: `/api/m/content-calendar/feed/${token}/calendar.ics` }
    },
    endFeed: async ({ id }, { links }) => {
      await links.revoke(id)
      return { ok: true }
    },

    sample: async (_, context) => {
      const { store, timeZone } = context
      const channels = await store.channels.insertMany(sampleChannels.map((one) => ({ ...one, zone: timeZone })))
      const editorial = await newCalendar(context, { name: 'Editorial' })
      const idAt = (index: number) => channels[index]?.id ?? ''
      const events: CalendarEvent[] = []
      for (const { post, ...event } of sampleEvents(todayIn(context), timeZone)) {
        const made = await newEvent(
          { ...event, ...(post && { kind: 'post' as const, calendar: editorial.id }) },
          context,
        )
        const variants = Object.fromEntries(
          Object.entries(post?.variants ?? {}).map(([index, text]) => [idAt(Number(index)), text]),
        )
        events.push({
          ...made,
          ...(post && { text: post.text, channels: post.on.map(idAt), variants, status: post.status }),
        })
      }
      return { added: (await store.events.insertMany(events)).length }
    },
  },
  {
    readers: new URL('./readers.ts', import.meta.url),
    reminders,
    jobs: { refreshFeeds },
    dav: calendarTree,
    pages: { ...programmePages, ...answerPages },
    imports: {
      async *ics(file, options, context) {
        let found = false
        const rows = read(context, file, 'ics', { timeZone: context.timeZone })
        for await (const row of intoCalendars(rows, options.calendar, context)) {
          found = true
          yield row
        }
        if (!found) yield { refused: 'There is no event in this file.', text: file.name }
      },
      async *csv(file, options, context) {
        const channels = (await channelsOf(context)).map(({ id, name, network }) => ({ id, name, network }))
        const rows = read(context, file, 'table', { timeZone: context.timeZone, channels })
        yield* intoCalendars(rows, options.calendar, context)
      },
    },
    exports: {
      ics: async (options, context) => {
        const { calendar, name } = await asked(context, options.calendar)
        return { name: options.calendar ? `${name}.ics` : 'calendar.ics', body: asFile(context, calendar, name) }
      },
      csv: async (options, context) => {
        const { calendar } = await asked(context, options.calendar)
        const names = new Map((await channelsOf(context)).map(({ id, name }) => [id, name]))
        return { name: 'calendar.csv', body: tableOf(everything(context, calendar), (id) => names.get(id) ?? '') }
      },
    },
    routes: answering(routes, {
      feed: async ({ context, link }) => {
        const { calendar, name } = await asked(context, calendarOfLink(link?.subject ?? FEED))
        const pieces = inTurns(asFile(context, calendar, name))
        return new Response((await Array.fromAsync(pieces)).join(''), {
          headers: { 'content-type': 'text/calendar; charset=utf-8', 'cache-control': 'private, max-age=300' },
        })
      },
    }),
  },
)
