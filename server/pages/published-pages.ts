import { AppError } from '@atrium/contract/errors'
import type { Module } from '@atrium/contract/module'
import type { NewPage, PageChange, PageKind, PublicPage } from '@atrium/contract/public-pages'
import { hashPassword } from 'better-auth/crypto'
import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { type Database, type Queryable, sqlState } from '../platform/database/connect.ts'
import { uuid } from '../platform/ids.ts'
import { records } from '../records/tables.ts'
import { showable } from './list-content.ts'
import { pageSlugs, pageVisits, publicPages } from './tables.ts'
import { pageLanguage } from './texts.ts'

/** Of one person or team. */
const MOST = 200
/** Days whose visits are told. */
const DAYS = 90

export type PageRow = typeof publicPages.$inferSelect
type Modules = ReadonlyMap<string, { module: Module }>

const missing = () => new AppError('not_found', 'That page was not found. It may be no longer public.')
const taken = () => new AppError('conflict', 'This address is taken. Choose another one.')

/** What a module declares of a page's kind; undefined where it has none by that name. */
export function kindOf(modules: Modules, { module, kind }: Pick<PageRow, 'module' | 'kind'>): PageKind | undefined {
  const pages = modules.get(module)?.module.pages ?? {}
  return Object.hasOwn(pages, kind) ? pages[kind] : undefined
}

/** Throws where what is asked of a page does not fit its kind. */
function check({ module }: { module: Module }, kind: PageKind, page: Pick<PageRow, 'allows' | 'fields' | 'expiresAt'>) {
  const unknown = page.allows.find((action) => !kind.allows?.includes(action))
  if (unknown !== undefined) throw new AppError('bad_request', 'A page of this kind does not let visitors do that.')
  const collection = kind.table === undefined ? undefined : module.collections[kind.table]
  const fields = collection ? showable(collection).map(({ name }) => name) : []
  if (page.fields?.some((name) => !fields.includes(name)))
    throw new AppError('bad_request', 'One of these fields cannot be shown on a page.')
  if (page.expiresAt && page.expiresAt <= new Date())
    throw new AppError('bad_request', 'That moment is over. Choose a later one.')
}

async function refuseUnknownSubject(
  db: Queryable,
  scope: string,
  page: Pick<PageRow, 'module' | 'subject'>,
  of: string,
) {
  const [row] = await db
    .select({ id: records.id })
    .from(records)
    .where(
      and(
        eq(records.id, page.subject),
        eq(records.scopeId, scope),
        eq(records.module, page.module),
        eq(records.collection, of),
        isNull(records.deletedAt),
      ),
    )
  if (!row) throw new AppError('not_found', 'That was not found. It may have been deleted.')
}

/** Takes an address for a page. It is the page's own already, or nobody's. */
async function takeSlug(tx: Queryable, slug: string, pageId: string): Promise<void> {
  await tx.insert(pageSlugs).values({ slug, pageId }).onConflictDoNothing()
  const [holder] = await tx.select({ id: pageSlugs.pageId }).from(pageSlugs).where(eq(pageSlugs.slug, slug))
  if (holder?.id !== pageId) throw taken()
}

const unlessTaken = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw sqlState(error) === '23505' ? taken() : error
  })

