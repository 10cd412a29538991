import { z } from 'zod'
import type { Sentence } from './sentence.ts'

/** Where a notification leads: a page of this workspace, never another site (`//evil.example` is one). */
export const isOwnPath = (path: string): boolean => /^\/(?![/\\])[^\s\\\p{Cc}]*$/u.test(path) && path.length <= 2000

export const NOTIFICATION_TITLE_MAX = 200
export const NOTIFICATION_BODY_MAX = 1000

/** A kind of notification that a module sends, and how it comes before a person chose. */
export interface NotificationKind {
  /** `A task is due` */
  title: string
  defaults: { inbox: boolean; push: boolean; mail: boolean }
}

/** What both an action and a row say of a notification. */
interface Said {
  /** One of the module's `notifications`. */
  kind: string
  title: string
  body?: string
  /** A page of this workspace: `/tasks?task=…`. */
  link?: string
}

/** What an action tells people: the person it is done for, or the members of the team. */
export interface NewNotification extends Omit<Said, 'body'> {
  /** A sentence is said in the language of those who are told, whoever does it. */
  body?: string | Sentence
  /** A second one with the same key takes the place of the first while that has not come yet. */
  key?: string
  /** When it is to come: at once when absent. A local time (`2026-11-24T09:00`) is one of the person's clock. */
  at?: Date | string
  /** In a team's scope: only these members. */
  to?: readonly string[]
  /** It offers to take back the change that it is told with: what was done while nobody looked. */
  undo?: boolean
}

/** What a row has to remind of. */
export interface Reminder extends Said {
  /** Of the row: it has as many reminders as keys. */
  key: string
  /** A local time (`2026-11-24T09:00`) is one of the person's clock, and moves with them to another zone. */
  at: Date | string
}

/** What a row is seen with when its reminders are derived. */
export interface ReminderContext {
  /** IANA name */
  timeZone: string
  now: Date
  /** A sentence in the language of those who are reminded. */
  said(sentence: Sentence): string
}

export const Notification = z.object({
  id: z.string(),
  /** A module's id, or `core`. */
  module: z.string(),
  kind: z.string(),
  title: z.string(),
  body: z.string(),
  link: z.string().nullable(),
  /** Give it to POST /api/changes/{id}/undo; null where there is nothing to take back, or where it was. */
  undo: z.string().nullable(),
  /** The team it came from; null for one's own. */
  team: z.string().nullable(),
  createdAt: z.iso.datetime(),
  readAt: z.iso.datetime().nullable(),
})
export type Notification = z.infer<typeof Notification>

export const NotificationPage = z.object({
  notifications: z.array(Notification),
  /** Given as `before` it answers what is older; null at the end. */
  next: z.string().nullable(),
  unread: z.number(),
})
export type NotificationPage = z.infer<typeof NotificationPage>

export const NotificationQuery = z.object({
  before: z.string().max(100).optional(),
  unread: z.enum(['true', 'false'], 'Say true or false.').optional(),
})

const Id = z.string().max(64)
export const NotificationsRead = z.object({
  /** All of them when absent. */
  ids: z.array(Id).max(200, 'At most 200 at a time.').optional(),
})

export const Channels = z.object({ inbox: z.boolean(), push: z.boolean(), mail: z.boolean() })
export type Channels = z.infer<typeof Channels>

const Clock = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'A time is written 09:30.')
export const QuietHours = z
  .object({ from: Clock, to: Clock })
  .refine(({ from, to }) => from !== to, 'Quiet hours begin and end at different times.')
export type QuietHours = z.infer<typeof QuietHours>

/** Why mail comes, or does not. */
export const MailState = z.enum(['ready', 'no_server', 'no_account', 'not_own'])
export type MailState = z.infer<typeof MailState>

export const NotificationPreferences = z.object({
  kinds: z.array(
    z.object({ module: z.string(), moduleTitle: z.string(), kind: z.string(), title: z.string(), channels: Channels }),
  ),
  /** Pushes wait until they are over, and come as one. */
  quiet: QuietHours.nullable(),
  /** The hour of the daily digest on the person's clock; null for none. */
  digestAt: Clock.nullable(),
  mail: MailState,
  /** By it a browser subscribes; null where pushes are not for the caller. */
  pushKey: z.string().nullable(),
  /** How many browsers of the person are pushed to. */
  devices: z.number(),
  timeZone: z.string(),
})
export type NotificationPreferences = z.infer<typeof NotificationPreferences>

export const NotificationPreferencesChange = z.object({
  kinds: z
    .array(z.object({ module: Id, kind: Id, channels: Channels.partial() }))
    .max(500, 'At most 500 at a time.')
    .optional(),
  quiet: QuietHours.nullable().optional(),
  digestAt: Clock.nullable().optional(),
})
export type NotificationPreferencesChange = z.infer<typeof NotificationPreferencesChange>

const ADDRESS = 'That is not the address of a push service.'
/** What a browser answers who subscribes (W3C Push API). */
export const NewPushSubscription = z.object({
  endpoint: z.url({ protocol: /^https$/, error: ADDRESS }).max(2000, ADDRESS),
  keys: z.object({
    /** An uncompressed point of P-256: 65 bytes. */
    p256dh: z.string().regex(/^[\w-]{87}=?$/, 'That is not the key of a push subscription.'),
    /** 16 bytes */
    auth: z.string().regex(/^[\w-]{22}(?:==)?$/, 'That is not the secret of a push subscription.'),
  }),
})
export type NewPushSubscription = z.infer<typeof NewPushSubscription>
export const GonePushSubscription = z.object({ endpoint: z.string().max(2000, ADDRESS) })

/** What became of a test on each channel. */
export const ChannelOutcome = z.object({
  channel: z.enum(['inbox', 'push', 'mail']),
  isSent: z.boolean(),
  sentence: z.string(),
})
export type ChannelOutcome = z.infer<typeof ChannelOutcome>
export const NotificationTest = z.object({ outcomes: z.array(ChannelOutcome) })
export type NotificationTest = z.infer<typeof NotificationTest>

/** What the service worker is pushed. */
export interface PushedNotification {
  title: string
  body: string
  link: string
  /** Of two with the same tag the browser shows the later one alone. */
  tag: string
}
