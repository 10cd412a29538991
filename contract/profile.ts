import { z } from 'zod'
import { Role, Theme, Tier, User, Username } from './accounts.ts'
import { languages } from './catalogue/languages.ts'

/** PATCH /api/user. A new e-mail address or username needs the password, when the account has one. */
export const ProfileChange = z.object({
  firstName: z.string().trim().max(80, 'A first name has at most 80 characters.').nullable().optional(),
  username: Username.optional(),
  email: z.email('That is not an e-mail address.').max(254).optional(),
  password: z.string().max(128).optional(),
})
export type ProfileChange = z.infer<typeof ProfileChange>

/** bytes */
export const PICTURE_MAX_BYTES = 2 * 1024 * 1024

export const PlanChange = z.object({ tier: Tier })

const codes = languages.map(({ code }) => code)

/** What a person has chosen about the interface; null where they have not. */
export const Preferences = z.object({
  language: z
    .string()
    .refine((code) => codes.includes(code), 'That language is not one of those offered.')
    .nullable(),
  theme: Theme.nullable(),
  density: z.enum(['comfortable', 'compact']),
  /** `reduced`: no motion whatever the system says. */
  motion: z.enum(['system', 'reduced']),
  /** The assistant may use and keep a memory of the person. */
  soulMode: z.boolean(),
})
export type Preferences = z.infer<typeof Preferences>
export const PreferencesChange = Preferences.partial()

/** Providers a person can bring a key of their own for. */
export const KeyProvider = z.enum(['openai', 'anthropic', 'google'])
export type KeyProvider = z.infer<typeof KeyProvider>

export const ProviderKey = z.object({
  provider: KeyProvider,
  /** The last four characters; the key itself is never sent back. */
  ending: z.string(),
  addedAt: z.iso.datetime(),
})
export type ProviderKey = z.infer<typeof ProviderKey>
export const NewProviderKey = z.object({
  key: z.string('Enter the key.').trim().min(8, 'That is too short for a key.').max(512, 'That is too long for a key.'),
})

export const MemoryText = z.object({
  text: z.string().trim().min(1, 'Write what is to be remembered.').max(500, 'One memory has at most 500 characters.'),
})
export const MemoryItem = z.object({ id: z.string(), text: z.string(), createdAt: z.iso.datetime() })
export type MemoryItem = z.infer<typeof MemoryItem>

/** A person as an administrator sees them. */
export const AdminUser = User.extend({
  createdAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime().nullable(),
  banned: z.boolean(),
  /** Their second factor is on. */
  twoFactor: z.boolean(),
  role: Role,
})
export type AdminUser = z.infer<typeof AdminUser>
export const AdminUserChange = z.object({
  tier: Tier.optional(),
  role: z.enum(['user', 'admin']).optional(),
  banned: z.boolean().optional(),
})
export type AdminUserChange = z.infer<typeof AdminUserChange>
/** A link that sets a new password, made by an administrator for somebody who forgot theirs. */
export const ResetLink = z.object({ url: z.string(), expiresAt: z.iso.datetime() })
export type ResetLink = z.infer<typeof ResetLink>
