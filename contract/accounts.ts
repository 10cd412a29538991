import { z } from 'zod'

export const Username = z
  .string('Choose a username.')
  .trim()
  .min(3, 'A username has at least 3 characters.')
  .max(32, 'A username has at most 32 characters.')
  .regex(/^[\p{L}\p{M}\p{N}._-]+$/u, 'A username has letters, digits, dots, dashes and underscores only.')

export const Password = z
  .string('Choose a password.')
  .min(10, 'A password has at least 10 characters.')
  .max(128, 'A password has at most 128 characters.')

export const Registration = z.object({
  username: Username,
  email: z.email('That is not an e-mail address.').max(254),
  password: Password,
  firstName: z.string().trim().max(80, 'A first name has at most 80 characters.').optional(),
  /** The token of an invitation, where not everybody may make an account. */
  invitation: z.string().max(64).optional(),
})
export type Registration = z.infer<typeof Registration>

export const Credentials = z.object({
  /** username or e-mail */
  username: z.string('Enter your username or e-mail.').trim().min(1, 'Enter your username or e-mail.').max(254),
  password: z.string('Enter your password.').min(1, 'Enter your password.').max(128),
})
export type Credentials = z.infer<typeof Credentials>

export const Tier = z.enum(['FREE', 'SCHOOL', 'HUSTLE', 'TEAM', 'BUILDER'])
export type Tier = z.infer<typeof Tier>

export const Theme = z.enum(['light', 'dark', 'system'], 'The theme is light, dark or system.')
export type Theme = z.infer<typeof Theme>

export const Role = z.enum(['guest', 'user', 'admin'])
export type Role = z.infer<typeof Role>

export const User = z.object({
  id: z.string(),
  username: z.string(),
  email: z.string(),
  firstName: z.string().nullable(),
  tier: Tier,
  isAdmin: z.boolean(),
  role: Role,
  /** The address of their picture, which changes when the picture does. */
  picture: z.string().nullable(),
})
export type User = z.infer<typeof User>

/** The answer to login and register: the user, and a token that works as `Authorization: Bearer`. */
export const SignedIn = User.extend({ token: z.string() })
export type SignedIn = z.infer<typeof SignedIn>

/** GET /api/me. `role` is null for a visitor without a session. */
export const SessionInfo = z.object({ role: Role.nullable(), userId: z.string().nullable() })
export type SessionInfo = z.infer<typeof SessionInfo>