/** The pages of one owner as they are kept. */
export function publishedPages(db: Database, modules: Modules, baseUrl: string) {
  const mine = (scope: string) => eq(publicPages.scopeId, scope)

  async function list(scope: string, id?: string): Promise<PublicPage[]> {
    const rows = await db
      .select()
      .from(publicPages)
      .where(and(mine(scope), id === undefined ? undefined : eq(publicPages.id, id)))
      .orderBy(asc(publicPages.createdAt))
    const ids = sql`(select ${publicPages.id} from ${publicPages} where ${mine(scope)})`
    const slugs = await db.select().from(pageSlugs).where(sql`${pageSlugs.pageId} in ${ids}`).orderBy(pageSlugs.slug)
    const visits = await db
      .select()
      .from(pageVisits)
      .where(sql`${pageVisits.pageId} in ${ids}`)
      .orderBy(asc(pageVisits.day))
    return rows.map((row) => {
      const days = visits.filter(({ pageId }) => pageId === row.id)
      return {
        ...{ id: row.id, module: row.module, kind: row.kind, subject: row.subject, slug: row.slug },
        url: new URL(`/p/${row.slug}`, baseUrl).href,
        oldSlugs: slugs.flatMap(({ slug, pageId }) => (pageId === row.id && slug !== row.slug ? [slug] : [])),
        ...{ title: row.title, description: row.description, language: row.language, isListed: row.isListed },
        hasPassword: row.password !== null,
        expiresAt: row.expiresAt?.toISOString() ?? null,
        ...{ allows: row.allows, fields: row.fields },
        createdAt: row.createdAt.toISOString(),
        visits: {
          total: days.reduce((sum, day) => sum + day.visits, 0),
          days: days.slice(-DAYS).map(({ day, visits: count }) => ({ day, visits: count })),
        },
      }
    })
  }

  const shown = async (scope: string, id: string): Promise<PublicPage> => {
    const [page] = await list(scope, id)
    if (!page) throw missing()
    return page
  }

  return {
    list: (scope: string) => list(scope),

    async publish(scope: string, given: z.output<typeof NewPage>, timeZone: string): Promise<PublicPage> {
      const { password, expiresAt, ...page } = given
      const server = modules.get(page.module)
      const kind = kindOf(modules, page)
      if (!server || !kind || kind.byLink) throw new AppError('not_found', 'There is no such kind of page here.')
      const row: PageRow = {
        ...page,
        id: uuid(),
        scopeId: scope,
        subject: kind.of === undefined ? '' : page.subject,
        language: pageLanguage(page.language),
        timeZone,
        password: password === null ? null : await hashPassword(password),
        expiresAt: expiresAt === null ? null : new Date(expiresAt),
        createdAt: new Date(),
        updatedAt: new Date(),
      }
      check(server, kind, row)
      if (kind.of !== undefined) await refuseUnknownSubject(db, scope, row, kind.of)
      const [count] = await db.select({ n: sql<number>`count(*)::int` }).from(publicPages).where(mine(scope))
      if ((count?.n ?? 0) >= MOST) throw new AppError('conflict', `There are ${MOST} public pages already.`)
      await unlessTaken(
        db.transaction(async (tx) => {
          await tx.insert(publicPages).values(row)
          await takeSlug(tx, row.slug, row.id)
        }),
      )
      return shown(scope, row.id)
    },

    async change(scope: string, id: string, given: z.output<typeof PageChange>): Promise<PublicPage> {
      const { keepsOldAddress, password, expiresAt, language, ...page } = given
      const hash = password == null ? password : await hashPassword(password)
      await unlessTaken(
        db.transaction(async (tx) => {
          const [was] = await tx
            .select()
            .from(publicPages)
            .where(and(mine(scope), eq(publicPages.id, id)))
            .for('update')
          if (!was) throw missing()
          const next: PageRow = {
            ...was,
            ...(Object.fromEntries(
              Object.entries(page).filter(([, value]) => value !== undefined),
            ) as Partial<PageRow>),
            ...(hash !== undefined && { password: hash }),
            ...(expiresAt !== undefined && { expiresAt: expiresAt === null ? null : new Date(expiresAt) }),
            ...(language !== undefined && { language: pageLanguage(language) }),
            updatedAt: new Date(),
          }
          const server = modules.get(was.module)
          const kind = kindOf(modules, was)
          // What expired already may still be given another title.
          if (server && kind) check(server, kind, expiresAt === undefined ? { ...next, expiresAt: null } : next)
          if (next.slug !== was.slug) {
            await takeSlug(tx, next.slug, id)
            if (!keepsOldAddress)
              await tx.delete(pageSlugs).where(and(eq(pageSlugs.pageId, id), sql`${pageSlugs.slug} <> ${next.slug}`))
          }
          await tx.update(publicPages).set(next).where(eq(publicPages.id, id))
        }),
      )
      return shown(scope, id)
    },

    async unpublish(scope: string, id: string): Promise<void> {
      const gone = await db
        .delete(publicPages)
        .where(and(mine(scope), eq(publicPages.id, id)))
        .returning({ id: publicPages.id })
      if (gone.length === 0) throw missing()
    },
  }
}
