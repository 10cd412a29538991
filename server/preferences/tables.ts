import { boolean, pgTable, text } from 'drizzle-orm/pg-core'
import { users } from '../accounts/tables.ts'

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
