import { Comment, Comments, NewComment } from '@atrium/contract/comments'
import { Done } from '@atrium/contract/described-call'
import { AppError } from '@atrium/contract/errors'
import type { Principal } from '@atrium/contract/principal'
import { and, count, desc, eq, isNull, lt } from 'drizzle-orm'
import { z } from 'zod'
import { requirePlan } from '../accounts/plan.ts'
import { users } from '../accounts/tables.ts'
import { NAME } from '../accounts/user.ts'
import { COMMENT_KIND } from '../notifications/kinds.ts'
import type { Notifications } from '../notifications/notifications.ts'
import type { Database, Queryable } from '../platform/database/connect.ts'
import { type Route, route } from '../platform/http/route.ts'
import { uuid } from '../platform/ids.ts'
import { allows } from '../platform/policy.ts'
import { storable } from '../platform/runs/storable.ts'
import type { Log } from '../platform/telemetry.ts'
import type { Actions } from '../records/actions.ts'
import { reachCondition } from '../records/reach.ts'
import { columns, currentData, titleOf } from '../records/rows.ts'
import { records } from '../records/tables.ts'
import { toldOf } from './audience.ts'
import { recordComments } from './tables.ts'

interface Settings {
  db: Database
  actions: Pick<Actions, 'servers'>
  tell: Notifications['tell']
  /** Something of this module of an owner's has changed. */
  changed: (owner: string, module: string) => void
  log: Log
}

/** Comments of one record, and those that are answered at once. */
const MOST = 1_000
const PAGE = 50

const Place = z.object({ module: z.string().max(64), collection: z.string().max(64), id: z.string().max(64) })
const One = Place.extend({ comment: z.string().max(64) })
type Place = z.infer<typeof Place>

const PATH = '/api/m/:module/collections/:collection/:id/comments'
const common = { tag: 'modules', scoped: true, shared: true } as const

const gone = () => new AppError('not_found', 'That comment is not there any more.')
const noRecord = () => new AppError('not_found', 'That was not found. It may have been deleted.')

