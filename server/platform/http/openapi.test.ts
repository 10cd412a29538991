import { INTEGER_MAX } from '@atrium/contract/integers'
import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { testApp } from '../../test-app.ts'
import { docsPage } from './docs-page.ts'
import { methodOf, openApi } from './openapi.ts'
import { route } from './route.ts'

type Json = Record<string, unknown>
interface Operation {
  operationId: string
  summary: string
  parameters: { name: string; in: string; required: boolean }[]
  requestBody?: { required: boolean; content: Json }
  responses: Record<string, { description: string; content: Json }>
  'x-access': string
}
interface Document {
  openapi: string
  paths: Record<string, Record<string, Operation>>
}

/** Amounts in cents and millionths lie in bigint columns, far from their end. */
const BIGINT = 1_000_000_000_000_000
/** characters of a text inside JSON; files and pictures are uploaded and go by their ids */
const TEXT = 1_000_000

/** Every schema-like object of a document with where it stands. */
function* places(value: unknown, at = '#'): Generator<[at: string, one: Json]> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield [at, value as Json]
  for (const [key, one] of Object.entries(value)) yield* places(one, `${at}/${key}`)
}

/** Every $ref of a document with where it stands. */
function* references(value: unknown, at = '#'): Generator<[at: string, ref: string]> {
  if (typeof value !== 'object' || value === null) return
  for (const [key, one] of Object.entries(value)) {
    if (key === '$ref' && typeof one === 'string') yield [at, one]
    else yield* references(one, `${at}/${key}`)
  }
}

/** What a reference points to in this document, as RFC 6901 walks; undefined when there is nothing. */
function resolved(document: unknown, ref: string): unknown {
  if (!/^#(\/|$)/.test(ref)) return undefined
  const steps = ref
    .split('/')
    .slice(1)
    .map((step) => decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~'))
  return steps.reduce<unknown>((at, step) => (at as Json | undefined)?.[step], document)
}

/** The value with every shared schema where it is named. */
function unshared(value: unknown, schemas: Json): unknown {
  if (Array.isArray(value)) return value.map((one) => unshared(one, schemas))
  if (typeof value !== 'object' || value === null) return value
  const { $ref } = value as { $ref?: string }
  const name = /^#\/components\/schemas\/(\w+)$/.exec($ref ?? '')?.[1]
  if (name !== undefined && name !== 'Error') return unshared(schemas[name], schemas)
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, unshared(one, schemas)]))
}

const dangling = (document: unknown) =>
  [...references(document)].filter(([, ref]) => ref === '#' || typeof resolved(document, ref) !== 'object')

