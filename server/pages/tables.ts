import { sql } from 'drizzle-orm'
import { boolean, date, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { moment } from '../platform/database/columns.ts'

/** What somebody has made public: a page of a kind that a module declares, of one record or of a whole collection. */
export const publicPages = pgTable(
  'public_pages',
  {
    id: text('id').primaryKey(),
    /** The person (or team) whose it is. */
    scopeId: text('scope_id').notNull(),
    module: text('module').notNull(),
    kind: text('kind').notNull(),
    /** The record's id; empty for a page of a whole collection. */
    subject: text('subject').notNull().default(''),
    /** Its address of now; all of them stand in `page_slugs`. */
    slug: text('slug').notNull().unique(),
    title: text('title').notNull(),
    description: text('description').notNull().default(''),
    /** BCP 47: in it dates and numbers are written, and what the page itself says. */
    language: text('language').notNull(),
    /** IANA */
    timeZone: text('time_zone').notNull().default('UTC'),
    /** Search engines may show it. */
    isListed: boolean('is_listed').notNull().default(false),
    /** Its hash; null without one. */
    password: text('password'),
    expiresAt: moment('expires_at'),
    /** The actions that whoever opens it may call, of those that its kind allows. */
    allows: text('allows').array().notNull().default(sql`'{}'::text[]`),
    /** The fields that are shown; null for all. */
    fields: jsonb('fields').$type<string[] | null>(),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [index('public_pages_scope').on(table.scopeId, table.module)],
)

/** The addresses of pages: the one that holds now, and those that lead to it. */
export const pageSlugs = pgTable(
  'page_slugs',
  {
    slug: text('slug').primaryKey(),
    pageId: text('page_id')
      .notNull()
      .references(() => publicPages.id, { onDelete: 'cascade' }),
  },
  (table) => [index('page_slugs_page').on(table.pageId)],
)

/** How many people opened a page on a day (of UTC). Nobody is known by it. */
export const pageVisits = pgTable(
  'page_visits',
  {
    pageId: text('page_id')
      .notNull()
      .references(() => publicPages.id, { onDelete: 'cascade' }),
    day: date('day', { mode: 'string' }).notNull(),
    visits: integer('visits').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.pageId, table.day] })],
)
