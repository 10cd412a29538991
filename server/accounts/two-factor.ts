import { Proof, TwoFactorBegun, TwoFactorCode } from '@atrium/contract/account-security'
import { SignedIn } from '@atrium/contract/accounts'
import { brand } from '@atrium/contract/brand'
import { AppError } from '@atrium/contract/errors'
import { and, eq, isNotNull, isNull, ne } from 'drizzle-orm'
import { renderSVG } from 'uqr'
import { z } from 'zod'
import type { Queryable } from '../platform/database/connect.ts'
import { type Call, type Route, route } from '../platform/http/route.ts'
import type { AccountsContext } from './context.ts'
import { lockedPasswordOf, passwordOf, provePassword } from './proof.ts'
import {
  beginAgain,
  encryptedSecret,
  newRecoveryCodes,
  newSecret,
  otpAddress,
  stepOf,
  useCode,
  wrongCode,
} from './second-factor.ts'
import { droppedStep, standingOf, stepCookie, whoIsBetween } from './second-step.ts'
import { startSession } from './session-start.ts'
import { secondFactors, sessions } from './tables.ts'

/** An empty password is refused by provePassword, in a sentence; who has none (OpenID Connect) has nothing to prove. */
const OwnProof = Proof.partial()
type OwnProof = z.infer<typeof OwnProof>
const Confirmation = TwoFactorCode.pick({ code: true })
const done = z.object({ ok: z.literal(true) })

/** The second factor: turning it on and off, and its step of signing in. */
export function twoFactorRoutes(context: AccountsContext): Route[] {
  const { db, secret, secure, log, currentUser, announce, invalidate } = context
  const isOn = () => new AppError('conflict', 'The second factor is on already. Turn it off first.')
  const isOff = () => new AppError('conflict', 'The second factor is not on.')

  /** Whoever came in by the password alone, or by a factor that is no more, signs in anew. */
  async function endOthers(tx: Queryable, { principal }: Call): Promise<void> {
    const { owner, sessionId } = principal
    await tx.delete(sessions).where(and(eq(sessions.userId, owner), ne(sessions.id, sessionId ?? '')))
    await announce(tx, owner)
  }

  async function begin(call: Call<undefined, undefined, OwnProof>): Promise<TwoFactorBegun> {
    const { principal, body } = call
    const { username } = await currentUser(principal)
    if ((await passwordOf(db, principal.owner)) === null)
      throw new AppError('unprocessable', 'Set a password first: the second factor is asked for after it.')
    await provePassword(context, call, body.password)
    const plain = newSecret()
    const { codes, hashes } = newRecoveryCodes(secret)
    const begun = { secret: await encryptedSecret(plain, secret), recoveryHashes: hashes, createdAt: new Date() }
    const [kept] = await db
      .insert(secondFactors)
      .values({ userId: principal.owner, ...begun })
      .onConflictDoUpdate({ target: secondFactors.userId, set: begun, setWhere: isNull(secondFactors.confirmedAt) })
      .returning({ userId: secondFactors.userId })
    if (!kept) throw isOn()
    const address = otpAddress(plain, brand.name, username)
    return { ...address, qr: renderSVG(address.uri, { border: 2 }), recoveryCodes: codes }
  }

  async function confirm(call: Call<undefined, undefined, z.infer<typeof Confirmation>>) {
    const { principal, body } = call
    await db.transaction(async (tx) => {
      const mine = eq(secondFactors.userId, principal.owner)
      const [begun] = await tx.select().from(secondFactors).where(mine).for('update')
      if (!begun) throw new AppError('conflict', 'Begin again: there is nothing to confirm.')
      if (begun.confirmedAt) throw isOn()
      const step = await stepOf(begun.secret, body.code, secret)
      if (step === null) throw wrongCode()
      await tx
        .update(secondFactors)
        .set({ confirmedAt: new Date(), usedSteps: [step] })
        .where(mine)
      await endOthers(tx, call)
    })
    invalidate(principal.owner)
    log.info({ userId: principal.owner }, 'a person turned their second factor on')
    return { ok: true }
  }

  async function renewCodes(call: Call<undefined, undefined, OwnProof>) {
    const { principal, body } = call
    await provePassword(context, call, body.password)
    const { codes, hashes } = newRecoveryCodes(secret)
    const [kept] = await db
      .update(secondFactors)
      .set({ recoveryHashes: hashes })
      .where(and(eq(secondFactors.userId, principal.owner), isNotNull(secondFactors.confirmedAt)))
      .returning({ userId: secondFactors.userId })
    if (!kept) throw isOff()
    return { recoveryCodes: codes }
  }

  async function turnOff(call: Call<undefined, undefined, OwnProof>) {
    const { principal, body } = call
    await provePassword(context, call, body.password)
    await db.transaction(async (tx) => {
      const [was] = await tx.delete(secondFactors).where(eq(secondFactors.userId, principal.owner)).returning()
      if (!was?.confirmedAt) throw isOff()
      await endOthers(tx, call)
    })
    invalidate(principal.owner)
    log.info({ userId: principal.owner }, 'a person turned their second factor off')
    return { ok: true }
  }

  async function enter(call: Call<undefined, undefined, z.output<typeof TwoFactorCode>>): Promise<SignedIn> {
    const { body, request, headers } = call
    const standing = await whoIsBetween(db, request, context)
    if (!standing) throw beginAgain()
    const person = await startSession(context, call, async (tx) => {
      await lockedPasswordOf(tx, standing.userId)
      const now = await standingOf(tx, standing.userId)
      if (now?.seal !== standing.seal) return beginAgain()
      return (await useCode(tx, standing.userId, body, secret)) ?? standing.userId
    })
    headers.append('set-cookie', droppedStep({ secret, secure }))
    if (body.trust) headers.append('set-cookie', stepCookie('trusted', standing, { secret, secure }))
    return person
  }

  const own = { tag: 'accounts', access: 'account.own', path: '/api/user/two-factor', limit: 'enter' } as const
  return [
    route(
      {
        ...own,
        method: 'POST',
        summary: 'Begins to turn the second factor on; it is in force once a code of the app is confirmed',
        body: OwnProof,
        answer: TwoFactorBegun,
      },
      begin,
    ),
    route(
      {
        ...own,
        method: 'POST',
        path: '/api/user/two-factor/confirm',
        summary: 'Turns the second factor on by a first code; every other session ends',
        body: Confirmation,
        answer: done,
      },
      confirm,
    ),
    route(
      {
        ...own,
        method: 'POST',
        path: '/api/user/two-factor/recovery-codes',
        summary: 'Makes new recovery codes; the old ones are good no more',
        body: OwnProof,
        answer: TwoFactorBegun.pick({ recoveryCodes: true }),
      },
      renewCodes,
    ),
    route(
      {
        ...own,
        method: 'DELETE',
        summary: 'Turns the second factor off; every other session ends',
        body: OwnProof,
        bodyOptional: true,
        answer: done,
      },
      turnOff,
    ),
    route(
      {
        tag: 'accounts',
        method: 'POST',
        path: '/api/login/two-factor',
        summary: 'The second step of signing in, after the password: a code of the app, or a recovery code',
        access: 'session.start',
        limit: 'enter',
        body: TwoFactorCode,
        answer: SignedIn,
      },
      enter,
    ),
  ]
}
