import { createReadStream } from 'node:fs'
import { ANY_FILE, answered, fileAnswers } from '@atrium/contract/described-call'
import { AppError } from '@atrium/contract/errors'
import { PageCopy } from '@atrium/contract/public-pages'
import { z } from 'zod'
import type { Files } from '../files/files.ts'
import { serveFile } from '../files/serve-file.ts'
import type { Database } from '../platform/database/connect.ts'
import { readBytes } from '../platform/http/body.ts'
import { type Call, type Route, route, SENT } from '../platform/http/route.ts'
import type { Actions } from '../records/actions.ts'
import { asBytes, type Body, piecesOf } from '../records/export-files.ts'
import { sendFile } from '../records/export-routes.ts'
import { refuseHidden } from '../records/hidden.ts'
import { createLinkAllowance } from '../records/link-allowance.ts'
import type { LinkVisit } from '../records/link-routes.ts'
import type { Challenges } from '../records/link-work.ts'
import { fieldIn } from '../records/module-texts.ts'
import { madeTooLarge, UPLOAD_MAX, type Uploads } from '../records/uploads.ts'
import { filesIn } from './blocks.ts'
import { CHALLENGE, readForm, TRAP } from './form.ts'
import { BY_LINK, type Opened, type Opening } from './opening.ts'
import { keptFile } from './page-files.ts'
import { passwordPage, wholePage } from './page-views.ts'
import type { createVisits } from './visits.ts'

export interface PublicSettings {
  db: Database
  actions: Actions
  files: Files
  opening: Opening
  challenges: Challenges
  visits: ReturnType<typeof createVisits>
  uploads: Pick<Uploads, 'receive'>
  visited: (owner: string, visit: LinkVisit) => void
}

/** bytes; what a stranger fills in is a form */
const FORM_LIMIT = 64 * 1024
const FORM = 'application/x-www-form-urlencoded'
const FORM_TEXT = z.record(z.string(), z.string())

/** Of a module's link: who has it is who it was given to. */
const Token = z.object({ token: z.string().max(200) })
const Slug = z.object({ slug: z.string().max(100) })
const After = z.string().max(2000).optional()
const PAGE_ANSWER = { 'text/html': z.string() }
const common = { tag: 'pages', access: 'public.read' } as const

async function formOf({ request, incoming }: Call): Promise<Record<string, string>> {
  if (!request.headers.get('content-type')?.startsWith(FORM))
    throw new AppError('unsupported_media_type', 'A form is sent here.')
  return Object.fromEntries(new URLSearchParams((await readBytes(incoming, FORM_LIMIT)).toString('utf8')))
}

const moved = (to: string, status: number) => new Response(null, { status, headers: { location: to } })

