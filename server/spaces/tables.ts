import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { files } from '../files/tables.ts'
import { moment } from '../platform/database/columns.ts'

/** What a person wants the assistant to keep to in a Space. */
export const spaceInstructions = pgTable(
  'space_instructions',
  {
    ownerId: text('owner_id').notNull(),
    space: text('space').notNull(),
    text: text('text').notNull(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.ownerId, table.space] })],
)

/** Uploaded files that go along with every question of a Space. */
export const spaceFiles = pgTable(
  'space_files',
  {
    ownerId: text('owner_id').notNull(),
    space: text('space').notNull(),
    fileId: text('file_id')
      .notNull()
      .references(() => files.id, { onDelete: 'cascade' }),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.ownerId, table.space, table.fileId] }),
    index('space_files_file').on(table.fileId),
  ],
)

export const spacePins = pgTable(
  'space_pins',
  {
    ownerId: text('owner_id').notNull(),
    space: text('space').notNull(),
    /** `thread`, `record`, `file`, `module`. */
    kind: text('kind').notNull(),
    /** The object's id; of a module its name in the catalogue. */
    target: text('target').notNull(),
    position: integer('position').notNull(),
  },
  (table) => [primaryKey({ columns: [table.ownerId, table.space, table.kind, table.target] })],
)

/** The models that may serve a Space, by an administrator's choice. A Space without a row may be served by any. */
export const spaceModels = pgTable('space_models', {
  space: text('space').primaryKey(),
  models: jsonb('models').$type<string[]>().notNull(),
  updatedAt: moment('updated_at').notNull().defaultNow(),
})
