import { bigint, index, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from '../platform/database/columns.ts'

/** A person's archives that lie on the disk (DATA_DIR/archives) for a while: made to be fetched, or sent to be taken in. */
export const archives = pgTable(
  'archives',
  {
    id: text('id').primaryKey(),
    ownerId: text('owner_id').notNull(),
    /** made, sent */
    kind: text('kind').notNull(),
    name: text('name').notNull(),
    /** bytes */
    size: bigint('size', { mode: 'number' }).notNull(),
    /** Its name on the disk. */
    file: text('file').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    endsAt: moment('ends_at').notNull(),
  },
  (table) => [index('archives_owner').on(table.ownerId, table.kind)],
)
