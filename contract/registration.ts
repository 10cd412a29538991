import { z } from 'zod'

/** An invitation to make an account, as administrators see it. Its link is shown once, when it is made. */
export const RegistrationInvitation = z.object({
  id: z.string(),
  /** Good for this address alone; null for whoever has the link. */
  email: z.string().nullable(),
  /** Who made it; null when the person asked for it themselves, or the administrator is gone. */
  invitedBy: z.string().nullable(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  state: z.enum(['open', 'used', 'expired']),
  /** The username of whoever came by it. */
  usedBy: z.string().nullable(),
})
export type RegistrationInvitation = z.infer<typeof RegistrationInvitation>

/** GET /api/admin/invitations */
export const RegistrationInvitations = z.object({
  registration: z.enum(['open', 'invite', 'domain', 'closed']),
  domains: z.array(z.string()),
  /** True when an invitation with an address goes by mail. */
  mail: z.boolean(),
  invitations: z.array(RegistrationInvitation),
})
export type RegistrationInvitations = z.infer<typeof RegistrationInvitations>

export const NewRegistrationInvitation = z.object({
  email: z.email('That is not an e-mail address.').max(254).optional(),
  expiresInDays: z
    .number('Choose for how many days it is good.')
    .int()
    .min(1, 'An invitation is good for at least a day.')
    .max(30, 'An invitation is good for at most 30 days.')
    .default(7),
})
export type NewRegistrationInvitation = z.input<typeof NewRegistrationInvitation>

/** `url` is null when it went by mail: then nobody but its reader has it. */
export const MadeRegistrationInvitation = RegistrationInvitation.extend({ url: z.string().nullable() })
export type MadeRegistrationInvitation = z.infer<typeof MadeRegistrationInvitation>
