import { z } from 'zod'

/** Names the scope of one record that somebody shared with the caller: `share:<id>`. */
export const SHARE = 'share:'
export const scopeOfShare = (id: string): string => `${SHARE}${id}`

export const ShareRole = z.enum(['viewer', 'editor'])
export type ShareRole = z.infer<typeof ShareRole>

/** POST /api/m/<module>/collections/<collection>/<id>/shares: once more with another role changes the role; PATCH …/<share> does it by the share. */
export const NewShare = z.object({
  with: z
    .string('Say with whom: a user name, an e-mail address, or one of your teams.')
    .trim()
    .min(1, 'Say with whom: a user name, an e-mail address, or one of your teams.')
    .max(200, 'A name has at most 200 characters.')
    .describe('A user name, an e-mail address, or `team:` with the id of a team of one’s own'),
  role: ShareRole.default('viewer'),
})
export type NewShare = z.input<typeof NewShare>

/** What the owner is told: whom they named, in their own words. Whether there is somebody of that name is not said. */
export const Share = z.object({ id: z.string(), called: z.string(), role: ShareRole, createdAt: z.iso.datetime() })
export type Share = z.infer<typeof Share>
export const Shares = z.object({ shares: z.array(Share) })

/** GET /api/shares */
export const SharedWithMe = z.object({
  shares: z.array(
    z.object({
      id: z.string(),
      module: z.string(),
      collection: z.string(),
      record: z.string(),
      title: z.string(),
      role: ShareRole,
      /** Who shared it, by name; null when they have gone. */
      from: z.string().nullable(),
      /** The team that it is shared with; null for the person themselves. */
      team: z.string().nullable(),
      /** Where the module's page shows it. */
      opens: z.string(),
      createdAt: z.iso.datetime(),
    }),
  ),
})
export type SharedWithMe = z.infer<typeof SharedWithMe>
