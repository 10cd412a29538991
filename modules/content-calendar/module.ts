import { field } from '@atrium/contract/fields'
import { RowVersion } from '@atrium/contract/integers'
import { collection, defineModule } from '@atrium/contract/module'
import { z } from 'zod'
import { Calendar, CalendarView, Colour, MAIN, Name } from './calendars.ts'
import { Channel, ChannelRow, Network } from './channels.ts'
import { CalendarEvent, Draft, EventRow, eventFields, Id, Occurrence, Said, Status, Title } from './event.ts'
import { guestActions } from './guest-actions.ts'
import { proposals } from './proposals.ts'
import { publicKinds } from './public-kinds.ts'
import { Day, isLongSpan, Local, Zone } from './times.ts'

export const Scope = z.enum(['this', 'following', 'all'])
export type Scope = z.infer<typeof Scope>
/** Which event, and of a series which occurrence and how many of them. */
const which = {
  id: Id,
  occurrence: Local.nullable().optional(),
  scope: Scope.optional().describe('Of a series: this one, this and the following, or all. This one when absent.'),
  version: RowVersion.optional(),
}
const Done = z.object({ event: EventRow.nullable() })
const When = z.string().max(100)

const given = {
  ...Draft.partial().shape,
  title: Title,
  start: Local.describe('A day (2026-11-02), or a day and a time on the clocks of `zone` (2026-11-02T09:00)'),
}

/** Where an import goes: the default calendar when absent. What an export has: all of them. */
const into = z.object({ calendar: Id.optional() })
const outOf = z.object({ calendar: Id.optional() })

