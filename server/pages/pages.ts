import type { AppError } from '@atrium/contract/errors'
import { eq } from 'drizzle-orm'
import type { Files } from '../files/files.ts'
import type { KeyCipher } from '../models/key-cipher.ts'
import type { Database, Queryable } from '../platform/database/connect.ts'
import { acceptsHtml } from '../platform/http/accept.ts'
import { failure } from '../platform/http/failure.ts'
import type { Route } from '../platform/http/route.ts'
import { languageOf } from '../platform/language.ts'
import type { Log } from '../platform/telemetry.ts'
import type { Actions } from '../records/actions.ts'
import type { LinkVisit } from '../records/link-routes.ts'
import { createChallenges } from '../records/link-work.ts'
import type { Links } from '../records/links.ts'
import type { Uploads } from '../records/uploads.ts'
import { createOpening } from './opening.ts'
import { ownerRoutes } from './owner-routes.ts'
import { refusalPage } from './page-views.ts'
import { publicRoutes } from './public-routes.ts'
import { publicPages } from './tables.ts'
import { createVisits } from './visits.ts'

interface Settings {
  db: Database
  actions: Actions
  files: Files
  uploads: Pick<Uploads, 'receive'>
  links: Pick<Links, 'openPage'>
  cipher: KeyCipher
  baseUrl: string
  log: Log
  visited: (owner: string, visit: LinkVisit) => void
}

/** Public pages: their owners' calls, and what everybody opens (docs/decisions/035). */
export function createPages(settings: Settings): { routes: Route[]; open: Route[] } {
  const { db, actions, cipher, links, baseUrl, log } = settings
  const opening = createOpening({ db, actions, cipher, links, isSecure: baseUrl.startsWith('https:') })
  const challenges = createChallenges(cipher, Date.now, 0)
  return {
    routes: ownerRoutes(db, actions, baseUrl),
    open: publicRoutes({ ...settings, opening, challenges, visits: createVisits(db, log) }),
  }
}

/** A refusal below /p/ is a page for a browser, and what it is everywhere for a program. */
export async function refusePage(
  error: AppError,
  { request, headers, requestId }: { request: Request; headers: Headers; requestId: string },
): Promise<Response> {
  if (!acceptsHtml(request)) return failure(error, requestId, headers, languageOf(request))
  const answer = refusalPage(error, languageOf(request))
  for (const [name, value] of headers) if (!answer.headers.has(name)) answer.headers.set(name, value)
  return answer
}

/** What somebody made public goes with them. */
export async function forgetPages(tx: Queryable, owner: string): Promise<void> {
  await tx.delete(publicPages).where(eq(publicPages.scopeId, owner))
}
