import { field } from '@atrium/contract/fields'
import { rowOf } from '@atrium/contract/module'
import { z } from 'zod'
import { ATTACHMENTS } from './attachments.ts'
import { Guests } from './guest-fields.ts'
import { Local, Zone } from './times.ts'

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

export const Title = z
  .string('It needs a title.')
  .overwrite((text) => text.replace(/\s+/g, ' ').trim())
  .min(1, 'It needs a title.')
  .max(500, 'A title has at most 500 characters.')
const Text = z.string().max(70_000, 'A text has at most 70,000 characters.')
export const Id = z.string().max(64)
const Tag = z
  .string()
  .overwrite((tag) => tag.trim().replace(/^#+/, ''))
  .min(1)
  .max(60)

const Files = field.file({ label: 'Pictures and files', ...ATTACHMENTS })

export const eventFields = {
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
  /** The id of its calendar; null for the main one, which is always there. */
  calendar: Id.nullable(),
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
  /** What is to be seen on its pictures, for those who cannot see them, by the ids of the files. */
  altTexts: z.record(Id, z.string().max(1500, 'A picture is described in at most 1,500 characters.')),
}
/** What can be said of an event or a post when it is made or changed. */
export const Draft = z.object(eventFields)

/** characters */
export const RAW_MAX = 300_000

export const CalendarEvent = z.object({
  ...eventFields,
  kind: Kind.default('event'),
  minutes: eventFields.minutes.default(60),
  calendar: eventFields.calendar.default(null),
  rrule: eventFields.rrule.default(null),
  place: eventFields.place.default(''),
  notes: eventFields.notes.default(''),
  link: eventFields.link.default(''),
  tags: eventFields.tags.default([]),
  status: Status.default('confirmed'),
  text: Text.default(''),
  channels: eventFields.channels.default([]),
  variants: eventFields.variants.default({}),
  files: Files,
  altTexts: eventFields.altTexts.default({}),
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
  /** Absent where nobody was ever named. */
  guests: Guests.optional(),
  decisions: z.array(Decision).max(200).default([]),
  /** Where a post stands, once posted. */
  postedAt: z.iso.datetime().nullable().default(null),
  /** What a program calls it by CalDAV, where that is not its UID; of a series, its own row has it. */
  davName: z.string().max(255).default(''),
  /** As a program sent it (VTIMEZONEs, then its VEVENT), to be given back with all that is not known here. */
  raw: z.string().max(RAW_MAX).default(''),
  /** What `event-component` made of it then: as long as it still makes the same, what was sent is true. */
  rawPrint: z.string().max(64).default(''),
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
  davName: true,
  raw: true,
  rawPrint: true,
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
  /** As in its row; of what is subscribed to, the subscription's id. */
  calendar: z.string().nullable(),
  /** Of a calendar that is subscribed to: only to be looked at. */
  isForeign: z.boolean(),
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
export const Said = Occurrence.pick({
  title: true,
  kind: true,
  status: true,
  start: true,
  end: true,
  zone: true,
  place: true,
})