/** What those say about a record who may read it: the person, their team, and with whom it is shared. */
export function commentRoutes({ db, actions, tell, changed, log }: Settings): Route[] {
  const placeOf = ({ module: id, collection: name }: Place) => {
    const module = actions.servers.get(id)?.module
    const collection = module && Object.hasOwn(module.collections, name) ? module.collections[name] : undefined
    if (!module || !collection) throw new AppError('not_found', 'There is no such collection here.')
    return { module, collection }
  }

  /** That the record lives and is in the caller's reach. Answers what it is called. */
  async function recordOf(principal: Principal, place: Place): Promise<string> {
    const { module, collection } = placeOf(place)
    const [row] = await db
      .select(columns)
      .from(records)
      .where(
        and(
          eq(records.id, place.id),
          eq(records.scopeId, principal.owner),
          eq(records.module, place.module),
          eq(records.collection, place.collection),
          isNull(records.deletedAt),
          reachCondition(principal, module, place.collection),
        ),
      )
    if (!row) throw noRecord()
    return titleOf(collection, currentData(collection, row))
  }

  const ofRecord = ({ owner }: Principal, { module, id }: Place) =>
    and(eq(recordComments.recordId, id), eq(recordComments.module, module), eq(recordComments.scopeId, owner))

  const canWrite = (principal: Principal) => principal.userId !== null && allows(principal, 'action.write')
  /** The owner's house, the owner's rules: of a team, whoever leads it. */
  const canModerate = ({ share, team, owner, userId }: Principal) =>
    !share && (team ? team.role === 'owner' || team.role === 'admin' : owner === userId)

  const fields = { comment: recordComments, by: NAME }
  type Found = { comment: typeof recordComments.$inferSelect; by: string | null }
  const shown = ({ userId }: Principal, { comment, by }: Found): Comment => ({
    ...{ id: comment.id, text: comment.text, by: by ?? (comment.called || null) },
    isMine: userId !== null && comment.authorId === userId,
    at: comment.createdAt.toISOString(),
    editedAt: comment.editedAt?.toISOString() ?? null,
  })

  const find = (on: Queryable, principal: Principal, place: Place, id: string) =>
    on
      .select(fields)
      .from(recordComments)
      .leftJoin(users, eq(users.id, recordComments.authorId))
      .where(and(ofRecord(principal, place), eq(recordComments.id, id)))

  async function announce(principal: Principal, place: Place, title: string, text: string): Promise<void> {
    const { module } = placeOf(place)
    const { owner, userId: author } = principal
    if (author === null) return
    const [named] = await db.select({ by: NAME }).from(users).where(eq(users.id, author))
    const { collection, id: record } = place
    const told = await toldOf(db, { owner, module, collection, record, author, text })
    const body = [named?.by, title].filter(Boolean).join(': ')
    for (const { id, isOwner } of told)
      await tell(id, COMMENT_KIND, { body, link: isOwner ? (module.route ?? '/') : '/shared' })
  }

  return [
    route(
      {
        ...common,
        access: 'action.read',
        limit: 'read',
        method: 'GET',
        path: PATH,
        summary: 'What was said about a record: the last ones, and by `before` those before them',
        params: Place,
        query: z.object({ before: z.string().max(64).optional() }),
        answer: Comments,
      },
      async ({ principal, params, query: { before } }) => {
        await recordOf(principal, params)
        const all = ofRecord(principal, params)
        const found = await db
          .select(fields)
          .from(recordComments)
          .leftJoin(users, eq(users.id, recordComments.authorId))
          .where(and(all, before === undefined ? undefined : lt(recordComments.id, before)))
          .orderBy(desc(recordComments.id))
          .limit(PAGE + 1)
        const [counted] = await db.select({ n: count() }).from(recordComments).where(all)
        const page = found.slice(0, PAGE)
        return {
          comments: page.map((one) => shown(principal, one)).reverse(),
          before: found.length > PAGE ? (page.at(-1)?.comment.id ?? null) : null,
          total: counted?.n ?? 0,
          canWrite: canWrite(principal),
          canModerate: canModerate(principal),
        }
      },
    ),
    route(
      {
        ...common,
        access: 'action.write',
        limit: 'send',
        method: 'POST',
        path: PATH,
        summary: 'Say something about a record; whose it is, who spoke before and who is named by @username are told',
        params: Place,
        body: NewComment,
        answer: Comment,
        status: 201,
        refuses: ['conflict'],
      },
      async ({ principal, params, body: { text } }) => {
        const { module } = placeOf(params)
        await requirePlan(db, principal, { tier: module.tier }, module.title)
        const title = await recordOf(principal, params)
        const [counted] = await db.select({ n: count() }).from(recordComments).where(ofRecord(principal, params))
        if ((counted?.n ?? 0) >= MOST)
          throw new AppError(
            'conflict',
            `There are ${MOST.toLocaleString('en')} comments here already. Remove some first.`,
          )
        const { owner: scopeId, userId: authorId } = principal
        const [author] = await db
          .select({ by: NAME })
          .from(users)
          .where(eq(users.id, authorId ?? ''))
        const id = uuid()
        await db.transaction(async (tx) => {
          // What is removed for good meanwhile has no row to speak of.
          const its = and(eq(records.id, params.id), eq(records.module, params.module), eq(records.scopeId, scopeId))
          const there = await tx.select({ id: records.id }).from(records).where(its).for('key share')
          if (there.length === 0) throw noRecord()
          await tx.insert(recordComments).values({
            ...{ id, scopeId, module: params.module, recordId: params.id, authorId, text: storable(text) },
            called: author?.by ?? '',
          })
        })
        changed(scopeId, params.module)
        announce(principal, params, title, text).catch((err: unknown) =>
          log.warn({ err }, 'nobody was told of a comment'),
        )
        const [made] = await find(db, principal, params, id)
        if (!made) throw gone()
        return shown(principal, made)
      },
    ),
    route(
      {
        ...common,
        access: 'action.write',
        limit: 'write',
        method: 'PATCH',
        path: `${PATH}/:comment`,
        summary: 'Say it differently: one’s own comment only',
        params: One,
        body: NewComment,
        answer: Comment,
      },
      async ({ principal, params, body: { text } }) => {
        await recordOf(principal, params)
        const mine = and(
          ofRecord(principal, params),
          eq(recordComments.id, params.comment),
          eq(recordComments.authorId, principal.userId ?? ''),
        )
        const changedOnes = await db
          .update(recordComments)
          .set({ text: storable(text), editedAt: new Date() })
          .where(mine)
          .returning()
        const [made] = changedOnes.length > 0 ? await find(db, principal, params, params.comment) : []
        if (!made) throw gone()
        changed(principal.owner, params.module)
        return shown(principal, made)
      },
    ),
    route(
      {
        ...common,
        access: 'action.write',
        limit: 'write',
        method: 'DELETE',
        path: `${PATH}/:comment`,
        summary: 'Take a comment away: one’s own, and of one’s own records anybody’s',
        params: One,
        answer: Done,
      },
      async ({ principal, params }) => {
        await recordOf(principal, params)
        const theirs = canModerate(principal) ? undefined : eq(recordComments.authorId, principal.userId ?? '')
        const removed = await db
          .delete(recordComments)
          .where(and(ofRecord(principal, params), eq(recordComments.id, params.comment), theirs))
          .returning({ id: recordComments.id })
        if (removed.length === 0) throw gone()
        changed(principal.owner, params.module)
        return { ok: true }
      },
    ),
  ]
}

/** A guest who gets an account is the same person. */
export async function claimComments(tx: Queryable, from: string, to: string): Promise<void> {
  await tx.update(recordComments).set({ authorId: to }).where(eq(recordComments.authorId, from))
}
