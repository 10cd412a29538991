import { z } from 'zod'
import { Zone } from './times.ts'

/** The colours that are offered, in the order in which new calendars get them: apart from each other in light and dark. */
export const COLOURS = [
  '#0f8a7e',
  '#3b72d9',
  '#b4531f',
  '#7a56c8',
  '#c23d6b',
  '#4d8b31',
  '#a87a00',
  '#5b6b7f',
  '#1d8fb3',
  '#c0392b',
] as const

/** What the main calendar is called where an id is asked for: it is always there, whether it has a row or not. */
export const MAIN = 'main'

export const Name = z
  .string('A calendar needs a name.')
  .overwrite((text) => text.replace(/\s+/g, ' ').trim())
  .min(1, 'A calendar needs a name.')
  .max(100, 'A calendar’s name has at most 100 characters.')
export const Colour = z.string().regex(/^#[0-9a-f]{6}$/, 'A colour is written like #1e90ff.')

/** What is subscribed to at an address of somebody else's. */
export const Feed = z.object({
  url: z.string().max(2000),
  /** The file with its events as they were read last; null when there were none yet. */
  content: z.string().nullable(),
  events: z.number().int(),
  /** What the server said of it, to ask only for what is new. */
  etag: z.string(),
  lastModified: z.string(),
  /** When it was asked last with an answer, and when it is to be asked again. */
  refreshedAt: z.iso.datetime().nullable(),
  nextAt: z.iso.datetime(),
  /** A sentence; empty when all was well. */
  error: z.string(),
})
export type Feed = z.infer<typeof Feed>

export const Calendar = z.object({
  name: Name,
  colour: Colour,
  /** On whose clocks new things in it are; null: the person's. */
  zone: Zone.nullable().default(null),
  /** Whether it is shown to who has not chosen. */
  isShown: z.boolean().default(true),
  /** Whether it is shown, by the id of who has chosen: of a team's calendar everybody chooses for themselves. */
  shownTo: z.record(z.string(), z.boolean()).default({}),
  /** New things go into it where nothing else is said. */
  isDefault: z.boolean().default(false),
  /** Of the one that is always there: events without a calendar are its. */
  main: z.enum([MAIN, '']).default(''),
  /** Null of one's own. */
  feed: Feed.nullable().default(null),
  /** What a program called it that made it by CalDAV, and what programs keep of it besides, as XML. */
  davName: z.string().max(255).default(''),
  properties: z.record(z.string(), z.string()).default({}),
})
export type Calendar = z.output<typeof Calendar>

/** A calendar as its list has it. */
export const CalendarView = z.object({
  /** `main` of the main one. */
  id: z.string(),
  /** The id of its row: that of `id`, but of the main one, which has none as long as nothing of it was changed. */
  row: z.string().nullable(),
  /** Null of the main one as long as nothing of it was changed. */
  version: z.number().nullable(),
  name: z.string(),
  colour: z.string(),
  zone: z.string().nullable(),
  isShown: z.boolean(),
  isDefault: z.boolean(),
  feed: Feed.pick({ url: true, events: true, refreshedAt: true, error: true }).nullable(),
})
export type CalendarView = z.infer<typeof CalendarView>
