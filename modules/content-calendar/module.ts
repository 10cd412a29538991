import { field } from '@atrium/contract/fields'
import { RowVersion } from '@atrium/contract/integers'
import { collection, defineModule, rowOf } from '@atrium/contract/module'
import { z } from 'zod'
import { ATTACHMENTS } from './attachments.ts'
import { Channel, ChannelRow, Network } from './channels.ts'
import { proposals } from './proposals.ts'
import { Day, isLongSpan, Local, Zone } from './times.ts'

export const Kind = z.enum(['event', 'post'])
/** Events are confirmed, tentative or cancelled; posts go from draft to posted. */
export const Status = z.enum([
  'confirmed',
  'tentative',
  'cancelled',
  'draft',
  'review',
  'approved',
  'scheduled',
  'posted',
])
export type Status = z.infer<typeof Status>

const Decision = z.object({
  decision: z.enum(['submitted', 'approved', 'changes', 'scheduled', 'posted', 'draft']),
  at: z.iso.datetime(),
  note: z.string(),
})
export type Decision = z.infer<typeof Decision>

const Title = z
  .string('It needs a title.')
  .overwrite((text) => text.replace(/\s+/g, ' ').trim())
  .min(1, 'It needs a title.')
  .max(500, 'A title has at most 500 characters.')
