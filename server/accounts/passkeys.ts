import { createHash } from 'node:crypto'
import { PasskeyEntry, Proof } from '@atrium/contract/account-security'
import { SignedIn } from '@atrium/contract/accounts'
import { brand } from '@atrium/contract/brand'
import { AppError } from '@atrium/contract/errors'
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { and, asc, eq, gt, sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Call, type Route, route } from '../platform/http/route.ts'
import { uuid } from '../platform/ids.ts'
import type { AccountsContext } from './context.ts'
import { AnsweredPasskey, MadePasskey } from './passkey-answers.ts'
import { proveUnlessFresh } from './proof.ts'
import { relyingParty } from './relying-party.ts'
import { startSession } from './session-start.ts'
import { passkeys, verifications } from './tables.ts'
import { oneAtATime } from './user.ts'

/*
 * @better-auth/passkey is not mounted, what it stands on is used: the plugin believes the Origin header of the very
 * request that it checks, holds one host name for all, and makes the session outside our transaction.
 */

/** What `navigator.credentials` is given; the browser reads the rest of it. */
const Ceremony = z.looseObject({ challenge: z.string().min(16) })
/** seconds */
const QUESTION_LASTS = 5 * 60
const MOST = 20

/** The password, unless the person has signed in a moment ago. */
const OwnProof = Proof.partial()
type OwnProof = z.infer<typeof OwnProof>

type Purpose = 'enter' | `add ${string}`
const identifierOf = (challenge: string) => `passkey:${createHash('sha256').update(challenge).digest('base64url')}`

