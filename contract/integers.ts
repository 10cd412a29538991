import { z } from 'zod'

/** The largest number that an integer column of PostgreSQL holds; a call that takes one says so in its schema. */
export const INTEGER_MAX = 2_147_483_647
/** An amount that a person sets: in cents or millionths of a dollar. Many of them added up still fit a bigint. */
export const AMOUNT_MAX = 1_000_000_000_000_000

/** Which state of a row the caller has seen; the row has moved on when it has another. */
export const RowVersion = z.number().int().min(1).max(INTEGER_MAX)
/** How many rows of a list are left out before its first. */
export const Offset = z.number().int().min(0).max(INTEGER_MAX)
