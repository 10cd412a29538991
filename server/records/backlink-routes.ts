import { AppError } from '@atrium/contract/errors'
import type { Principal } from '@atrium/contract/principal'
import { Backlinks } from '@atrium/contract/record-history'
import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { requirePlan } from '../accounts/plan.ts'
import type { Database } from '../platform/database/connect.ts'
import { type Route, route } from '../platform/http/route.ts'
import { languageOf } from '../platform/language.ts'
import type { Actions } from './actions.ts'
import { inLanguage } from './module-texts.ts'
import { countNaming, firstNaming, type Reference, type References } from './references.ts'
import { currentData, titleOf } from './rows.ts'
import { records } from './tables.ts'

/** Rows of each collection that are named; the count tells of all. */
const SHOWN = 5

const One = z.object({ module: z.string().max(64), collection: z.string().max(64), id: z.string().max(64) })

/** What names a record, of whatever module: as far as the caller may see it. */
export function backlinkRoutes(db: Database, actions: Actions, references: References): Route[] {
  /** Whether the module is in the caller's plan: what they could not open is not told of either. */
  async function mayOpen(principal: Principal, module: string): Promise<boolean> {
    const server = actions.servers.get(module)
    if (!server) return false
    try {
      await requirePlan(db, principal, { tier: server.module.tier }, server.module.title)
      return true
    } catch (error) {
      if (error instanceof AppError) return false
      throw error
    }
  }

  async function linksOf(owner: string, reference: Reference, id: string, language: string) {
    const count = await countNaming(db, owner, reference, [id], [])
    const rows = count === 0 ? [] : await firstNaming(db, owner, reference, [id], SHOWN)
    const { module, name, field, collection } = reference
    const installed = actions.servers.get(module)
    return {
      ...{ module, collection: name, field, count },
      moduleTitle: installed ? inLanguage(installed.module, language).title : module,
      rows: rows.map((row) => ({ id: row.id, title: titleOf(collection, currentData(collection, row)) })),
    }
  }

  return [
    route(
      {
        tag: 'modules',
        access: 'action.read',
        limit: 'read',
        scoped: true,
        method: 'GET',
        path: '/api/records/:module/:collection/:id/backlinks',
        summary: 'What names a record: how many of each collection, and the first of them',
        params: One,
        answer: Backlinks,
      },
      async ({ principal, params: { module, collection: name, id }, request }) => {
        if (!references.collectionOf({ module, name }))
          throw new AppError('not_found', 'There is no such collection here.')
        const { owner } = principal
        const [row] = await db
          .select({ id: records.id })
          .from(records)
          .where(
            and(
              eq(records.scopeId, owner),
              eq(records.module, module),
              eq(records.collection, name),
              eq(records.id, id),
            ),
          )
        if (!row) throw new AppError('not_found', 'That was not found. It may have been deleted for good.')
        const backlinks = []
        for (const reference of references.to({ module, name })) {
          if (!(await mayOpen(principal, reference.module))) continue
          const links = await linksOf(owner, reference, id, languageOf(request))
          if (links.count > 0) backlinks.push(links)
        }
        return { backlinks }
      },
    ),
  ]
}