/** A person's passkeys, and signing in by one. It asks for the device's own lock, so that it counts as both factors. */
export function passkeyRoutes(context: AccountsContext): Route[] {
  const { db, baseUrl, log, currentUser } = context

  async function ask(challenge: string, purpose: Purpose): Promise<void> {
    await db.insert(verifications).values({
      id: uuid(),
      identifier: identifierOf(challenge),
      value: purpose,
      expiresAt: new Date(Date.now() + QUESTION_LASTS * 1000),
    })
  }

  /** Every question is good for one answer, right or wrong, and for what it was asked. */
  async function wasAsked(challenge: string, purpose: Purpose): Promise<boolean> {
    const [question] = await db
      .delete(verifications)
      .where(and(eq(verifications.identifier, identifierOf(challenge)), gt(verifications.expiresAt, sql`now()`)))
      .returning({ purpose: verifications.value })
    return question?.purpose === purpose
  }

  const tooMany = () =>
    new AppError('conflict', 'You have 20 passkeys already. Delete one that you no longer use first.')

  const ofPerson = (userId: string) =>
    db.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(asc(passkeys.createdAt))

  async function optionsToAdd(call: Call<undefined, undefined, OwnProof>) {
    const { principal, request, body } = call
    const { id, username, firstName } = await currentUser(principal)
    const party = relyingParty(baseUrl, request)
    const known = await ofPerson(id)
    if (known.length >= MOST) throw tooMany()
    await proveUnlessFresh(context, call, body.password)
    const options = await generateRegistrationOptions({
      rpName: brand.name,
      rpID: party.id,
      userName: username,
      userDisplayName: firstName ?? username,
      userID: new TextEncoder().encode(id),
      timeout: QUESTION_LASTS * 1000,
      excludeCredentials: known.map(({ credentialId }) => ({ id: credentialId })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    await ask(options.challenge, `add ${id}`)
    return options
  }

  const entryOf = (row: typeof passkeys.$inferSelect): PasskeyEntry => ({
    id: row.id,
    name: row.name,
    createdAt: row.createdAt.toISOString(),
  })

  async function add({ principal, request, body }: Call<undefined, undefined, MadePasskey>): Promise<PasskeyEntry> {
    const userId = principal.owner
    const party = relyingParty(baseUrl, request)
    const refused = (cause?: unknown) =>
      new AppError('unprocessable', 'This passkey could not be added. Please try again.', { cause })
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: body.response,
      expectedChallenge: (challenge) => wasAsked(challenge, `add ${userId}`),
      expectedOrigin: party.origin,
      expectedRPID: party.id,
    }).catch((cause: unknown) => {
      throw refused(cause)
    })
    if (!verified) throw refused()
    const { credential } = registrationInfo
    const [row] = await db.transaction(async (tx) => {
      await oneAtATime(tx, userId)
      if ((await tx.$count(passkeys, eq(passkeys.userId, userId))) >= MOST) throw tooMany()
      return tx
        .insert(passkeys)
        .values({
          id: uuid(),
          userId,
          name: body.name,
          credentialId: credential.id,
          publicKey: Buffer.from(credential.publicKey),
          counter: credential.counter,
          transports: credential.transports ?? [],
        })
        .onConflictDoNothing()
        .returning()
    })
    if (!row) throw new AppError('conflict', 'This passkey has been added already.')
    log.info({ userId, passkeyId: row.id }, 'a person added a passkey')
    return entryOf(row)
  }

  async function optionsToEnter({ request }: Call) {
    const party = relyingParty(baseUrl, request)
    const options = await generateAuthenticationOptions({
      rpID: party.id,
      timeout: QUESTION_LASTS * 1000,
      userVerification: 'required',
    })
    await ask(options.challenge, 'enter')
    return options
  }

  /** Unknown, deleted and wrong read the same. */
  const notAccepted = (cause?: unknown) =>
    new AppError('unauthenticated', 'This passkey was not accepted. Try again, or sign in with your password.', {
      cause,
    })

  async function enter(call: Call<undefined, undefined, AnsweredPasskey>): Promise<SignedIn> {
    const { response } = call.body
    const party = relyingParty(baseUrl, call.request)
    const [row] = await db.select().from(passkeys).where(eq(passkeys.credentialId, response.id))
    if (!row) throw notAccepted()
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: (challenge) => wasAsked(challenge, 'enter'),
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      credential: { id: row.credentialId, publicKey: new Uint8Array(row.publicKey), counter: row.counter },
    }).catch((cause: unknown) => {
      throw notAccepted(cause)
    })
    if (!verified) throw notAccepted()
    return startSession(context, call, async (tx) => {
      // Whoever copied the device could answer two questions at once; and it may have been deleted meanwhile.
      const [used] = await tx
        .update(passkeys)
        .set({ counter: authenticationInfo.newCounter, lastUsedAt: new Date() })
        .where(and(eq(passkeys.id, row.id), eq(passkeys.counter, row.counter)))
        .returning({ userId: passkeys.userId })
      return used?.userId ?? notAccepted()
    })
  }

  const own = { tag: 'accounts', access: 'account.own', path: '/api/user/passkeys' } as const
  const way = { tag: 'accounts', method: 'POST', access: 'session.start', limit: 'enter' } as const
  return [
    route(
      {
        ...own,
        method: 'GET',
        summary: 'Your passkeys',
        limit: 'read',
        answer: z.object({ passkeys: z.array(PasskeyEntry) }),
      },
      async ({ principal }) => ({ passkeys: (await ofPerson(principal.owner)).map(entryOf) }),
    ),
    route(
      {
        ...own,
        method: 'POST',
        path: '/api/user/passkeys/options',
        summary: 'What the browser is asked when a passkey is made (WebAuthn creation options)',
        limit: 'enter',
        body: OwnProof,
        bodyOptional: true,
        answer: Ceremony,
      },
      optionsToAdd,
    ),
    route(
      {
        ...own,
        method: 'POST',
        summary: 'Adds the passkey that the browser made',
        limit: 'write',
        body: MadePasskey,
        answer: PasskeyEntry,
        status: 201,
      },
      add,
    ),
    route(
      {
        ...own,
        method: 'DELETE',
        path: '/api/user/passkeys/:id',
        summary: 'Deletes a passkey: nobody signs in by it any more',
        limit: 'write',
        params: z.object({ id: z.string() }),
        answer: z.object({ ok: z.literal(true) }),
      },
      async ({ principal, params }) => {
        const mine = and(eq(passkeys.id, params.id), eq(passkeys.userId, principal.owner))
        const [gone] = await db.delete(passkeys).where(mine).returning({ id: passkeys.id })
        if (!gone) throw new AppError('not_found', 'There is no such passkey.')
        return { ok: true }
      },
    ),
    route(
      {
        ...way,
        path: '/api/login/passkey/options',
        summary: 'What the browser is asked when a person signs in by a passkey (WebAuthn request options)',
        answer: Ceremony,
      },
      optionsToEnter,
    ),
    route(
      {
        ...way,
        path: '/api/login/passkey',
        summary: 'Sign in by a passkey',
        body: AnsweredPasskey,
        answer: SignedIn,
      },
      enter,
    ),
  ]
}
