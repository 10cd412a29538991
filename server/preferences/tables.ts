import { boolean, pgTable, text } from 'drizzle-orm/pg-core'
import { users } from '../accounts/tables.ts'
import { moment } from '../platform/database/columns.ts'

/** What a person has chosen about the interface, but for the theme, which is users.theme. */
export const preferences = pgTable('user_preferences', {
  userId: text('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** A code of contract/catalogue/languages.ts; null until chosen. */
  language: text('language'),
  density: text('density').notNull().default('comfortable'),
  motion: text('motion').notNull().default('system'),
  soulMode: boolean('soul_mode').notNull().default(false),
})

/** Where a person was when they last called, for what is done while they are away. */
export const ownerZones = pgTable('owner_zones', {
  owner: text('owner').primaryKey(),
  /** IANA name */
  timeZone: text('time_zone').notNull(),
  /** BCP 47, as their page speaks. */
  language: text('language').notNull(),
  updatedAt: moment('updated_at').notNull().defaultNow(),
})
