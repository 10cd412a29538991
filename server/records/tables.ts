import { and, eq, sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { moment, tsvector } from '../platform/database/columns.ts'

/**
 * The rows of every module's collections. Partitioned by module (docs/decisions/026), which drizzle does not know: the migration
 * `partitions` makes it so, and `partitions.ts` each module's own.
 */
export const records = pgTable(
  'records',
  {
    id: text('id').notNull(),
    /** The person (or team) it belongs to. */
    scopeId: text('scope_id').notNull(),
    module: text('module').notNull(),
    collection: text('collection').notNull(),
    data: jsonb('data').notNull(),
    /** The collection's schema version under which `data` was written. */
    schemaVersion: integer('schema_version').notNull(),
    /** Raised by every write; the optimistic lock. */
    version: integer('version').notNull().default(1),
    search: tsvector('search').notNull().default(sql`''::tsvector`),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
    deletedAt: moment('deleted_at'),
  },
  (table) => [
    primaryKey({ name: 'records_key', columns: [table.id, table.module, table.scopeId] }),
    index('records_fence').on(table.scopeId, table.collection, table.createdAt),
    index('records_data').using('gin', sql`${table.data} jsonb_path_ops`),
    index('records_search').using('gin', table.search),
  ],
)

/** One call of an action that wrote: the unit of undo, and the audit line. */
export const changes = pgTable(
  'changes',
  {
    id: text('id').primaryKey(),
    scopeId: text('scope_id').notNull(),
    action: text('action').notNull(),
    /** `http`, `guide`, `model`. */
    via: text('via').notNull(),
    input: jsonb('input'),
    /** The user who did it, which in a team's scope is one of several; null for a visitor, and for whoever came by a link. */
    actorId: text('actor_id'),
    createdAt: moment('created_at').notNull().defaultNow(),
    undoneAt: moment('undone_at'),
  },
  (table) => [index('changes_scope').on(table.scopeId, table.createdAt)],
)

/**
 * What a record was before and after a change: the history, and what undo restores. `before` is null when the change made it.
 * Partitioned as the records are.
 */
export const recordVersions = pgTable(
  'record_versions',
  {
    recordId: text('record_id').notNull(),
    module: text('module').notNull(),
    /** The record's: one row goes with the other wherever it lies. */
    scopeId: text('scope_id').notNull(),
    version: integer('version').notNull(),
    changeId: text('change_id')
      .notNull()
      .references(() => changes.id, { onDelete: 'cascade' }),
    before: jsonb('before'),
    deletedBefore: moment('deleted_before'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({
      name: 'record_versions_key',
      columns: [table.recordId, table.version, table.module, table.scopeId],
    }),
    foreignKey({
      name: 'record_versions_record',
      columns: [table.recordId, table.module, table.scopeId],
      foreignColumns: [records.id, records.module, records.scopeId],
    })
      .onDelete('cascade')
      .onUpdate('cascade'),
    index('record_versions_change').on(table.changeId),
  ],
)

/** The record that a version is of. */
export const recordOfVersion = and(
  eq(records.id, recordVersions.recordId),
  eq(records.module, recordVersions.module),
  eq(records.scopeId, recordVersions.scopeId),
)

/** A file that waits to be imported, or that was made to be fetched. Its bytes lie among those that come in, which are removed after a day. */
export const uploads = pgTable(
  'uploads',
  {
    id: text('id').primaryKey(),
    ownerId: text('owner_id').notNull(),
    name: text('name').notNull(),
    /** bytes */
    size: bigint('size', { mode: 'number' }).notNull(),
    path: text('path').notNull(),
    /** Of one that was made here; null of one that came in. */
    mime: text('mime'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [index('uploads_owner').on(table.ownerId)],
)

/** Tokens and keys that modules keep for people, encrypted (secrets.ts). */
export const moduleSecrets = pgTable(
  'module_secrets',
  {
    scopeId: text('scope_id').notNull(),
    module: text('module').notNull(),
    name: text('name').notNull(),
    ciphertext: text('ciphertext').notNull(),
    setAt: moment('set_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.scopeId, table.module, table.name] })],
)

/** What a person lets others open by an address alone. */
export const shareLinks = pgTable(
  'share_links',
  {
    id: text('id').primaryKey(),
    scopeId: text('scope_id').notNull(),
    module: text('module').notNull(),
    subject: text('subject').notNull(),
    /** SHA-256 of the token, in hex. */
    tokenHash: text('token_hash').notNull(),
    /** Its hash; null without one. */
    password: text('password'),
    expiresAt: moment('expires_at'),
    uses: integer('uses').notNull().default(0),
    /** The actions of its module that whoever has it may call; none, to look alone. */
    allows: text('allows').array().notNull().default(sql`'{}'::text[]`),
    /** It stands in mails: many of one owner's, each found by its subject, and removed once it has ended. */
    isStanding: boolean('is_standing').notNull().default(false),
    downloads: integer('downloads').notNull().default(0),
    downloadedAt: moment('downloaded_at'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('share_links_token').on(table.tokenHash),
    index('share_links_scope').on(table.scopeId, table.module, table.subject),
    index('share_links_made').on(table.scopeId, table.module, table.createdAt).where(sql`not ${table.isStanding}`),
    index('share_links_ending').on(table.expiresAt).where(sql`${table.isStanding}`),
  ],
)

/** What was downloaded by a link on one day (UTC): bounded for each link, and forgotten after a season (link-downloads.ts). */
export const linkDownloads = pgTable(
  'link_downloads',
  {
    linkId: text('link_id')
      .notNull()
      .references(() => shareLinks.id, { onDelete: 'cascade' }),
    /** What of that which the link opens, in the module's own word. */
    target: text('target').notNull(),
    day: date('day').notNull(),
    id: text('id').notNull(),
    count: integer('count').notNull().default(1),
    lastAt: moment('last_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.linkId, table.target, table.day] }),
    index('link_downloads_last').on(table.lastAt),
  ],
)
