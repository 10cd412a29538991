import { z } from 'zod'
import { Password } from './accounts.ts'

const Code = z.string('Enter the code.').trim().min(1, 'Enter the code.').max(64)

/** What the server offers beside a password. */
export const SignInOptions = z.object({
  /** Configured OpenID Connect providers; a person begins at GET /auth/oidc/{id}?next=/path. */
  providers: z.array(z.object({ id: z.string(), name: z.string() })),
  /** True when a forgotten password can be reset by mail; otherwise an administrator makes a link. */
  mail: z.boolean(),
  /** Who may make an account now: everybody, who was invited, who reads mail at one of `domains`, or nobody. */
  registration: z.enum(['open', 'invite', 'domain', 'closed']),
  domains: z.array(z.string()),
  /** False where WebAuthn cannot work, as under a bare address. */
  passkeys: z.boolean(),
})
export type SignInOptions = z.infer<typeof SignInOptions>

/** Why signing in by a provider failed: what /auth?error= holds. */
export const SignInFailure = z.enum([
  /** The person said no at the provider. */
  'oidc_denied',
  /** It took too long, was begun in another browser, or was used before. */
  'oidc_expired',
  /** The provider could not be reached, or its answer was not right. */
  'oidc_failed',
  /** The provider tells no e-mail address, or has not confirmed it. */
  'oidc_email',
  /** There is an account with this e-mail address: sign in to it, then connect the provider in the settings. */
  'oidc_account_exists',
  'oidc_suspended',
  /** No account is made for them here: REGISTRATION says for whom. */
  'oidc_not_admitted',
  /** Connecting from the settings (POST /api/user/providers/{id}): another account has this identity. */
  'oidc_taken',
])
export type SignInFailure = z.infer<typeof SignInFailure>

/** The other answer of POST /api/login: the password was right, a code is needed at POST /api/login/two-factor. */
export const CodeNeeded = z.object({ twoFactor: z.literal(true) })
export type CodeNeeded = z.infer<typeof CodeNeeded>

export const TwoFactorCode = z.object({
  code: Code,
  /** `totp`: six digits of the authenticator app; `recovery`: one of the recovery codes, good once. */
  kind: z.enum(['totp', 'recovery']).default('totp'),
  /** Asks for no code in this browser for 30 days. */
  trust: z.boolean().default(false),
})
export type TwoFactorCode = z.input<typeof TwoFactorCode>

/** POST /api/user/two-factor: begun, and in force once a code is confirmed. Shown once. */
export const TwoFactorBegun = z.object({
  /** otpauth:// address for the QR code */
  uri: z.string(),
  /** The QR code as an SVG document. */
  qr: z.string(),
  /** The same secret to type, base32. */
  secret: z.string(),
  recoveryCodes: z.array(z.string()),
})
export type TwoFactorBegun = z.infer<typeof TwoFactorBegun>

/** Proof that it is still the person: their password. */
export const Proof = z.object({ password: z.string('Enter your password.').min(1, 'Enter your password.').max(128) })
export type Proof = z.infer<typeof Proof>

export const PasswordChange = z.object({
  /** Absent for somebody who has no password yet (came by OpenID Connect). */
  current: z.string().max(128).optional(),
  next: Password,
})
export type PasswordChange = z.infer<typeof PasswordChange>

export const Forgotten = z.object({ email: z.email('That is not an e-mail address.').max(254) })
export const PasswordReset = z.object({ token: z.string().min(1).max(256), password: Password })

/** GET /api/user/account: what the settings show of the account beside the user. */
export const Account = z.object({
  createdAt: z.iso.datetime(),
  hasPassword: z.boolean(),
  twoFactor: z.boolean(),
  recoveryCodesLeft: z.number().int(),
  /** When the account will be deleted for good; null unless asked for. */
  deletionAt: z.iso.datetime().nullable(),
  /** Providers of OpenID Connect that the account is connected with. */
  providers: z.array(z.string()),
})
export type Account = z.infer<typeof Account>

export const SessionEntry = z.object({
  id: z.string(),
  /** Browser and system in words ("Firefox on Linux"), or the raw text when it is not known. */
  agent: z.string(),
  ip: z.string().nullable(),
  createdAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
  current: z.boolean(),
})
export type SessionEntry = z.infer<typeof SessionEntry>

export const PasskeyName = z
  .string('Give the passkey a name.')
  .trim()
  .min(1, 'Give the passkey a name.')
  .max(80, 'A name has at most 80 characters.')
export const PasskeyEntry = z.object({ id: z.string(), name: z.string(), createdAt: z.iso.datetime() })
export type PasskeyEntry = z.infer<typeof PasskeyEntry>

/** `read`: look at everything of one's own; `write`: also change it; `chat`: also ask the assistant. Accounts and keys are out of every key's reach. */
export const KeyScope = z.enum(['read', 'write', 'chat'])
export type KeyScope = z.infer<typeof KeyScope>

export const NewKey = z.object({
  name: z
    .string('Give the key a name.')
    .trim()
    .min(1, 'Give the key a name.')
    .max(80, 'A name has at most 80 characters.'),
  scopes: z.array(KeyScope).min(1, 'Choose at least one thing that the key may do.'),
  expiresInDays: z.number().int().min(1).max(365).optional(),
})
export type NewKey = z.infer<typeof NewKey>

export const KeyEntry = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.array(KeyScope),
  /** The first characters of the key, to recognise it by. */
  start: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
  expiresAt: z.iso.datetime().nullable(),
})
export type KeyEntry = z.infer<typeof KeyEntry>

/** The answer of POST /api/user/keys: the only time that the key is shown. It works as `Authorization: Bearer`. */
export const MadeKey = KeyEntry.extend({ key: z.string() })
export type MadeKey = z.infer<typeof MadeKey>
