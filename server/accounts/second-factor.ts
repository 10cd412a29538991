import { createHmac, randomBytes, randomInt } from 'node:crypto'
import { AppError } from '@atrium/contract/errors'
import { createOTP } from '@better-auth/utils/otp'
import { constantTimeEqual, symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import { and, eq, isNotNull } from 'drizzle-orm'
import type { Queryable } from '../platform/database/connect.ts'
import { tooManyAttempts } from './sign-in-throttle.ts'
import { secondFactors } from './tables.ts'

/*
 * better-auth's two-factor plugin is not mounted, its primitives are used: the plugin takes a code of the app more than
 * once while it is valid, and makes the session by itself, outside the transaction in which a guest's things move along.
 */

/** seconds; what every authenticator app takes for granted */
const STEP = 30
const RECOVERY_CODES = 10
/** Without letters and digits that look alike; ten of them have 49 random bits. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'
/** Wrong codes in a row before one has to wait; the wait doubles each time. */
const MISTAKES = 5
/** minutes */
const FIRST_WAIT = 15
const LONGEST_WAIT = 24 * 60

/**
 * Used steps that are known, the last ones whichever clock they were of. Three codes are good at once: what is forgotten is over, and a
 * clock that was ahead for a while makes no present code a used one.
 */
const REMEMBERED = 20

const keyOf = (secret: string) => `second factor ${secret}`

/** 128 random bits */
export const newSecret = (): string => randomBytes(16).toString('base64url')

export const encryptedSecret = (plain: string, secret: string): Promise<string> =>
  symmetricEncrypt({ key: keyOf(secret), data: plain })

/** For the authenticator app; its `secret` is the same to type, base32. */
export function otpAddress(plain: string, issuer: string, account: string): { uri: string; secret: string } {
  const uri = createOTP(plain, { period: STEP }).url(issuer, account)
  return { uri, secret: new URL(uri).searchParams.get('secret') ?? '' }
}

const recoveryHash = (code: string, secret: string) =>
  createHmac('sha256', keyOf(secret))
    .update(code.toLowerCase().replace(/[^a-z\d]/g, ''))
    .digest('base64url')

export function newRecoveryCodes(secret: string): { codes: string[]; hashes: string[] } {
  const letters = (count: number) => Array.from({ length: count }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  const codes = Array.from({ length: RECOVERY_CODES }, () => `${letters(5)}-${letters(5)}`)
  return { codes, hashes: codes.map((code) => recoveryHash(code, secret)) }
}

const presentStep = () => Math.floor(Date.now() / 1000 / STEP)

/**
 * Whether a code of this step was used, or a later one that is good now. Steps that are still to come were used on a clock that was ahead:
 * they take nothing from those of now.
 */
function isOver(step: number, used: readonly number[]): boolean {
  const last = presentStep() + 1
  return used.some((one) => one <= last && step <= one)
}

/** The 30-second step whose code this is: the present one, or its neighbours for clocks that are not quite right. */
export async function stepOf(encrypted: string, code: string, secret: string): Promise<number | null> {
  const otp = createOTP(await symmetricDecrypt({ key: keyOf(secret), data: encrypted }), { period: STEP })
  const given = code.replace(/\s/g, '')
  const now = presentStep()
  for (const step of [now, now - 1, now + 1]) if (constantTimeEqual(given, await otp.hotp(step))) return step
  return null
}

export const wrongCode = () =>
  new AppError('unprocessable', 'That code is not right. Type the one that your app shows now.', {
    details: { field: 'code' },
  })

const tooMany = (until: Date) => tooManyAttempts(until.getTime() - Date.now())

export const beginAgain = () =>
  new AppError('unauthenticated', 'Signing in took too long. Please start again with your password.')

/** The factor of this person, its row locked so that no two codes are looked at at once; null when it is not in force. */
async function locked(tx: Queryable, userId: string) {
  const [row] = await tx
    .select()
    .from(secondFactors)
    .where(and(eq(secondFactors.userId, userId), isNotNull(secondFactors.confirmedAt)))
    .for('update')
  return row ?? null
}

type Factor = typeof secondFactors.$inferSelect
export interface GivenCode {
  code: string
  kind: 'totp' | 'recovery'
}

/** What to keep when the code is right, and the refusal when it is not. */
async function judge(factor: Factor, { code, kind }: GivenCode, secret: string): Promise<Partial<Factor> | AppError> {
  if (kind === 'recovery') {
    const hash = recoveryHash(code, secret)
    if (factor.recoveryHashes.includes(hash))
      return { recoveryHashes: factor.recoveryHashes.filter((other) => other !== hash) }
    return new AppError('unprocessable', 'That is none of your recovery codes, or it has been used.', {
      details: { field: 'code' },
    })
  }
  const step = await stepOf(factor.secret, code, secret)
  if (step === null) return wrongCode()
  if (!isOver(step, factor.usedSteps)) return { usedSteps: [step, ...factor.usedSteps].slice(0, REMEMBERED) }
  return new AppError('unprocessable', 'This code has been used already. Wait for the next one.', {
    details: { field: 'code' },
  })
}

/**
 * Uses a code up. Answers the refusal, or null when the code is right: the transaction is to be committed either way, for
 * mistakes count. They count for the account, whichever browser they come from and however often signing in begins anew.
 */
export async function useCode(
  tx: Queryable,
  userId: string,
  given: GivenCode,
  secret: string,
): Promise<AppError | null> {
  const factor = await locked(tx, userId)
  if (!factor) return beginAgain()
  if (factor.waitUntil && factor.waitUntil.getTime() > Date.now()) return tooMany(factor.waitUntil)
  const keep = (change: Partial<Factor>) => tx.update(secondFactors).set(change).where(eq(secondFactors.userId, userId))
  const verdict = await judge(factor, given, secret)
  if (!(verdict instanceof AppError)) {
    await keep({ ...verdict, mistakes: 0, waitUntil: null })
    return null
  }
  const mistakes = factor.mistakes + 1
  if (mistakes % MISTAKES !== 0) {
    await keep({ mistakes })
    return verdict
  }
  const minutes = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** (mistakes / MISTAKES - 1))
  const waitUntil = new Date(Date.now() + minutes * 60_000)
  await keep({ mistakes, waitUntil })
  return tooMany(waitUntil)
}

/** For the settings: whether it is in force, and how many recovery codes are left. */
export async function factorFacts(
  on: Queryable,
  userId: string,
): Promise<{ twoFactor: boolean; recoveryCodesLeft: number }> {
  const [row] = await on
    .select({ hashes: secondFactors.recoveryHashes })
    .from(secondFactors)
    .where(and(eq(secondFactors.userId, userId), isNotNull(secondFactors.confirmedAt)))
  return { twoFactor: row !== undefined, recoveryCodesLeft: row?.hashes.length ?? 0 }
}