export default defineModule({
  id: 'content-calendar',
  title: 'Content Calendar',
  summary: 'Plan posts and appointments by month, week and list, across time zones.',
  kind: 'module',
  industries: ['marketing', 'media', 'all'],
  tier: 'free',
  triggers: ['/calendar', '/schedule'],
  icon: 'calendar-days',
  route: '/content-calendar',
  dav: { title: 'Calendars', calendars: true },
  notifications: {
    event: { title: 'An event begins', defaults: { inbox: true, push: true, mail: false } },
    answer: { title: 'An invitation was answered', defaults: { inbox: true, push: true, mail: false } },
    post: { title: 'A post is to go out', defaults: { inbox: true, push: true, mail: false } },
  },
  collections: {
    events: collection(CalendarEvent, {
      version: 4,
      search: ['title', 'text', 'notes', 'place', 'tags'],
      key: 'importKey',
      indexes: [
        ['status', 'start'],
        ['isLong', 'spanFrom'],
        ['isLong', 'spanTo'],
        ['uid'],
        ['spanFrom'],
        ['calendar', 'uid'],
      ],
      migrate: (data) => ({ ...data, isLong: isLongSpan(String(data.spanFrom ?? ''), String(data.spanTo ?? '')) }),
      references: {
        channels: { to: 'channels', onRemove: 'clear' },
        calendar: { to: 'calendars', onRemove: 'cascade' },
      },
      remindsBy: 'uid',
      partOf: { calendar: { to: 'calendars', whenEmpty: { main: MAIN } } },
    }),
    channels: collection(Channel, { version: 1, search: ['name'] }),
    calendars: collection(Calendar, {
      version: 2,
      search: ['name'],
      unique: [['main']],
      shared: { opens: '', unless: 'feed' },
    }),
  },
  pages: publicKinds,
  settings: z.object({
    remind: field.choice({
      label: 'Remind of an event with a time',
      options: {
        start: 'When it begins',
        m10: '10 minutes before',
        m15: '15 minutes before',
        m30: '30 minutes before',
        h1: 'An hour before',
        h3: '3 hours before',
        never: 'Never',
      },
      initial: 'm15',
    }),
  }),
  actions: {
    ...proposals(Network),
    ...guestActions,
    add: { summary: 'Add an event or a post', effect: 'write', input: z.object(given), output: EventRow },
    schedule: {
      summary: 'Put on the calendar',
      effect: 'write',
      input: z.object({
        title: Title,
        when: When.describe('tomorrow at 3pm, Friday 10-11:30, 5 December, every Monday at 9'),
      }),
      output: EventRow.pick({ id: true, title: true, kind: true, start: true, minutes: true, zone: true, rrule: true }),
      examples: [
        'schedule {title} for {when}',
        'put {title} on my calendar for {when}',
        'add {title} to my calendar for {when}',
        'plan a post {title} for {when}',
      ],
      triggers: ['/schedule'],
      resultTemplate: '**{title}** is on your calendar: {start} ({zone}).',
    },
    agenda: {
      summary: 'What is on the calendar',
      effect: 'read',
      input: z.object({
        when: When.optional().describe('today (when absent), tomorrow, this week, Friday, 5 December'),
      }),
      output: z.object({ from: z.string(), to: z.string(), occurrences: z.array(Said) }),
      examples: [
        'what is on my calendar {when}',
        "what's on my calendar {when}",
        'what is on my calendar',
        "what's on my calendar",
        'show my calendar for {when}',
        'show my calendar',
      ],
      triggers: ['/calendar'],
      resultTemplate: {
        list: 'occurrences',
        none: 'Nothing is on your calendar then.',
        each: '{start}: **{title}**[, {place}]',
      },
    },
    next: {
      summary: 'What comes next on the calendar',
      effect: 'read',
      input: z.object({ limit: z.number().int().min(1).max(50).default(5) }),
      output: z.object({ occurrences: z.array(Occurrence) }),
      examples: ['what is next on my calendar', "what's next on my calendar", 'what comes next on my calendar'],
    },
    occurrences: {
      summary: 'Every occurrence between two days',
      effect: 'read',
      input: z.object({
        from: Day,
        to: Day.describe('Not included'),
        zone: Zone.optional().describe('The viewer’s; the person’s own when absent'),
      }),
      output: z.object({ occurrences: z.array(Occurrence), total: z.number().describe('Above 5,000: at least') }),
    },
    get: {
      summary: 'An event, or one occurrence of a series',
      effect: 'read',
      input: z.object({ id: Id, occurrence: Local.nullable().optional() }),
      output: z.object({
        event: EventRow,
        /** Where its guests are kept: it itself, or its series. */
        series: z.object({ id: z.string(), start: z.string() }),
        /** Its guests do not know all that they should. */
        isUntold: z.boolean(),
        /** The rule of the series it belongs to. */
        rrule: z.string().nullable(),
        repeats: z.boolean(),
      }),
    },
    change: {
      summary: 'Change an event, one occurrence of it or the following',
      effect: 'write',
      input: z.object({ ...which, change: Draft.omit({ status: true }).partial() }),
      output: Done,
    },
    move: {
      summary: 'Move an event to another time, or make it longer',
      effect: 'write',
      input: z.object({
        ...which,
        start: Local,
        zone: Zone.optional().describe('On whose clock `start` is; the event’s own when absent'),
        minutes: eventFields.minutes.optional(),
      }),
      output: Done,
    },
    remove: { summary: 'Delete an event or occurrences of it', effect: 'write', input: z.object(which), output: Done },
    decide: {
      summary: 'Move a post on: to review, approved, scheduled, posted, or back to draft; confirm or cancel an event',
      effect: 'write',
      input: z.object({
        id: Id,
        occurrence: Local.nullable().optional(),
        version: RowVersion.optional(),
        status: Status,
        note: z.string().max(2000).optional(),
      }),
      output: Done,
    },
    queue: {
      summary: 'Give a post the next free time of its channels',
      effect: 'write',
      input: z.object({ id: Id, version: RowVersion.optional() }),
      output: Done,
    },
    search: {
      summary: 'Find events and posts by words in them',
      effect: 'read',
      input: z.object({ words: z.string().max(200) }),
      output: z.object({ events: z.array(EventRow) }),
      examples: ['search my calendar for {words}', 'find {words} on my calendar'],
    },
    overview: {
      summary: 'Channels, and what waits for whom',
      effect: 'read',
      input: z.object({}),
      output: z.object({
        zone: z.string(),
        /** Whether invitations can go out by mail; else they are files to be sent by hand. */
        canMail: z.boolean(),
        total: z.number(),
        channels: z.array(ChannelRow),
        calendars: z.array(CalendarView),
        review: z.array(EventRow),
        late: z.number(),
        /** The first of those that are late. */
        due: z.array(EventRow.pick({ id: true, title: true })),
        feeds: z.array(
          z.object({
            id: z.string(),
            createdAt: z.string(),
            uses: z.number(),
            /** `main` or the id of the calendar that it shows; null: all. */
            calendar: z.string().nullable(),
          }),
        ),
      }),
    },
    addChannel: {
      summary: 'Add a channel',
      effect: 'write',
      notShared: true,
      input: Channel.partial({ name: true }),
      output: ChannelRow,
    },
    changeChannel: {
      summary: 'Change a channel or its weekly times',
      effect: 'write',
      notShared: true,
      input: z.object({ ...Channel.partial().shape, id: Id, version: RowVersion.optional() }),
      output: ChannelRow,
    },
    removeChannel: {
      summary: 'Delete a channel; its posts stay',
      effect: 'write',
      notShared: true,
      input: z.object({ id: Id }),
      output: ChannelRow,
    },
    addCalendar: {
      summary: 'Add a calendar',
      effect: 'write',
      notShared: true,
      input: z.object({ name: Name, colour: Colour.optional(), zone: Zone.nullable().optional() }),
      output: CalendarView,
    },
    changeCalendar: {
      summary: 'Change a calendar: its name, colour and time zone, whether it is shown, whether new things go into it',
      effect: 'write',
      input: z.object({
        id: Id.describe('`main` for the main calendar'),
        name: Name.optional(),
        colour: Colour.optional(),
        zone: Zone.nullable().optional(),
        isShown: z.boolean().optional(),
        isDefault: z.literal(true).optional(),
        version: RowVersion.optional(),
      }),
      output: CalendarView,
    },
    removeCalendar: {
      summary: 'Delete a calendar with everything in it, or end a subscription',
      effect: 'write',
      notShared: true,
      input: z.object({ id: Id }),
      output: CalendarView,
    },
    subscribe: {
      summary: 'Subscribe to a calendar that somebody publishes at an address (.ics)',
      effect: 'write',
      notShared: true,
      input: z.object({
        url: z.string().min(1, 'Paste the address of the calendar.').max(2000, 'That address is too long.'),
        name: Name.optional(),
        colour: Colour.optional(),
      }),
      output: CalendarView,
      examples: ['subscribe to the calendar {url}'],
    },
    refresh: {
      summary: 'Ask for what is new in a calendar that one is subscribed to',
      effect: 'write',
      notShared: true,
      input: z.object({ id: Id }),
      output: CalendarView,
    },
    foreign: {
      summary: 'An event of a calendar that one is subscribed to',
      effect: 'read',
      input: z.object({ id: z.string().max(100) }),
      output: Said.pick({ title: true, place: true }).extend({ notes: z.string(), link: z.string() }),
    },
    makeFeed: {
      summary: 'Make a secret address to which other calendars can subscribe',
      effect: 'write',
      notShared: true,
      input: z.object({ calendar: Id.optional().describe('`main` or an id; all calendars when absent') }),
      output: z.object({ id: z.string(), path: z.string() }),
    },
    endFeed: {
      summary: 'Close a secret address for good',
      effect: 'write',
      notShared: true,
      input: z.object({ id: Id }),
      output: z.object({ ok: z.boolean() }),
    },
    sample: {
      summary: 'Add some events, channels and posts to try things with',
      effect: 'write',
      notShared: true,
      input: z.object({}),
      output: z.object({ added: z.number() }),
    },
  },
  jobs: { refreshFeeds: { summary: 'Refreshes the calendars that you are subscribed to', every: 'hour' } },
  imports: {
    ics: { summary: 'iCalendar file (.ics)', accepts: ['.ics', '.ical', '.ifb'], options: into },
    csv: { summary: 'Table of events and posts (.csv)', accepts: ['.csv', '.tsv'], options: into },
  },
  exports: {
    ics: { summary: 'iCalendar (.ics)', extension: '.ics', mime: 'text/calendar', options: outOf },
    csv: { summary: 'Table (.csv)', extension: '.csv', mime: 'text/csv', options: outOf },
  },
})
