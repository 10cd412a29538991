import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { answered } from '@atrium/contract/described-call'
import { AppError } from '@atrium/contract/errors'
import { factsOf, holdsFiles } from '@atrium/contract/field-facts'
import type { HeldFile } from '@atrium/contract/files'
import type { ActionContext, Collection, Module, Row, Store } from '@atrium/contract/module'
import type { Written } from '@atrium/contract/module-files'
import { inTurns } from '@atrium/contract/pauses'
import type { Person } from '@atrium/contract/people'
import { recordLine } from '@atrium/domain/tables/writing'
import { z } from 'zod'
import { requirePlan } from '../accounts/plan.ts'
import { contentDisposition, safeName } from '../files/names.ts'
import type { Database } from '../platform/database/connect.ts'
import { parse } from '../platform/http/body.ts'
import { type Call, type Route, route, SENT } from '../platform/http/route.ts'
import { languageOf } from '../platform/language.ts'
import type { Actions } from './actions.ts'
import { TIME_ZONE_HEADER } from './door.ts'
import { refuseHidden, withoutHidden } from './hidden.ts'
import type { InstalledModule } from './installed.ts'
import type { Frame } from './performing.ts'
import { inputSchema } from './published.ts'
import type { Data } from './rows.ts'
import { exportedRow } from './table/export-values.ts'

type Body = Written | Iterable<Written> | AsyncIterable<Written>

interface Exported {
  name: string
  body: Body
}

const LIMIT_MS = 15 * 60_000
const PAGE = 1000

/** Pieces of an export that are written between two turns of the loop. */
const AT_ONCE = 100

/** The pieces of a file, the first of which is asked for before any header is sent: a refusal is still an answer then. */
export async function sendExport(
  call: Call,
  name: string,
  mime: string,
  body: Body,
  { hidden }: Frame,
  action: string,
): Promise<void> {
  const { outgoing } = call
  const pieces = typeof body === 'string' || body instanceof Uint8Array ? [body] : body
  refuseHidden(name, hidden, action)
  const open = () => {
    outgoing.statusCode = 200
    outgoing.setHeaders(call.headers)
    outgoing.setHeader('content-type', /^text\/|json|xml/.test(mime) ? `${mime}; charset=utf-8` : mime)
    outgoing.setHeader('content-disposition', contentDisposition('attachment', safeName(name)))
    outgoing.setHeader('content-security-policy', "sandbox; default-src 'none'")
  }
  let isOpen = false
  try {
    // What is made as fast as it is taken would never wait: others have their turn, however long an export is.
    for await (const piece of inTurns(withoutHidden(pieces, hidden, action), AT_ONCE)) {
      if (!isOpen) open()
      isOpen = true
      if (!(await write(outgoing, piece))) return
    }
    if (!isOpen) open()
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
  await Promise.race([once(outgoing, 'drain'), once(outgoing, 'close')])
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

/** All rows, a page at a time, so that their number costs no memory. */
async function* pagesOf(store: Store<Data>): AsyncIterable<Row<Data>[]> {
  for (let after: string | undefined; ; ) {
    const { rows, next } = await store.page({ order: 'createdAt', limit: PAGE, after })
    if (rows.length > 0) yield rows
    if (next === null) return
    after = next
  }
}

const cell = (value: unknown): string =>
  value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value)

/** How a list stands in one cell, where its field says what it is. */
function listsOf({ schema: { shape } }: Collection): ReadonlyMap<string, (values: readonly never[]) => string> {
  const lists = Object.keys(shape).flatMap((name): [string, (values: readonly never[]) => string][] => {
    const facts = factsOf(shape[name] as z.ZodType)
    if (facts?.kind === 'tags') return [[name, (tags: readonly string[]) => tags.join(', ')]]
    return facts && holdsFiles(facts)
      ? [[name, (files: readonly HeldFile[]) => files.map((one) => one.name).join(', ')]]
      : []
  })
  return new Map(lists)
}

async function* asCsv(store: Store<Data>, collection: Collection, people: readonly Person[]): AsyncIterable<string> {
  const { shape } = collection.schema
  const fields = ['id', ...Object.keys(shape), 'createdAt', 'updatedAt']
  const lists = listsOf(collection)
  const written = exportedRow(collection, people)
  const cellOf = (field: string, value: unknown) => {
    const listed = Array.isArray(value) ? lists.get(field) : undefined
    return listed ? listed(value as never[]) : cell(value)
  }
  // The mark lets Excel know that it is UTF-8.
  yield `\uFEFF${recordLine(fields)}`
  // What a spreadsheet would take for a formula is guarded.
  for await (const page of pagesOf(store))
    yield page
      .map(written)
      .map((row) =>
        recordLine(
          fields.map((field) => cellOf(field, row[field])),
          { isGuarded: true },
        ),
      )
      .join('')
}

async function* asJson(store: Store<Data>, collection: Collection, people: readonly Person[]): AsyncIterable<string> {
  const written = exportedRow(collection, people)
  let before = '[\n'
  for await (const page of pagesOf(store)) {
    yield before + page.map((row) => JSON.stringify(written(row))).join(',\n')
    before = ',\n'
  }
  yield before === '[\n' ? '[]\n' : '\n]\n'
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
  const perform = async (
    server: InstalledModule,
    name: string,
    call: Call<unknown, { zone?: string }>,
    work: (context: ActionContext<Module>, frame: Frame) => Promise<void>,
  ) => {
    const { module } = server
    const doing = { name: `${module.id}.export.${name}`, effect: 'read' } as const
    const { principal, query, request } = call
    await requirePlan(db, principal, { tier: module.tier }, module.title)
    const timeZone = query.zone ?? request.headers.get(TIME_ZONE_HEADER) // a link cannot send a header
    await actions.perform(
      {
        principal,
        action: doing.name,
        input: query,
        via: 'http',
        timeZone,
        language: languageOf(request),
        signal: request.signal,
        limit: LIMIT_MS,
      },
      (frame) => work(actions.context(server, doing, frame), frame),
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
        (call) => {
          const options = parse(declared.options ?? z.object({}), optionsIn(call.query.options))
          return perform(server, name, call, async (context, frame) => {
            const make = (await server.server()).exports[name]
            if (!make) throw new AppError('not_found', `${server.module.title} has no export “${name}”.`)
            const file = (await make(options as never, context as never)) as Exported
            await sendExport(call, file.name, declared.mime, file.body, frame, `${server.module.id}.export.${name}`)
          })
        },
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
        const { module, collection: name } = call.params
        const server = actions.servers.get(module)
        const collections = server?.module.collections ?? {}
        const collection = Object.hasOwn(collections, name) ? collections[name] : undefined
        if (!server || !collection) throw new AppError('not_found', 'There is no such collection here.')
        return perform(server, name, call, async (context, frame) => {
          const store = (context.store as Readonly<Record<string, Store<Data>>>)[name] as Store<Data>
          const isCsv = call.query.format === 'csv'
          const mime = isCsv ? 'text/csv' : 'application/json'
          await sendExport(
            call,
            `${module}-${name}.${call.query.format}`,
            mime,
            (isCsv ? asCsv : asJson)(store, collection, await context.people()),
            frame,
            `${module}.export`,
          )
        })
      },
    ),
  ]
}
