import { prefixed } from '@atrium/contract/brand'
import { languageCodes } from '@atrium/contract/catalogue/language-codes'
import { ownLanguage } from '@atrium/contract/catalogue/language-of'
import { AppError } from '@atrium/contract/errors'
import type { Module } from '@atrium/contract/module'
import type { PageContent, PageRequest } from '@atrium/contract/page-content'
import type { PageKind } from '@atrium/contract/public-pages'
import { ownerOfTeam } from '@atrium/contract/teams'
import { verifyPassword } from 'better-auth/crypto'
import { and, eq, isNotNull, notExists, or, sql } from 'drizzle-orm'
import { createThrottle } from '../accounts/sign-in-throttle.ts'
import { users } from '../accounts/tables.ts'
import type { KeyCipher } from '../models/key-cipher.ts'
import type { Database } from '../platform/database/connect.ts'
import { languageOf } from '../platform/language.ts'
import type { Actions } from '../records/actions.ts'
import { behindLink } from '../records/behind-link.ts'
import type { InstalledModule } from '../records/installed.ts'
import type { Links } from '../records/links.ts'
import { fieldIn, inLanguage } from '../records/module-texts.ts'
import type { Frame } from '../records/performing.ts'
import { teams } from '../teams/tables.ts'
import { listContent } from './list-content.ts'
import { kindOf, type PageRow } from './published-pages.ts'
import { pageSlugs, publicPages } from './tables.ts'
import { textsIn } from './texts.ts'

/** ms for what a page reads */
const LIMIT_MS = 30_000
/** ms for which a password that was right is not asked for again */
const OPEN_FOR = 24 * 3_600_000

const COOKIE = prefixed('page')
const gone = () => new AppError('not_found', 'This page does not exist, or is no longer public.')

/** A page that is public now, and what its module declares of it. */
export interface Opened {
  page: PageRow
  server: InstalledModule
  kind: PageKind
}

/** What is read of a page: as its owner's, and nothing can be written. */
type Reading<T> = (context: ReturnType<Actions['context']>, frame: Frame) => Promise<T>

const cookieIn = (request: Request) =>
  new RegExp(`(?:^|;\\s*)${COOKIE}=([^;]+)`).exec(request.headers.get('cookie') ?? '')?.[1]

interface Settings {
  db: Database
  actions: Actions
  cipher: KeyCipher
  links: Pick<Links, 'openPage'>
  isSecure: boolean
}

/** Pages that a link opens stand below this: no page that somebody gave an address has one so short. */
export const BY_LINK = 'l'

