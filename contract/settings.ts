import { z } from 'zod'
import { fieldsOf, withoutDefault } from './field-facts.ts'
import { INTEGER_MAX } from './integers.ts'

/** What a module's settings are called among its collections. */
export const SETTINGS = 'settings'
/** The field that lets each owner have one record of them. */
const ONLY = 'only'

/** Which state of the settings the caller has seen: 0 while none of them was ever changed. */
const Version = z.number().int().min(0).max(INTEGER_MAX)

/**
 * What a module has that declares settings: their record, one for each owner, in a collection like any other (history, undo, archives,
 * claims), and the two actions by which they are shown and changed.
 */
export function settingsParts(settings: z.ZodObject) {
  const shape = Object.entries(settings.shape as Record<string, z.ZodType>)
  const changes = shape.map(([name, one]) => [name, withoutDefault(one).optional()] as const)
  const shown = shape.map(([name, one]) => [name, withoutDefault(one)] as const)
  const output = z.object({ ...Object.fromEntries(shown), id: z.string().nullable(), version: Version })
  const labels = fieldsOf({ schema: settings }).map(({ label }) => label)
  return {
    collection: {
      schema: settings.extend({ [ONLY]: z.enum([SETTINGS]).default(SETTINGS) }),
      version: 1,
      search: [],
      unique: [[ONLY]],
    },
    actions: {
      settings: {
        summary: `Show the settings: ${labels.join(', ')}`,
        effect: 'read' as const,
        input: z.object({}),
        output,
      },
      changeSettings: {
        summary: `Change the settings: ${labels.join(', ')}`,
        effect: 'write' as const,
        input: z.object({ ...Object.fromEntries(changes), version: Version.optional() }),
        output,
      },
    },
  }
}

/** The settings as they are: what was never set, or fits no longer, is as the module declares it. */
export function settingsIn(settings: z.ZodObject, stored: Record<string, unknown> = {}): Record<string, unknown> {
  const values = Object.entries(settings.shape as Record<string, z.ZodType>).map(([name, schema]) => {
    const kept = schema.safeParse(stored[name])
    return [name, kept.success ? kept.data : schema.parse(undefined)]
  })
  return Object.fromEntries(values)
}
