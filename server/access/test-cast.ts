import type { PrincipalKind } from '@atrium/contract/principal'
import { sql } from 'drizzle-orm'
import { users } from '../accounts/tables.ts'
import { uuid } from '../platform/ids.ts'
import { client, type TestApp } from '../test-app.ts'

/** Who calls: the four kinds of principal, a person by token alone, and one whose session is over. */
export const callers = ['anonymous', 'guest', 'member', 'administrator', 'bearer', 'ended'] as const
export type CallerName = (typeof callers)[number]

export interface Answer {
  status: number
  body: string
  /** All but those that differ from call to call. */
  headers: Record<string, string>
}

export interface Caller {
  name: CallerName
  kind: PrincipalKind
  /** Whose things are the caller's own: of `ended`, the person's who they were. */
  owner: string
  userId: string | null
  call(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<Answer>
}

const CHANGING = /^(date|x-request-id|set-cookie|connection|keep-alive|transfer-encoding)$/

type Send = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
  signal?: AbortSignal,
) => Promise<Response>

const reading =
  (send: Send): Caller['call'] =>
  async (method, path, body, signal) => {
    const answer = await send(method, path, body, {}, signal)
    return {
      status: answer.status,
      headers: Object.fromEntries([...answer.headers].filter(([name]) => !CHANGING.test(name))),
      body: signal ? '' : await answer.text(),
    }
  }

/** One of each kind of caller. */
export async function cast(app: TestApp): Promise<Record<CallerName, Caller>> {
  async function person(name: CallerName, kind: PrincipalKind, browser: { send: Send }): Promise<Caller> {
    const call = reading(browser.send)
    // Whose key a visitor is fenced by, only a thing of theirs tells.
    const { id } = JSON.parse((await call('POST', '/api/threads', {})).body) as { id: string }
    const { rows } = await app.db.execute<{ owner_id: string }>(
      sql`delete from threads where id = ${id} returning owner_id`,
    )
    const owner = rows[0]?.owner_id ?? ''
    return { name, kind, owner, userId: kind === 'anonymous' ? null : owner, call }
  }
  async function byToken(name: CallerName): Promise<Caller> {
    const { id, token } = await app.member()
    const { send } = client(app.url)
    const authorization = { authorization: `Bearer ${token}` }
    return {
      name,
      kind: 'member',
      owner: id,
      userId: id,
      call: reading((method, path, body, _, signal) => send(method, path, body, authorization, signal)),
    }
  }
  const ended = await byToken('ended')
  await ended.call('POST', '/auth/logout', {})
  return {
    anonymous: await person('anonymous', 'anonymous', app.visitor()),
    guest: await person('guest', 'guest', await app.guest()),
    member: await person('member', 'member', await app.member()),
    administrator: await person('administrator', 'administrator', await app.administrator()),
    bearer: await byToken('bearer'),
    ended,
  }
}

/** Two owners who have nothing to do with anybody here: a person and a visitor. */
export async function strangers({ db }: TestApp): Promise<string[]> {
  const id = uuid()
  await db.insert(users).values({ id, name: 'Stranger', email: `${id}@example.org` })
  return [id, `anon:${id.replaceAll('-', '').slice(0, 22)}`]
}

/** How a call went, as one letter: in, sent to sign in, forbidden, not found, conflict, its protocol not spoken; anything else as its status. */
export function letterOf({ status }: { status: number }): string {
  if (status < 300) return 'y'
  return ({ 401: '-', 403: 'x', 404: 'n', 409: 'c', 412: 'p' } as Record<number, string>)[status] ?? ` ${status} `
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
/** The token of a link that was made just now. */
const LINK = /(\/request\/)[\w-]{32}(?=")/g
const MOMENT = /\d{4}-\d\d-\d\dT[\d:.]+Z/g

/** An answer without what differs from one call to the next: two that are equal tell a stranger nothing. */
export const faceless = (answer: Answer) => ({
  ...answer,
  body: answer.body.replace(LINK, '$1<token>').replace(UUID, '<id>').replace(MOMENT, '<moment>'),
})

/** A look at everything that belongs to an owner, in whichever table: equal before and after when nothing was touched. */
export async function belongings(app: Pick<TestApp, 'db'>): Promise<(owner: string) => Promise<string>> {
  const { rows } = await app.db.execute<{ table_name: string; column_name: string }>(
    sql`select table_name, column_name from information_schema.columns where table_schema = 'public'
        and (column_name in ('owner_id', 'scope_id', 'user_id') or (table_name, column_name) = ('users', 'id'))`,
  )
  const parts = rows.map(
    ({ table_name: table, column_name: column }) =>
      `select '${table}' as name, coalesce(string_agg(t::text, E'\\n' order by t::text), '') as rows from ${table} t where t.${column} = $1`,
  )
  const text = `select json_agg(part order by part.name)::text as all from (${parts.join(' union all ')}) part`
  return async (owner) => (await app.db.$client.query<{ all: string }>(text, [owner])).rows[0]?.all ?? ''
}

export type JsonSchema = {
  type?: string
  properties?: Record<string, JsonSchema>
  required?: string[]
  anyOf?: JsonSchema[]
  items?: JsonSchema
  enum?: unknown[]
  const?: unknown
  pattern?: string
  format?: string
  maxLength?: number
  minimum?: number
  default?: unknown
  examples?: unknown[]
}

/** Could this field of an input name a stored object? By its name, by its form, or because it is as short a text as ids are (`Id`). */
export function isReference(name: string, schema: JsonSchema): boolean {
  if (schema.type === 'string' && !schema.enum) {
    if (/^ids?$|Ids?$/.test(name) || schema.format === 'uuid') return true
    if (schema.maxLength === 64 && !schema.pattern && !schema.format) return true
  }
  return [...(schema.anyOf ?? []), ...(schema.items ? [schema.items] : [])].some((one) => isReference(name, one))
}

export const isList = (schema: JsonSchema): boolean => schema.type === 'array' || (schema.anyOf ?? []).some(isList)