const Text = z.string().max(70_000, 'A text has at most 70,000 characters.')
const Id = z.string().max(64)
const Tag = z
  .string()
  .overwrite((tag) => tag.trim().replace(/^#+/, ''))
  .min(1)
  .max(60)

const Files = field.file({ label: 'Pictures and files', ...ATTACHMENTS })

const fields = {
  title: Title,
  kind: Kind,
  start: Local,
  /** 1,440 a day for what lasts all day. */
  minutes: z
    .number()
    .int()
    .min(0, 'The end is before the beginning.')
    .max(366 * 1440, 'At most a year long.'),
  zone: Zone,
  /** An RRULE of RFC 5545, without `RRULE:`. */
  rrule: z.string().max(500).nullable(),
  place: z.string().max(1000, 'A place has at most 1,000 characters.'),
  notes: z.string().max(20_000, 'Notes have at most 20,000 characters.'),
  link: z.string().max(2000),
  tags: z.array(Tag).max(30),
  status: Status,
  /** Of a post: what is said everywhere, where no variant says otherwise. */
  text: Text,
  /** Ids of the channels it goes to. */
  channels: z.array(Id).max(30),
  /** Texts of single channels, by their ids. */
  variants: z.record(Id, Text),
  /** In the order in which they are to be seen. */
  files: Files.unwrap(),
}
/** What can be said of an event or a post when it is made or changed. */
export const Draft = z.object(fields)

export const CalendarEvent = z.object({
  ...fields,
  kind: Kind.default('event'),
  minutes: fields.minutes.default(60),
  rrule: fields.rrule.default(null),
  place: fields.place.default(''),
  notes: fields.notes.default(''),
  link: fields.link.default(''),
  tags: fields.tags.default([]),
  status: Status.default('confirmed'),
  text: Text.default(''),
  channels: fields.channels.default([]),
  variants: fields.variants.default({}),
  files: Files,
  /** More occurrences than the rule gives, and those that are left out: their starts, on the event's own clock. */
  rdates: z.array(Local).max(5000).default([]),
  exdates: z.array(Local).max(5000).default([]),
  /** iCalendar's UID: a series and its changed occurrences have the same. */
  uid: z.string().max(1000).default(''),
  /** iCalendar's RECURRENCE-ID: the start that this changed occurrence of a series had. */
  occurrence: Local.nullable().default(null),
  /** UID and RECURRENCE-ID, by which an import finds it again. */
  importKey: z.string().max(1100).default(''),
  /** Days between which it lies, a day wider than true so that no zone is missed. `9999-12-31`: without end. */
  spanFrom: z.string().default(''),
  spanTo: z.string().default(''),
  /** Lasts or repeats over more days than `SHORT`: looked for apart from the many that are over soon after they began. */
  isLong: z.boolean().default(false),
  decisions: z.array(Decision).max(200).default([]),
  /** Where a post stands, once posted. */
  postedAt: z.iso.datetime().nullable().default(null),
  /** What the imported file said, so that a second import leaves alone what was changed here since. */
  source: z.string().default(''),
})
export type CalendarEvent = z.output<typeof CalendarEvent>
export const EventRow = rowOf(CalendarEvent).omit({
  source: true,
  importKey: true,
  spanFrom: true,
  spanTo: true,
  isLong: true,
})
export type EventRow = z.infer<typeof EventRow>

/** One time at which an event is or a post goes out, on the viewer's clock. */
export const Occurrence = z.object({
  /** The row's id; several occurrences of a series share it. */
  id: z.string(),
  /** Which of the series: its start on the series' own clock. Null when there is one only. */
  occurrence: z.string().nullable(),
  title: z.string(),
  kind: Kind,
  status: Status,
  /** On the viewer's clock; days when it lasts all day, the end not included. */
  start: z.string(),
  end: z.string(),
  /** The instant of its start; null when it lasts all day. */
  at: z.string().nullable(),
  zone: z.string(),
  /** Its start on its own clock. */
  own: z.string(),
  /** Repeats; `changed` is an occurrence unlike the others. */
  repeats: z.boolean(),
  changed: z.boolean(),
  place: z.string(),
  tags: z.array(z.string()),
  channels: z.array(z.string()),
  /** How many pictures and files it has, and the first picture's id. */
  files: z.number(),
  picture: z.string().nullable(),
  late: z.boolean(),
})
export type Occurrence = z.infer<typeof Occurrence>

/** What is told of an occurrence in words. */
const Said = Occurrence.pick({ title: true, kind: true, status: true, start: true, end: true, zone: true, place: true })

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
  notifications: {
    event: { title: 'An event begins', defaults: { inbox: true, push: true, mail: false } },
    post: { title: 'A post is to go out', defaults: { inbox: true, push: true, mail: false } },
  },
  collections: {
    events: collection(CalendarEvent, {
      version: 3,
      search: ['title', 'text', 'notes', 'place', 'tags'],
      key: 'importKey',
      indexes: [['status', 'start'], ['isLong', 'spanFrom'], ['isLong', 'spanTo'], ['uid'], ['spanFrom']],
      migrate: (data) => ({ ...data, isLong: isLongSpan(String(data.spanFrom ?? ''), String(data.spanTo ?? '')) }),
      references: { channels: { to: 'channels', onRemove: 'clear' } },
      remindsBy: 'uid',
    }),
    channels: collection(Channel, { version: 1, search: ['name'] }),
  },
  actions: {
    ...proposals(Network),
    add: { summary: 'Add an event or a post', effect: 'write', input: z.object(given), output: EventRow },
    schedule: {
      summary: 'Put on the calendar',
      effect: 'write',
      input: z.object({
        title: Title,
        when: When.describe('tomorrow at 3pm, Friday 10-11:30, 5 December, every Monday at 9'),
      }),
      output: EventRow.pick({ id: true, title: true, kind: true, start: true, minutes: true, zone: true, rrule: true }),
      says: [
        'schedule {title} for {when}',
        'put {title} on my calendar for {when}',
        'add {title} to my calendar for {when}',
        'plan a post {title} for {when}',
      ],
      triggers: ['/schedule'],
      tells: '**{title}** is on your calendar: {start} ({zone}).',
    },
    agenda: {
      summary: 'What is on the calendar',
      effect: 'read',
      input: z.object({
        when: When.optional().describe('today (when absent), tomorrow, this week, Friday, 5 December'),
      }),
      output: z.object({ from: z.string(), to: z.string(), occurrences: z.array(Said) }),
      says: [
        'what is on my calendar {when}',
        "what's on my calendar {when}",
        'what is on my calendar',
        "what's on my calendar",
        'show my calendar for {when}',
        'show my calendar',
      ],
      triggers: ['/calendar'],
      tells: {
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
      says: ['what is next on my calendar', "what's next on my calendar", 'what comes next on my calendar'],
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
        minutes: fields.minutes.optional(),
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
      says: ['search my calendar for {words}', 'find {words} on my calendar'],
    },
    overview: {
      summary: 'Channels, and what waits for whom',
      effect: 'read',
      input: z.object({}),
      output: z.object({
        zone: z.string(),
        total: z.number(),
        channels: z.array(ChannelRow),
        review: z.array(EventRow),
        late: z.number(),
        feeds: z.array(z.object({ id: z.string(), createdAt: z.string(), uses: z.number() })),
      }),
    },
    addChannel: {
      summary: 'Add a channel',
      effect: 'write',
      input: Channel.partial({ name: true }),
      output: ChannelRow,
    },
    changeChannel: {
      summary: 'Change a channel or its weekly times',
      effect: 'write',
      input: z.object({ ...Channel.partial().shape, id: Id, version: RowVersion.optional() }),
      output: ChannelRow,
    },
    removeChannel: {
      summary: 'Delete a channel; its posts stay',
      effect: 'write',
      input: z.object({ id: Id }),
      output: ChannelRow,
    },
    makeFeed: {
      summary: 'Make a secret address to which other calendars can subscribe',
      effect: 'write',
      input: z.object({}),
      output: z.object({ id: z.string(), path: z.string() }),
    },
    endFeed: {
      summary: 'Close a secret address for good',
      effect: 'write',
      input: z.object({ id: Id }),
      output: z.object({ ok: z.boolean() }),
    },
    sample: {
      summary: 'Add some events, channels and posts to try things with',
      effect: 'write',
      input: z.object({}),
      output: z.object({ added: z.number() }),
    },
  },
  imports: {
    ics: { summary: 'iCalendar file (.ics)', accepts: ['.ics', '.ical', '.ifb'] },
    csv: { summary: 'Table of events and posts (.csv)', accepts: ['.csv', '.tsv'] },
  },
  exports: {
    ics: { summary: 'iCalendar (.ics)', extension: '.ics', mime: 'text/calendar' },
    csv: { summary: 'Table (.csv)', extension: '.csv', mime: 'text/csv' },
  },
})
