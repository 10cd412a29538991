import { RowVersion } from '@atrium/contract/integers'
import { z } from 'zod'
import { Field } from './records.ts'

/** What the actions take, and how they are written down. */
const shapeOf = <K extends string, S extends z.ZodType>(schema: S, names: readonly K[]) =>
  Object.fromEntries(names.map((name) => [name, schema])) as Record<K, S>
export const texts = <K extends string>(...names: K[]) => shapeOf(z.string(), names)
export const numbers = <K extends string>(...names: K[]) => shapeOf(z.number(), names)
export const Id = z.string().max(64)
export const Version = RowVersion.optional()
export const Fields = z.array(Field).max(100)
export const Ids = z
  .array(z.string().max(64))
  .min(1, 'Choose at least one card.')
  .max(1000, 'At most 1,000 cards at once.')
export const Counted = z.object({ count: z.number() })
/** The built-in types of notes. */
export const Kind = z.enum(['basic', 'reversed', 'typed', 'cloze'])
export const reads = <I extends z.ZodType, O extends z.ZodType>(summary: string, input: I, output: O) =>
  ({ summary, effect: 'read', input, output }) as const
export const writes = <I extends z.ZodType, O extends z.ZodType>(summary: string, input: I, output: O) =>
  ({ summary, effect: 'write', input, output }) as const
/** What is done to chosen cards. */
export const onCards = <S extends z.ZodRawShape>(summary: string, more: S) =>
  writes(summary, z.object({ ids: Ids, ...more }), Counted)
export const On = { on: z.boolean().default(true) }
export const OfDeck = z.object({ deck: z.string().max(200).optional() })
