import { z } from 'zod'
import { Tier } from './accounts.ts'

// What an agent of the workforce brings with it: how much depends on it, and what it connects to.

/** What a mistake of an agent may cost. */
export const Risk = z.enum(['low', 'medium', 'high'])
export type Risk = z.infer<typeof Risk>

/** Something outside an agent that its work goes through. */
export const Connector = z.object({
  /** A module's id; else the kind. */
  key: z.string(),
  kind: z.enum(['module', 'mail', 'model']),
  name: z.string(),
  /** Its work is done without it too, with something left out. */
  isOptional: z.boolean(),
  /** Installed and open to the caller, or set up. */
  isThere: z.boolean(),
  /** The plan that opens it, when that is all it lacks. */
  plan: Tier.nullable(),
  /** Its page, where it has one and is there. */
  route: z.string().nullable(),
})
export type Connector = z.infer<typeof Connector>
