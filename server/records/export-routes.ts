import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { answered } from '@atrium/contract/described-call'
import { AppError } from '@atrium/contract/errors'
import type { Written } from '@atrium/contract/module-files'
import { z } from 'zod'
import { requirePlan } from '../accounts/plan.ts'
import { contentDisposition, safeName } from '../files/names.ts'
import type { Database } from '../platform/database/connect.ts'
import { type Call, type Route, route, SENT } from '../platform/http/route.ts'
import { languageOf } from '../platform/language.ts'
import type { Actions } from './actions.ts'
import { TIME_ZONE_HEADER } from './door.ts'
import { type ExportedFile, preparedExport, type Wanted } from './export-files.ts'
import type { InstalledModule } from './installed.ts'
import { inputSchema } from './published.ts'

/** What the answer with a file says of it. It is never a page of ours. */
export function fileHeaders({ outgoing, headers }: Call, { name, mime }: Pick<ExportedFile, 'name' | 'mime'>): void {
  outgoing.statusCode = 200
  outgoing.setHeaders(headers)
  outgoing.setHeader('content-type', /^text\/|json|xml/.test(mime) ? `${mime}; charset=utf-8` : mime)
  outgoing.setHeader('content-disposition', contentDisposition('attachment', safeName(name)))
  outgoing.setHeader('content-security-policy', "sandbox; default-src 'none'")
}

/** The pieces of a file, the first of which is asked for before any header is sent: a refusal is still an answer then. */
export async function sendFile(call: Call, file: ExportedFile): Promise<void> {
  const { outgoing } = call
  let isOpen = false
  try {
    for await (const piece of file.pieces) {
      if (!isOpen) fileHeaders(call, file)
      isOpen = true
      if (!(await write(outgoing, piece))) return
    }
    if (!isOpen) fileHeaders(call, file)
    outgoing.end()
  } catch (error) {
    if (!isOpen) throw error
    call.log.warn({ err: error, requestId: call.requestId }, 'an export broke off')
    outgoing.destroy() // the browser says that the download failed
  }
}

/** False when the reader went away. */
async function write(outgoing: ServerResponse, piece: Written): Promise<boolean> {
  if (outgoing.destroyed) return false
  if (outgoing.write(piece)) return true
  const other = new AbortController() // what does not come is not listened for any more
  await Promise.race(['drain', 'close'].map((event) => once(outgoing, event, other))).finally(() => other.abort())
  return !outgoing.destroyed
}

const optionsIn = (query: string | undefined): unknown => {
  if (query === undefined) return {}
  try {
    return JSON.parse(query)
  } catch (cause) {
    throw new AppError('bad_request', '“options” is JSON in the query of this address.', { cause })
  }
}

/** Made when the document is: it is written as JSON then. */
const shown = (options: z.ZodType) => ({ toJSON: () => inputSchema(options) }) as z.core.JSONSchema.BaseSchema

/** Options stand in the address as JSON; an export that cannot do without them says so. */
function optionsOf(options: z.ZodType = z.object({})) {
  const text = z
    .string()
    .max(10_000)
    .meta({ contentMediaType: 'application/json', contentSchema: shown(options) })
  return options.safeParse({}).success ? text.optional() : text
}

const asked = { zone: z.string().max(64).optional() }
const Named = z.object({ module: z.string().max(64), collection: z.string().max(64) })

/** Downloads: a module's own formats, and every collection as CSV or JSON. */
export function exportRoutes(db: Database, actions: Actions): Route[] {
  const perform = async (installed: InstalledModule, wanted: Wanted, call: Call<unknown, { zone?: string }>) => {
    const { module } = installed
    const { principal, query, request } = call
    const make = preparedExport(actions, installed, wanted)
    await requirePlan(db, principal, { tier: module.tier }, module.title)
    const timeZone = query.zone ?? request.headers.get(TIME_ZONE_HEADER) // a link cannot send a header
    const { signal } = request
    await make({ principal, timeZone, language: languageOf(request), signal, input: query }, (file) =>
      sendFile(call, file),
    )
    return SENT
  }

  const own = (server: InstalledModule) =>
    Object.entries(server.module.exports ?? {}).map(([name, declared]) =>
      route(
        {
          method: 'GET',
          path: `/api/m/${server.module.id}/exports/${name}`,
          summary: declared.summary,
          tag: server.module.title,
          access: 'action.read',
          limit: 'read',
          scoped: true,
          answers: answered('The file', { [declared.mime]: null }),
          query: z.object({ ...asked, options: optionsOf(declared.options) }),
        },
        (call) => perform(server, { name, options: optionsIn(call.query.options) }, call),
      ),
    )

  return [
    ...[...actions.servers.values()].flatMap(own),
    route(
      {
        method: 'GET',
        path: '/api/m/:module/collections/:collection/export',
        summary: 'All records of a collection as a file',
        tag: 'modules',
        access: 'action.read',
        limit: 'read',
        scoped: true,
        answers: answered('The records', { 'application/json': z.array(z.looseObject({})), 'text/csv': z.string() }),
        params: Named,
        query: z.object({ ...asked, format: z.enum(['csv', 'json']).default('json') }),
      },
      (call) => {
        const { module, collection } = call.params
        const server = actions.servers.get(module)
        if (!server) throw new AppError('not_found', 'There is no such collection here.')
        return perform(server, { collection, format: call.query.format }, call)
      },
    ),
  ]
}