export function createOpening({ db, actions, cipher, links, isSecure }: Settings) {
  const throttle = createThrottle(db, 'page', false)
  /** Who is on their way out, or locked out, has nothing public; neither has a team that was closed. */
  const goneOwner = db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, publicPages.scopeId), or(users.banned, isNotNull(users.deletionAt))))
  const closedTeam = db
    .select({ id: teams.id })
    .from(teams)
    .where(and(eq(publicPages.scopeId, sql`${ownerOfTeam('')}::text || ${teams.id}`), isNotNull(teams.deletionAt)))

  const sealedFor = ({ id, password }: PageRow) => `page ${id} ${password}`

  return {
    /** Throws `not_found`: unknown, taken back, over, of somebody who has gone, all the same. */
    async find(slug: string): Promise<Opened> {
      const [found] = await db
        .select({ page: publicPages })
        .from(pageSlugs)
        .innerJoin(publicPages, eq(publicPages.id, pageSlugs.pageId))
        .where(and(eq(pageSlugs.slug, slug.toLowerCase()), notExists(goneOwner), notExists(closedTeam)))
      const page = found?.page
      const server = page && actions.servers.get(page.module)
      const kind = page && kindOf(actions.servers, page)
      if (!page || !server || !kind || (page.expiresAt && page.expiresAt <= new Date())) throw gone()
      return { page, server, kind }
    },

    /** The page that a module's link opens: there is one where the link's subject begins with the name of such a kind. Throws `not_found`. */
    async findByLink(token: string): Promise<Opened> {
      const { link, module, scope } = await links.openPage(token)
      const [kindName = ''] = link.subject.split(':', 1)
      const server = actions.servers.get(module)
      const kind = kindOf(actions.servers, { module, kind: kindName })
      if (!server || !kind?.byLink) throw gone()
      const page: PageRow = {
        ...{ id: link.id, scopeId: scope, module, kind: kindName, subject: link.subject, slug: `${BY_LINK}/${token}` },
        ...{ title: '', description: '', language: 'en', timeZone: 'UTC', isListed: false, password: null },
        ...{ expiresAt: null, allows: [...link.allows], fields: null, createdAt: new Date(), updatedAt: new Date() },
      }
      return { page, server, kind }
    },

    /**
     * The page as it speaks to this visitor: in the first of the languages that their browser asks for, where it is one of ours; its
     * owner's words stay theirs.
     */
    spoken(opened: Opened, request: Request): Opened {
      const asked = request.headers.get('accept-language') ?? ''
      const language = ownLanguage(languageOf(request))
      const isOurs = /^[a-z]/i.test(asked.trim()) && (languageCodes as readonly string[]).includes(language)
      return isOurs ? { ...opened, page: { ...opened.page, language } } : opened
    },

    isOpen({ page }: Opened, request: Request): boolean {
      if (page.password === null) return true
      const sealed = cookieIn(request)
      const until = sealed === undefined ? null : cipher.open(sealed, sealedFor(page))
      return Number(until ?? 0) > Date.now()
    },

    /** The cookie of whoever knows the password, for this page alone. Throws `forbidden`, `rate_limited` after ten wrong ones. */
    async unlock({ page }: Opened, password: string, ip: string): Promise<string> {
      const attempt = { subject: page.id, ip }
      await throttle.attempt(attempt)
      if (page.password === null || !(await verifyPassword({ hash: page.password, password })))
        throw new AppError('forbidden', 'That is not the password of this page.')
      await throttle.succeeded(attempt)
      const value = cipher.seal(String(Date.now() + OPEN_FOR), sealedFor(page))
      return `${COOKIE}=${value}; Path=/p/${page.slug}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
    },

    principalOf: ({ page }: Opened) => behindLink(page, page.scopeId, page.module),

    async reading<T>(opened: Opened, work: Reading<T>): Promise<T> {
      const { page, server } = opened
      const doing = { name: `${page.module}.page`, effect: 'read' } as const
      const { output } = await actions.perform(
        {
          principal: behindLink(page, page.scopeId, page.module),
          action: doing.name,
          input: { page: page.id },
          via: 'http',
          timeZone: page.timeZone,
          language: page.language,
          limit: LIMIT_MS,
        },
        (frame) => work(actions.context(server, doing, frame), frame),
      )
      return output
    },

    request: ({ page: { subject, fields, language } }: Opened, after: string | undefined): PageRequest => ({
      subject,
      after,
      fields,
      language,
    }),

    /** What stands on it now. Throws `not_found` when the record is gone. */
    async content(opened: Opened, after: string | undefined): Promise<PageContent> {
      const { page, server, kind } = opened
      const asked = this.request(opened, after)
      const part = kind.table === undefined ? (await server.server()).pages[page.kind] : undefined
      return this.reading(opened, async (context) => {
        const { table } = kind
        if (table === undefined) return part?.content(asked, context as never) ?? { blocks: [] }
        const collection = (server.module as Module).collections[table]
        const store = context.store[table]
        if (!collection || !store) throw gone()
        const { language, timeZone } = page
        const content = await listContent(store as never, collection, asked, {
          language,
          timeZone,
          say: textsIn(language),
          called: (field) => fieldIn(server.module, language, field),
        })
        const { actions: declared } = inLanguage(server.module, language)
        const forms = page.allows.map((action) => {
          const title = declared[action]?.summary ?? action
          return { kind: 'form' as const, action, title }
        })
        return after === undefined ? { ...content, blocks: [...content.blocks, ...forms] } : content
      })
    },
  }
}
export type Opening = ReturnType<typeof createOpening>