/** What people without an account open: pages, their files, their forms. No script of anybody's, no cookie but a password's. */
export function publicRoutes(settings: PublicSettings): Route[] {
  const { db, actions, files, opening, challenges, visits, visited } = settings
  const often = 'This page was used a lot. Please try again later.'
  const count = createLinkAllowance('page', often)
  const countFile = createLinkAllowance('page-file', often)

  /** Behind its password; files and copies answer as if there were no page. */
  const opened = async (slug: string, request: Request): Promise<Opened> => {
    const found = await opening.find(slug)
    if (!opening.isOpen(found, request)) throw new AppError('forbidden', 'This page asks for a password.')
    return found
  }
  const view = async (found: Opened, after: string | undefined, more: Parameters<typeof wholePage>[2]) =>
    wholePage(found, await opening.content(found, after), {
      ...more,
      after,
      challenge: () => challenges.give(found.page.id).challenge,
    })

  return [
    route(
      {
        ...common,
        method: 'GET',
        path: '/p/:slug',
        summary: 'A public page',
        limit: 'read',
        params: Slug,
        query: z.object({ after: After, sent: z.string().max(10).optional() }),
        answers: {
          ...answered('The page, or what asks for its password', PAGE_ANSWER),
          302: { description: 'It has another address now.' },
        },
      },
      async ({ params, query, request, ip, principal }) => {
        const found = opening.spoken(await opening.find(params.slug), request)
        const { page } = found
        if (page.slug !== params.slug) return moved(`/p/${page.slug}`, 302)
        if (!opening.isOpen(found, request)) return passwordPage(found, null)
        const answer = await view(found, query.after, { isSent: query.sent !== undefined })
        if (principal.owner !== page.scopeId) visits(page.id, { ip, request })
        return answer
      },
    ),
    route(
      {
        ...common,
        method: 'POST',
        path: '/p/:slug',
        summary: 'Open a public page by its password',
        limit: 'enter',
        params: Slug,
        rawBody: true,
        takes: [FORM],
        takesSchema: z.object({ password: z.string().max(1000) }),
        answers: { 303: { description: 'It is open.' } },
      },
      async (call) => {
        const found = opening.spoken(await opening.find(call.params.slug), call.request)
        const { password = '' } = FORM_TEXT.parse(await formOf(call))
        try {
          const cookie = await opening.unlock(found, password.slice(0, 1000), call.ip)
          call.headers.append('set-cookie', cookie)
          return moved(`/p/${found.page.slug}`, 303)
        } catch (error) {
          if (!(error instanceof AppError)) throw error
          return passwordPage(found, error)
        }
      },
    ),
    route(
      {
        ...common,
        method: 'GET',
        path: '/p/:slug/files/:id',
        summary: 'A file that a public page names',
        limit: 'read',
        params: Slug.extend({ id: z.string().max(64) }),
        query: z.object({ after: After }),
        answers: fileAnswers('The bytes', ANY_FILE),
      },
      async (call) => {
        const found = await opened(call.params.slug, call.request)
        const content = await opening.content(found, call.query.after)
        const isNamed = filesIn(content).some(({ id }) => id === call.params.id)
        const file = isNamed ? await keptFile(db, found.page, call.params.id) : null
        if (!file) throw new AppError('not_found', 'File not found')
        return serveFile(call, file, files.store.pathOf(file.sha256))
      },
    ),
    route(
      {
        ...common,
        method: 'POST',
        path: '/p/:slug/send/:action',
        summary: 'Fill in a form of a public page',
        limit: 'enter',
        params: Slug.extend({ action: z.string().max(64) }),
        rawBody: true,
        takes: [FORM],
        takesSchema: FORM_TEXT,
        answers: { 303: { description: 'It was taken.' } },
      },
      async (call) => {
        const { params, request } = call
        return send(opening.spoken(await opened(params.slug, request), request), call, params.action)
      },
    ),
    route(
      {
        ...common,
        method: 'GET',
        path: `/p/${BY_LINK}/:token`,
        summary: 'A page that somebody was given a link to',
        limit: 'read',
        params: Token,
        query: z.object({ sent: z.string().max(10).optional() }),
        answers: answered('The page', PAGE_ANSWER),
      },
      async ({ params, query, request }) => {
        const found = opening.spoken(await opening.findByLink(params.token), request)
        return view(found, undefined, { isSent: query.sent !== undefined })
      },
    ),
    route(
      {
        ...common,
        method: 'POST',
        path: `/p/${BY_LINK}/:token/send/:action`,
        summary: 'Fill in a form of a page that somebody was given a link to',
        limit: 'enter',
        params: Token.extend({ action: z.string().max(64) }),
        rawBody: true,
        takes: [FORM],
        takesSchema: FORM_TEXT,
        answers: { 303: { description: 'It was taken.' } },
      },
      async (call) => {
        const { params, request } = call
        return send(opening.spoken(await opening.findByLink(params.token), request), call, params.action)
      },
    ),
    route(
      {
        ...common,
        method: 'GET',
        path: '/p/:slug/download',
        summary: 'What a public page shows, as a file',
        limit: 'read',
        params: Slug,
        answers: answered('The file', ANY_FILE),
      },
      async (call) => {
        const found = await opened(call.params.slug, call.request)
        const { declared, write } = await copyOf(found)
        await countFile(found.page.id)
        const { name, made } = await write(async (name, bytes) => ({
          name,
          made: await files.store.receive(bytes, { bytes: UPLOAD_MAX, refusal: madeTooLarge }),
        }))
        // The database has been let go: whoever reads slowly, or not at all, keeps nobody from it.
        try {
          await sendFile(call, { name, mime: declared.mime, pieces: createReadStream(made.path) })
        } finally {
          await files.store.discard(made)
        }
        return SENT
      },
    ),
    route(
      {
        ...common,
        access: 'action.write',
        scoped: true,
        method: 'POST',
        path: '/p/:slug/copy',
        summary: 'What a public page shows, as a file that waits to be imported into one’s own workspace',
        limit: 'upload',
        params: Slug,
        bodyOptional: true,
        answer: PageCopy,
        status: 201,
        refuses: ['forbidden'],
      },
      async ({ params, request, principal }) => {
        const found = await opened(params.slug, request)
        const { page } = found
        const { copy, write } = await copyOf(found)
        const { id } = await write((name, bytes) => settings.uploads.receive(principal.owner, name, bytes))
        return { module: page.module, import: copy.import, upload: id, title: page.title }
      },
    ),
  ]

  /** What a form of the page holds is given to its action; the page again, with the refusal, where that has one. */
  async function send(found: Opened, call: Call, name: string): Promise<Response> {
    const { page, server, kind } = found
    const declared = Object.hasOwn(server.module.actions, name) ? server.module.actions[name] : undefined
    const isAllowed = page.allows.includes(name) && kind.allows?.includes(name)
    if (!declared || !isAllowed || declared.effect !== 'write')
      throw new AppError('forbidden', 'This page does not allow that.')
    const typed = FORM_TEXT.parse(await formOf(call))
    let input: Record<string, unknown> | null = null
    try {
      if (typed[TRAP]) throw new AppError('bad_request', 'This was sent by a program.')
      challenges.take(page.id, { challenge: typed[CHALLENGE] ?? '', nonce: '' })
      await count(page.id)
      const action = `${page.module}.${name}`
      input = readForm(declared, typed, page.timeZone, (field) => fieldIn(server.module, page.language, field))
      const { output } = await actions.call({
        principal: opening.principalOf(found),
        action,
        input,
        via: 'http',
        timeZone: page.timeZone,
        language: page.language,
        signal: call.request.signal,
      })
      if (!kind.byLink)
        visited(page.scopeId, { link: page.id, module: page.module, action, subject: page.title, output })
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error
      return view(found, undefined, { refused: { action: name, typed, input, error } })
    }
    return moved(`/p/${page.slug}?sent=1`, 303)
  }

  /** How what it shows becomes a file. Throws where it does not. */
  async function copyOf(found: Opened) {
    const { page, server, kind } = found
    const { copy } = kind
    const declared = copy && server.module.exports?.[copy.export]
    const loaded = await server.server()
    const exporter = copy && loaded.exports[copy.export]
    if (!copy || !declared || !exporter) throw new AppError('not_found', 'This page cannot be copied.')
    const options = loaded.pages[page.kind]?.export
    return {
      copy,
      declared,
      /** Its bytes without anything that is hidden, for `keep` to write down: they are read from the database. */
      write: <T>(keep: (name: string, bytes: AsyncIterable<Uint8Array>) => Promise<T>) =>
        opening.reading(found, async (context, frame) => {
          const chosen = (declared.options ?? z.object({})).parse(
            await options?.(opening.request(found, undefined), context as never),
          )
          const { name, body } = (await exporter(chosen as never, context as never)) as { name: string; body: Body }
          const action = `${page.module}.page`
          refuseHidden(name, frame.hidden, action)
          return keep(name, asBytes(piecesOf(body, frame, action)))
        }),
    }
  }
}