describe('the OpenAPI document of the app', async () => {
  const app = await testApp()
  const sent = await app.visitor().call<Document & Json>('GET', '/api/openapi.json')
  const { schemas } = sent.components as { schemas: Json }
  const document = { ...sent, paths: unshared(sent.paths, schemas) } as Document & Json
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )

  test('has every mounted call and no other', () => {
    expect(document.openapi).toBe('3.1.0')
    const named = operations.map(({ path, method }) => `${method.toUpperCase()} ${path}`)
    const mounted = app.routes().map((one) => `${methodOf(one).toUpperCase()} ${one.path.replace(/:(\w+)/g, '{$1}')}`)
    expect(named.sort()).toEqual(mounted.sort())
  })

  test('describes each: a name of its own, its parameters, what it takes and what it answers', () => {
    const ids = operations.map(({ operation }) => operation.operationId)
    expect(new Set(ids).size).toBe(ids.length)
    for (const { path, method, operation } of operations) {
      const call = `${method} ${path}`
      expect(operation.summary, call).toMatch(/\S/)
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1])
      const described = operation.parameters.filter((one) => one.in === 'path' && one.required).map((one) => one.name)
      expect(described.sort(), call).toEqual(inPath.sort())
      const source = app.routes().find((one) => `${methodOf(one)} ${one.path.replace(/:(\w+)/g, '{$1}')}` === call)
      const answers = Object.entries(operation.responses).filter(([status]) => Number(status) < 400)
      expect(answers.length, call).toBeGreaterThan(0)
      for (const [status, { description, content }] of answers) {
        expect(description, call).toMatch(/\S/)
        const hasBody = !/^(204|30\d)$/.test(status) && !source?.onlyHead && !/tus$/.test(path)
        expect(Boolean(content), `${call} ${status}`).toBe(hasBody)
        for (const { schema } of Object.values(content ?? {}) as { schema: Json }[])
          expect(schema, call).not.toEqual({ type: 'object' })
      }
      const takesBody = source?.body || (source?.rawBody && (source.takes ?? [method]).length > 0)
      expect(Boolean(operation.requestBody), call).toBe(Boolean(takesBody))
      expect(operation['x-access'], call).toBe(source?.access)
    }
  })

  test('wants a body where fields are wanted, though an action may be called without one', () => {
    const wants = (path: string) => document.paths[path]?.post?.requestBody?.required
    expect([wants('/api/m/flash/bury'), wants('/api/m/tasks/add'), wants('/api/m/content-calendar/agenda')]).toEqual([
      true,
      true,
      false,
    ])
  })

  test('is OpenAPI 3.1: its meta-schema accepts it, and JSON Schema 2020-12 each of its schemas', async () => {
    const validator = new Validator()
    const { valid, errors } = await validator.validate(structuredClone(sent))
    expect(errors ?? []).toEqual([])
    expect(valid).toBe(true)
    const broken = structuredClone(document) as unknown as { paths: Record<string, Json> }
    broken.paths['/api/models'] = { get: { responses: { 200: {} } } } // an answer without a description
    expect((await validator.validate(broken as Json)).valid).toBe(false)
    const lists = [...places(sent)].filter(([, one]) => Array.isArray(one.items))
    expect(lists.map(([at]) => at)).toEqual([]) // a tuple is `prefixItems`
  })

  test('says how each call may be refused, and with what the door answers every call', () => {
    for (const { path, method, operation } of operations) {
      const call = `${method} ${path}`
      for (const status of ['401', '403', '429', '431', '500', '503'])
        expect(Boolean(operation.responses[status]), `${call} ${status}`).toBe(true)
      expect(operation.responses.default, call).toBeUndefined()
      if (operation.requestBody)
        expect(Object.keys(operation.responses), call).toEqual(expect.arrayContaining(['400', '413', '415']))
      // Any action may ask the person's model; nothing else does by this door.
      if (/^\/api\/m\/[\w-]+\/[A-Za-z]+$/.test(path) && method === 'post')
        expect(Object.keys(operation.responses), call).toContain('424')
    }
    const { responses } = (document as unknown as { components: { responses: Record<string, { content: Json }> } })
      .components
    expect(responses.NotFound?.content).toMatchObject({
      'application/json': { schema: { properties: { error: { properties: { code: { enum: ['not_found'] } } } } } },
    })
  })

  test('bounds what may be sent: numbers fit their columns, and no text of a JSON body is of the size of a file', () => {
    const loose: string[] = []
    for (const { path, method, operation } of operations)
      for (const [at, one] of places({
        parameters: operation.parameters,
        body: operation.requestBody?.content['application/json'],
      })) {
        const call = `${method} ${path} ${at}`
        const [least, most] = [one.minimum ?? one.exclusiveMinimum, one.maximum ?? one.exclusiveMaximum] as number[]
        if (one.type === 'integer' && !(Number(least) >= -BIGINT && Number(most) <= BIGINT))
          loose.push(`${call}: ${least} … ${most}`)
        const isNumbered = /\/(version|seq|offset|rank|limit|take)\b/.test(at) || /^#\/parameters/.test(at)
        if (one.type === 'integer' && isNumbered && Number(most) > INTEGER_MAX)
          loose.push(`${call}: ${most} is past an integer column`)
        if (one.type === 'string' && Number(one.maxLength ?? 0) > TEXT)
          loose.push(`${call}: ${one.maxLength} characters`)
      }
    expect(loose).toEqual([])
  })

  test('names the methods of a path to whoever calls it by another, and leaves unknown paths unknown', async () => {
    const send = app.visitor().send
    const wrong = await send('PUT', '/api/models')
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
    const { error } = (await wrong.json()) as { error: { code: string; message: string } }
    expect(error).toMatchObject({ code: 'method_not_allowed', message: 'This address takes GET, HEAD, not PUT.' })
    const concrete = await send('OPTIONS', '/api/threads/search') // and PATCH, DELETE of /api/threads/:id
    expect([concrete.status, concrete.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS'])
    expect((await send('PUT', '/api/no-such-call')).status).toBe(404)
  })

  test('has nothing in it that points nowhere', () => {
    expect([...references(sent)].length).toBeGreaterThan(0)
    expect(dangling(sent)).toEqual([])
  })

  test('says once what it says often, and means the same by it', () => {
    const whole = openApi(app.routes(), (sent.info as { version: string }).version)
    expect(document.paths).toEqual(JSON.parse(JSON.stringify(whole.paths)))
    expect(JSON.stringify(sent).length).toBeLessThan(JSON.stringify(whole).length * 0.8)
    for (const name of Object.keys(schemas)) expect(name).toMatch(/^[A-Za-z0-9]+$/)
  })

  test('can be had for one module, whole in itself', async () => {
    const part = await app.visitor().call<Document & Json>('GET', '/api/openapi.json?module=sync')
    const own = Object.keys(document.paths).filter((path) => path.startsWith('/api/m/sync/'))
    expect(Object.keys(part.paths).sort()).toEqual(own.sort())
    expect(own).toContain('/api/m/sync/tus')
    expect(dangling(part)).toEqual([])
    expect((await new Validator().validate(structuredClone(part))).errors ?? []).toEqual([])
    const unknown = await app.visitor().send('GET', '/api/openapi.json?module=nothing')
    expect([unknown.status, await unknown.json()]).toMatchObject([
      404,
      { error: { message: 'There is no module “nothing” here.' } },
    ])
    expect((await app.visitor().send('GET', '/api/openapi.json?module=../x')).status).toBe(400)
  })

  test('is a page to read at /api/docs, which names every path and runs no script', async () => {
    const answer = await app.visitor().send('GET', '/api/docs')
    const page = await answer.text()
    for (const { path, method, operation } of operations) {
      const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
      expect(page).toContain(
        `<b>${method.toUpperCase()}</b><code>${escaped(path)}</code> — ${escaped(operation.summary)}</summary>`,
      )
    }
    expect(page).not.toMatch(/<script|\son\w+=/)
    expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; style-src 'unsafe-inline'")
  })
})

describe('a schema', () => {
  interface Branch {
    name: string
    below: Branch[]
  }
  const Branch: z.ZodType<Branch> = z.object({
    name: z.string(),
    get below() {
      return z.array(Branch)
    },
  })
  const call = { method: 'POST', tag: 'trees', access: 'public.read', limit: 'read' } as const

  test('that contains itself is still found from where it is used', () => {
    const document = openApi(
      [
        route({ ...call, path: '/tree', summary: 'A tree', body: Branch, answer: Branch }, () => null),
        route({ ...call, path: '/trees', summary: 'Trees', body: z.object({ trees: z.array(Branch) }) }, () => null),
      ],
      '1.0.0',
    )
    expect([...references(document)].length).toBeGreaterThan(3)
    expect(dangling(document)).toEqual([])
    expect(docsPage(document)).toContain('/trees')
  })

  test('and a summary cannot become part of the page', () => {
    const wild = route(
      { ...call, path: '/x', summary: '<img src=x onerror=alert(1)>', query: z.object({ '<b>': z.string() }) },
      () => null,
    )
    expect(docsPage(openApi([wild], '1.0.0'))).not.toMatch(/<img|<b>"/)
  })
})
