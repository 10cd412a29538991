import { customType, timestamp } from 'drizzle-orm/pg-core'

/** A moment, in UTC, as a Date. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date', precision: 3 })

export const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })

export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
