import { Done } from '@atrium/contract/described-call'
import { AppError } from '@atrium/contract/errors'
import type { Principal } from '@atrium/contract/principal'
import { MadeInvitation, NewInvitation, OpenInvitation, Team } from '@atrium/contract/teams'
import { z } from 'zod'
import { type Route, route } from '../platform/http/route.ts'
import { createMailAllowance } from '../platform/mail-allowance.ts'
import { changeTeam, type TeamsSettings } from './context.ts'
import { accept, decline, invite, letterOf, look, revoke } from './invitations.ts'
import { teamsOf } from './team-routes.ts'

const Token = z.object({ token: z.string().min(1).max(200) })

/** Mails of one person: whoever is invited did not ask to be written to. */
const MAILS_A_DAY = 100

const idOf = ({ userId }: Principal): string => {
  if (userId === null) throw new AppError('unauthenticated', 'Please sign in first.')
  return userId
}

export function invitationRoutes({ db, baseUrl, publicUrl, mail, log }: TeamsSettings): Route[] {
  const mayWrite = createMailAllowance(MAILS_A_DAY, 24 * 60 * 60)
  const mayReach = createMailAllowance()

  /** True when it is on its way. Where none goes out, the link is there to be sent by hand. */
  async function post(by: string, to: string, token: string): Promise<boolean> {
    // A mail that the address does not get is none of the day's.
    if (!mail || !(await mayReach(to)) || !(await mayWrite(by))) return false
    try {
      const url = new URL(`/join/${token}`, baseUrl).href
      await mail.send(letterOf(to, url, await look(db, token)))
      return true
    } catch (error) {
      log.warn({ err: error }, 'an invitation could not be sent by mail')
      return false
    }
  }

  const byToken = { tag: 'teams', path: '/api/invitations/:token', params: Token } as const
  return [
    route(
      {
        tag: 'teams',
        method: 'POST',
        path: '/api/teams/:id/invitations',
        summary: 'Invites somebody by a link that works once, shown this once; by mail too where that is configured',
        access: 'team.manage',
        limit: 'send',
        params: z.object({ id: z.string().max(64) }),
        body: NewInvitation,
        answer: MadeInvitation,
        status: 201,
      },
      async ({ principal, params: { id }, body, request }) => {
        const { token, ...made } = await changeTeam(db, principal, id, 'team.manage', (tx) =>
          invite(tx, id, idOf(principal), body),
        )
        const url = new URL(`/join/${token}`, publicUrl ?? request.url).href
        return { ...made, url, mailed: made.email !== null && (await post(idOf(principal), made.email, token)) }
      },
    ),
    route(
      {
        tag: 'teams',
        method: 'DELETE',
        path: '/api/teams/:id/invitations/:invitationId',
        summary: 'Revokes an invitation',
        access: 'team.manage',
        limit: 'write',
        params: z.object({ id: z.string().max(64), invitationId: z.string().max(64) }),
        answer: Done,
      },
      async ({ principal, params: { id, invitationId } }) => {
        await changeTeam(db, principal, id, 'team.manage', (tx) => revoke(tx, id, invitationId))
        return { ok: true }
      },
    ),
    route(
      {
        ...byToken,
        method: 'GET',
        summary: 'What an invitation says, for whoever has its link',
        access: 'public.read',
        limit: 'read',
        answer: OpenInvitation,
      },
      ({ params }) => look(db, params.token),
    ),
    route(
      {
        ...byToken,
        method: 'POST',
        path: '/api/invitations/:token/accept',
        summary: 'Joins the team that an invitation is for',
        access: 'team.use',
        limit: 'write',
        answer: Team,
      },
      async ({ principal, params }) => {
        const userId = idOf(principal)
        return db.transaction(async (tx) => {
          const [team] = await teamsOf(tx, userId, await accept(tx, params.token, userId))
          return team
        })
      },
    ),
    route(
      {
        ...byToken,
        method: 'POST',
        path: '/api/invitations/:token/decline',
        summary: 'Declines an invitation',
        access: 'team.use',
        limit: 'write',
        answer: Done,
      },
      async ({ principal, params }) => {
        await db.transaction((tx) => decline(tx, params.token, idOf(principal)))
        return { ok: true }
      },
    ),
  ]
}
