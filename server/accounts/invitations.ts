import { brand } from '@atrium/contract/brand'
import { Id } from '@atrium/contract/chat'
import { AppError } from '@atrium/contract/errors'
import {
  MadeRegistrationInvitation,
  NewRegistrationInvitation,
  type RegistrationInvitation,
  RegistrationInvitations,
} from '@atrium/contract/registration'
import { and, desc, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { type Call, type Route, route } from '../platform/http/route.ts'
import { createMailAllowance } from '../platform/mail-allowance.ts'
import type { AccountsContext } from './context.ts'
import { invitationAddress, isInDomain, keepInvitation, openInvitation } from './registration.ts'
import { registrationInvitations, users } from './tables.ts'

const DAY = 24 * 60 * 60 * 1000
const MOST_OPEN = 500
const SHOWN = 200

const inviters = alias(users, 'inviters')
const comers = alias(users, 'comers')

/** Invitations to make an account: made and withdrawn by administrators, or mailed to whoever asks with an address of a domain. */
export function invitationRoutes(context: AccountsContext): Route[] {
  const { db, mail, log, baseUrl, registration, tellHolder } = context
  const mayMail = createMailAllowance()

  async function list(id?: string): Promise<RegistrationInvitation[]> {
    const rows = await db
      .select({
        id: registrationInvitations.id,
        email: registrationInvitations.email,
        invitedBy: inviters.displayUsername,
        createdAt: registrationInvitations.createdAt,
        expiresAt: registrationInvitations.expiresAt,
        usedAt: registrationInvitations.usedAt,
        isPast: sql<boolean>`${registrationInvitations.expiresAt} <= now()`,
        usedBy: comers.displayUsername,
      })
      .from(registrationInvitations)
      .leftJoin(inviters, eq(inviters.id, registrationInvitations.invitedBy))
      .leftJoin(comers, eq(comers.id, registrationInvitations.usedBy))
      .where(id ? eq(registrationInvitations.id, id) : undefined)
      .orderBy(desc(isNotNull(registrationInvitations.invitedBy)), desc(registrationInvitations.id))
      .limit(SHOWN)
    return rows.map(({ usedAt, isPast, createdAt, expiresAt, ...row }) => ({
      ...row,
      createdAt: createdAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
      state: usedAt ? 'used' : isPast ? 'expired' : 'open',
    }))
  }

  const post = (to: string, token: string, from: string | null) =>
    mail?.send({
      to,
      subject: from ? `${from} invites you to ${brand.name}` : `Your account at ${brand.name}`,
      paragraphs: [
        from
          ? `Hello, ${from} invites you to make an account at ${brand.name}:`
          : `Hello, somebody asked for an account at ${brand.name} with this address. Make it here within a day:`,
        'The link works once, and for this address alone. If you do not know what this is about, do nothing.',
      ],
      link: { label: 'Make your account', url: invitationAddress(baseUrl, token) },
    })

  /** False when it could not be sent: the administrator then hands the link over. */
  async function posted(to: string, token: string, by: string): Promise<boolean> {
    if (!mail) return false
    try {
      const [inviter] = await db.select({ name: users.name }).from(users).where(eq(users.id, by))
      await post(to, token, inviter?.name ?? null)
      return true
    } catch (error) {
      log.error({ err: error }, 'an invitation could not be mailed')
      return false
    }
  }

  type Wanted = z.output<typeof NewRegistrationInvitation>
  async function make({ principal, body }: Call<undefined, undefined, Wanted>): Promise<MadeRegistrationInvitation> {
    // What strangers ask for themselves takes no administrator's place.
    const open = and(
      isNotNull(registrationInvitations.invitedBy),
      isNull(registrationInvitations.usedAt),
      gt(registrationInvitations.expiresAt, sql`now()`),
    )
    if ((await db.$count(registrationInvitations, open)) >= MOST_OPEN)
      throw new AppError(
        'conflict',
        `There are ${MOST_OPEN} open invitations already. Withdraw some that nobody needs.`,
      )
    const email = body.email?.toLowerCase() ?? null
    const expiresAt = new Date(Date.now() + body.expiresInDays * DAY)
    const { id, token } = await keepInvitation(db, { email, invitedBy: principal.owner, expiresAt, mailed: false })
    const mailed = email !== null && (await posted(email, token, principal.owner))
    if (mailed) await db.update(registrationInvitations).set({ mailed }).where(eq(registrationInvitations.id, id))
    log.info({ by: principal.userId, invitation: id, mailed }, 'an administrator made an invitation')
    const [made] = await list(id)
    if (!made) throw new AppError('not_found', 'That invitation was not found.')
    return { ...made, url: mailed ? null : invitationAddress(baseUrl, token) }
  }

  async function revoke({ principal, params }: Call<{ id: string }>) {
    const [gone] = await db
      .delete(registrationInvitations)
      .where(eq(registrationInvitations.id, params.id))
      .returning({ id: registrationInvitations.id })
    if (!gone) throw new AppError('not_found', 'That invitation was not found.')
    log.info({ by: principal.userId, invitation: gone.id }, 'an administrator withdrew an invitation')
    return { ok: true }
  }

  async function look({ params }: Call<{ token: string }>) {
    const found = await openInvitation(db, params.token)
    if (!found || registration.mode === 'closed')
      throw new AppError('gone', 'This invitation has been used, was withdrawn, or is too old. Ask for a new one.')
    return { email: found.email }
  }

  /** In the background: the answer is the same, and as fast, whether or not somebody has the address. */
  async function mailLink(email: string): Promise<void> {
    const [holder] = await db.select({ email: users.email, name: users.name }).from(users).where(eq(users.email, email))
    if (holder) return tellHolder(holder)
    const expiresAt = new Date(Date.now() + DAY)
    const { token } = await keepInvitation(db, { email, invitedBy: null, expiresAt, mailed: true })
    await post(email, token, null)
  }

  async function ask({ body }: Call<undefined, undefined, { email: string }>) {
    const email = body.email.toLowerCase()
    const { mode, domains } = registration
    if (mode !== 'domain' || !mail) throw new AppError('forbidden', 'No links are sent here to make accounts with.')
    if (!isInDomain(email, domains))
      throw new AppError('forbidden', `Accounts here are for addresses at ${domains.join(', ')}.`, {
        details: { field: 'email' },
      })
    if (await mayMail(email))
      mailLink(email).catch((error: unknown) => log.error({ err: error }, 'a mail could not be sent'))
    return { sent: true }
  }

  const admin = { tag: 'administration', access: 'admin.users', path: '/api/admin/invitations' } as const
  return [
    route(
      {
        ...admin,
        method: 'GET',
        summary: 'Who may make an account, and the invitations of the last months, the newest first',
        limit: 'read',
        answer: RegistrationInvitations,
      },
      async () => ({
        registration: registration.mode,
        domains: [...registration.domains],
        mail: mail !== null,
        invitations: await list(),
      }),
    ),
    route(
      {
        ...admin,
        method: 'POST',
        summary:
          'Invites somebody to make an account: by mail where an address is given and mail is sent, else by a link to hand over',
        limit: 'write',
        body: NewRegistrationInvitation,
        answer: MadeRegistrationInvitation,
        status: 201,
      },
      make,
    ),
    route(
      {
        ...admin,
        method: 'DELETE',
        path: '/api/admin/invitations/:id',
        summary: 'Withdraws an invitation: its link works no more',
        limit: 'write',
        params: z.object({ id: Id }),
        answer: z.object({ ok: z.literal(true) }),
      },
      revoke,
    ),
    route(
      {
        tag: 'accounts',
        method: 'GET',
        path: '/auth/invitations/:token',
        summary: 'Is this invitation to make an account good, and for which address?',
        access: 'public.read',
        limit: 'enter',
        params: z.object({ token: z.string().max(64) }),
        answer: z.object({ email: z.string().nullable() }),
        refuses: ['gone'],
      },
      look,
    ),
    route(
      {
        tag: 'accounts',
        method: 'POST',
        path: '/auth/invitations',
        summary:
          'Mails a link to make an account to an address of REGISTRATION’s domains; says the same when it has one',
        access: 'session.start',
        limit: 'enter',
        body: z.object({ email: z.email('That is not an e-mail address.').max(254) }),
        answer: z.object({ sent: z.literal(true) }),
      },
      ask,
    ),
  ]
}
