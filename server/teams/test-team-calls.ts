import type { MadeInvitation, Team } from '@atrium/contract/teams'
import { eq } from 'drizzle-orm'
import { beforeEach } from 'vitest'
import { users } from '../accounts/tables.ts'
import { testDatabase } from '../platform/database/test-database.ts'
import { testServer } from '../platform/http/test-server.ts'
import type { MailMessage } from '../platform/mail.ts'
import { silentLog } from '../platform/telemetry.ts'
import { teamMembers, teams } from './tables.ts'
import { createTeams } from './teams.ts'

export const tokenOf = ({ url }: { url: string }) => new URL(url).pathname.split('/').at(-1) as string

/** The calls of teams by themselves, on a database of their own: what goes out and what is logged is seen. */
export async function teamCalls() {
  const { db, config } = await testDatabase()

  const mails: MailMessage[] = []
  const post = { reaches: true }
  const mail = {
    async send(message: MailMessage) {
      if (!post.reaches) throw new Error('no such host')
      mails.push(message)
    },
  }
  const logged: { level: string; facts: Record<string, unknown>; text: string }[] = []
  const said = (level: string) => (facts: Record<string, unknown>, text: string) => logged.push({ level, facts, text })
  const settings = {
    ...{ db, baseUrl: 'https://desk.example', mail, onOwnerDeleted: [] },
    log: { ...silentLog, info: said('info'), warn: said('warn') } as never,
  }
  const url = await testServer(createTeams(settings).routes)
  beforeEach(() => {
    Object.assign(post, { reaches: true })
    for (const list of [mails, logged]) list.length = 0
  })

  let made = 0
  async function someone(name = `p${++made}`): Promise<string> {
    await db.insert(users).values({ id: name, name, username: name, email: `${name}@example.org` })
    return name
  }
  /** Their ids, which are also their names. */
  const people = async (...names: string[]) => {
    const ids: string[] = []
    for (const name of names) ids.push(await someone(`${name}-${++made}`))
    return ids as [string, string, string, string]
  }
  async function teamOf(owner: string, members: Record<string, string> = {}, name = 'Desk'): Promise<string> {
    const id = `t${++made}`
    await db.insert(teams).values({ id, name })
    const all = Object.entries({ [owner]: 'owner', ...members })
    await db.insert(teamMembers).values(all.map(([userId, role]) => ({ teamId: id, userId, role })))
    return id
  }

  async function send<T = Record<string, unknown>>(
    who: string,
    method: string,
    path: string,
    body?: unknown,
    to = url,
  ) {
    const answer = await fetch(to + path, {
      method,
      headers: { 'x-test-person': who, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const json = (await answer.json()) as T & { error?: { message: string } }
    return { status: answer.status, body: json as T, message: json.error?.message ?? '' }
  }
  const status = async (...asked: Parameters<typeof send>) => (await send(...asked)).status
  const invite = async (who: string, team: string, body: object = {}) =>
    (await send<MadeInvitation>(who, 'POST', `/api/teams/${team}/invitations`, body)).body
  const answer = (who: string, invitation: { url: string }, what: 'accept' | 'decline') =>
    send<Team>(who, 'POST', `/api/invitations/${tokenOf(invitation)}/${what}`)
  const rolesIn = async (team: string) => {
    const rows = await db.select().from(teamMembers).where(eq(teamMembers.teamId, team))
    return Object.fromEntries(rows.map(({ userId, role }) => [userId, role]))
  }

  return { db, config, url, settings, mails, logged, post, people, teamOf, send, status, invite, answer, rolesIn }
}
