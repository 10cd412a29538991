import { sql } from 'drizzle-orm'
import { foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { sessions, users } from '../accounts/tables.ts'
import { moment } from '../platform/database/columns.ts'
import { records } from '../records/tables.ts'

/** What is to come to somebody: reminders derived from rows, and what actions tell. It goes when it has come. */
export const waitingNotifications = pgTable(
  'waiting_notifications',
  {
    id: text('id').primaryKey(),
    /** The person (or team) whose it is. */
    scopeId: text('scope_id').notNull(),
    module: text('module').notNull(),
    /** The row that it is derived from, and its collection; null when an action told it. */
    recordId: text('record_id'),
    collection: text('collection'),
    key: text('key').notNull(),
    kind: text('kind').notNull(),
    title: text('title').notNull(),
    body: text('body').notNull().default(''),
    link: text('link'),
    /** The change that it tells of and offers to take back. */
    changeId: text('change_id'),
    /** In a team's scope: these members alone. */
    recipients: text('recipients').array(),
    /** What the clock of the person shows when it comes; null for an instant that no zone moves. */
    localAt: text('local_at'),
    at: moment('at').notNull(),
  },
  (table) => [
    uniqueIndex('waiting_of_row')
      .on(table.recordId, table.module, table.scopeId, table.key)
      .where(sql`record_id is not null`),
    uniqueIndex('waiting_of_action').on(table.scopeId, table.module, table.key).where(sql`record_id is null`),
    index('waiting_at').on(table.at),
    foreignKey({
      name: 'waiting_record',
      columns: [table.recordId, table.module, table.scopeId],
      foreignColumns: [records.id, records.module, records.scopeId],
    })
      .onDelete('cascade')
      .onUpdate('cascade'),
  ],
)

/** A person's inbox. */
export const notifications = pgTable(
  'notifications',
  {
    id: text('id').primaryKey(),
    ownerId: text('owner_id').notNull(),
    /** The person, or the team that it came from. */
    scopeId: text('scope_id').notNull(),
    module: text('module').notNull(),
    kind: text('kind').notNull(),
    title: text('title').notNull(),
    body: text('body').notNull(),
    link: text('link'),
    /** The change that it tells of and offers to take back. */
    changeId: text('change_id'),
    createdAt: moment('created_at').notNull(),
    readAt: moment('read_at'),
  },
  (table) => [
    index('notifications_owner').on(table.ownerId, table.createdAt, table.id),
    index('notifications_unread').on(table.ownerId).where(sql`read_at is null`),
  ],
)

/** What a notification still has to do on a channel besides the inbox, or has done there. */
export const notificationDeliveries = pgTable(
  'notification_deliveries',
  {
    notificationId: text('notification_id')
      .notNull()
      .references(() => notifications.id, { onDelete: 'cascade' }),
    ownerId: text('owner_id').notNull(),
    /** push, mail */
    channel: text('channel').notNull(),
    /** waiting, sent, failed, or skipped: it was read before, or left to the digest. */
    state: text('state').notNull(),
    /** When it is tried next. */
    at: moment('at').notNull(),
    tries: integer('tries').notNull().default(0),
    /** Why it was not sent, in a sentence; empty when it was. */
    problem: text('problem').notNull().default(''),
  },
  (table) => [
    primaryKey({ columns: [table.notificationId, table.channel] }),
    index('deliveries_waiting').on(table.channel, table.at).where(sql`state = 'waiting'`),
    index('deliveries_owner').on(table.ownerId),
  ],
)

/** What a person has chosen about notifications. */
export const notificationSettings = pgTable(
  'notification_settings',
  {
    ownerId: text('owner_id').primaryKey(),
    /** Channels by `module.kind`, where they are other than the kind's own. */
    choices: jsonb('choices').notNull().default({}),
    /** `22:00`, on the person's clock; both or none. */
    quietFrom: text('quiet_from'),
    quietTo: text('quiet_to'),
    digestAt: text('digest_at'),
    /** When the next digest is made, or tried again; null without one. */
    nextDigest: moment('next_digest'),
    /** What the last one told of ends here. */
    digestedTo: moment('digested_to'),
    digestTries: integer('digest_tries').notNull().default(0),
  },
  (table) => [index('settings_digest').on(table.nextDigest)],
)

/** Browsers that are pushed to, as long as the session lasts in which they asked for it. */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    id: text('id').primaryKey(),
    ownerId: text('owner_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    sessionId: text('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    endpoint: text('endpoint').notNull(),
    p256dh: text('p256dh').notNull(),
    auth: text('auth').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('push_subscriptions_endpoint').on(table.endpoint),
    index('push_subscriptions_owner').on(table.ownerId),
    index('push_subscriptions_session').on(table.sessionId),
  ],
)

/** By which push services know this server (VAPID, RFC 8292): one pair for all its instances. */
export const pushKeys = pgTable('push_keys', {
  id: text('id').primaryKey(),
  publicKey: text('public_key').notNull(),
  /** Sealed under the session secret. */
  privateKey: text('private_key').notNull(),
})
