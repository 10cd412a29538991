import type { ErrorBody } from '@atrium/contract/errors'
import { eq } from 'drizzle-orm'
import { threads } from '../chat/tables.ts'
import type { Queryable } from '../platform/database/connect.ts'
import { type TestDatabase, testDatabase } from '../platform/database/test-database.ts'
import { testServer } from '../platform/http/test-server.ts'
import { silentLog } from '../platform/telemetry.ts'
import { type Accounts, type AccountsSettings, createAccounts } from './accounts.ts'

export interface Answer {
  status: number
  body: Record<string, unknown> & ErrorBody
  cookies: string[]
}

/** A browser: keeps cookies as RFC 6265 says, as far as this server uses them. */
export function browser(at: string) {
  const jar = new Map<string, string>()
  async function call(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const answer = await fetch(at + path, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(jar.size > 0 ? { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') } : {}),
        ...headers,
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    const cookies = answer.headers.getSetCookie()
    for (const cookie of cookies) {
      const [pair = '', ...attributes] = cookie.split('; ')
      const name = pair.slice(0, pair.indexOf('='))
      if (attributes.includes('Max-Age=0')) jar.delete(name)
      else jar.set(name, pair.slice(name.length + 1))
    }
    return { status: answer.status, body: (await answer.json()) as Answer['body'], cookies }
  }
  return {
    jar,
    get: (path: string, headers?: Record<string, string>) => call('GET', path, undefined, headers),
    post: (path: string, body?: unknown, headers?: Record<string, string>) => call('POST', path, body, headers),
  }
}

export const PASSWORD = 'correct horse battery'
let made = 0

export const newcomer = (more: object = {}) => {
  const name = `Person${++made}`
  return { username: name, email: `${name}@Example.org`, password: PASSWORD, ...more }
}

export const bearer = (token: unknown) => ({ authorization: `Bearer ${token}` })

/** What a claim of the chat does. */
export const moveThreads = async (tx: Queryable, from: string, to: string) => {
  await tx.update(threads).set({ ownerId: to }).where(eq(threads.ownerId, from))
}

export interface AccountsServer {
  db: TestDatabase['db']
  accounts: Accounts
  url: string
  /** The same database behind other settings. */
  another(settings: Partial<AccountsSettings>): Promise<{ accounts: Accounts; url: string }>
  makeThread(ownerId: string): Promise<string>
  ownerOf(thread: string): Promise<string | undefined>
}

/** The accounts' calls on a database of their own; threads stand for what people make. */
export async function accountsServer(): Promise<AccountsServer> {
  const { db } = await testDatabase()
  async function another(settings: Partial<AccountsSettings>) {
    const accounts = createAccounts({
      db,
      secret: 'a secret of this test that is long enough',
      baseUrl: 'http://localhost:3000',
      trustedOrigins: [],
      log: silentLog,
      transferOwnership: [moveThreads],
      onOwnerDeleted: [],
      ...settings,
    })
    return { accounts, url: await testServer(accounts.routes, accounts.identify) }
  }
  return {
    ...(await another({})),
    db,
    another,
    async makeThread(ownerId) {
      const id = `thread-${++made}`
      await db.insert(threads).values({ id, ownerId, title: 'kept' })
      return id
    },
    async ownerOf(thread) {
      const [row] = await db.select().from(threads).where(eq(threads.id, thread))
      return row?.ownerId
    },
  }
}
