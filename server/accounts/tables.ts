import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { bytea, moment } from '../platform/database/columns.ts'

// The property names are better-auth's field names.
export const users = pgTable(
  'users',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    email: text('email').notNull().unique(),
    /**
     * The address as the person gave it, where another account has it already: shown to them, and good for signing in with
     * their password. `email` is then a placeholder that no mail reaches. Null otherwise.
     */
    claimedEmail: text('claimed_email'),
    emailVerified: boolean('email_verified').notNull().default(false),
    image: text('image'),
    username: text('username').unique(),
    /** What the name looks like (skeleton.ts). Null of those from before it was kept that look like an older one. */
    usernameSkeleton: text('username_skeleton').unique(),
    displayUsername: text('display_username'),
    firstName: text('first_name'),
    isAnonymous: boolean('is_anonymous').notNull().default(false),
    /** `user` or `admin`; guests are told by is_anonymous. */
    role: text('role').notNull().default('user'),
    tier: text('tier').notNull().default('FREE'),
    /** light, dark or system; null until chosen. */
    theme: text('theme'),
    banned: boolean('banned').notNull().default(false),
    banReason: text('ban_reason'),
    banExpires: moment('ban_expires'),
    /** When the account will be deleted for good; null unless asked for. */
    deletionAt: moment('deletion_at'),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [index('users_claimed_email').on(table.claimedEmail)],
)

export const sessions = pgTable(
  'sessions',
  {
    id: text('id').primaryKey(),
    token: text('token').notNull().unique(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    expiresAt: moment('expires_at').notNull(),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    impersonatedBy: text('impersonated_by'),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [index('sessions_user').on(table.userId)],
)

export const accounts = pgTable(
  'accounts',
  {
    id: text('id').primaryKey(),
    accountId: text('account_id').notNull(),
    providerId: text('provider_id').notNull(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    accessToken: text('access_token'),
    refreshToken: text('refresh_token'),
    idToken: text('id_token'),
    accessTokenExpiresAt: moment('access_token_expires_at'),
    refreshTokenExpiresAt: moment('refresh_token_expires_at'),
    scope: text('scope'),
    password: text('password'),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [index('accounts_user').on(table.userId)],
)

export const verifications = pgTable(
  'verifications',
  {
    id: text('id').primaryKey(),
    identifier: text('identifier').notNull(),
    value: text('value').notNull(),
    expiresAt: moment('expires_at').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [index('verifications_identifier').on(table.identifier)],
)

/** A person's picture; users.image holds its address, which changes when the picture does. */
export const pictures = pgTable('user_pictures', {
  userId: text('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  version: text('version').notNull(),
  mime: text('mime').notNull(),
  bytes: bytea('bytes').notNull(),
})

/** Keys of people's programs; the key itself is never stored. */
export const apiKeys = pgTable(
  'api_keys',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    /** SHA-256 of the key, base64url */
    hash: text('hash').notNull().unique(),
    start: text('start').notNull(),
    scopes: text('scopes').array().notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    lastUsedAt: moment('last_used_at'),
    expiresAt: moment('expires_at'),
  },
  (table) => [index('api_keys_user').on(table.userId)],
)

/** The authenticator app of a person, in force once a first code of it was confirmed. */
export const secondFactors = pgTable('second_factors', {
  userId: text('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Encrypted with the installation's secret. */
  secret: text('secret').notNull(),
  /** Of the recovery codes that are left: HMAC-SHA-256, base64url */
  recoveryHashes: text('recovery_hashes').array().notNull(),
  confirmedAt: moment('confirmed_at'),
  /** The 30-second steps whose codes were used last: no code works twice. */
  usedSteps: bigint('used_steps', { mode: 'number' }).array().notNull().default(sql`'{}'::bigint[]`),
  /** Wrong codes since the last right one. */
  mistakes: integer('mistakes').notNull().default(0),
  waitUntil: moment('wait_until'),
  createdAt: moment('created_at').notNull().defaultNow(),
})

/** Public halves of people's passkeys. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    /** base64url, as the authenticator chose it */
    credentialId: text('credential_id').notNull().unique(),
    /** COSE */
    publicKey: bytea('public_key').notNull(),
    /** What the authenticator counts its uses with; many always say 0. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    transports: text('transports').array().notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    lastUsedAt: moment('last_used_at'),
  },
  (table) => [index('passkeys_user').on(table.userId)],
)

/** Who may make an account here though not everybody may. */
export const registrationInvitations = pgTable(
  'registration_invitations',
  {
    id: text('id').primaryKey(),
    /** SHA-256 of the token in the link, hex; the token itself is never stored. */
    tokenHash: text('token_hash').notNull().unique(),
    /** Good for this address alone; null for whoever has the link. */
    email: text('email'),
    /** The link went by mail and nobody here has seen it: whoever comes by it reads that mailbox. */
    mailed: boolean('mailed').notNull().default(false),
    /** Null when the person asked for it themselves (REGISTRATION=domain:…), or the administrator is gone. */
    invitedBy: text('invited_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: moment('created_at').notNull().defaultNow(),
    expiresAt: moment('expires_at').notNull(),
    usedAt: moment('used_at'),
    usedBy: text('used_by').references(() => users.id, { onDelete: 'set null' }),
  },
  (table) => [
    index('registration_invitations_by').on(table.invitedBy),
    index('registration_invitations_used').on(table.usedBy),
  ],
)

/** Wrong passwords in a span of time, for all instances. */
export const signInAttempts = pgTable(
  'sign_in_attempts',
  {
    /** What is counted: an account from one network, from one browser that it knows, or from everywhere else. */
    key: text('key').primaryKey(),
    /** Whose account, or the hash of a name that nobody has. */
    subject: text('subject').notNull(),
    count: integer('count').notNull(),
    /** When it begins anew. */
    until: moment('until').notNull(),
  },
  (table) => [index('sign_in_attempts_subject').on(table.subject)],
)
