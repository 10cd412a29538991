import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { testApp } from '../../test-app.ts'
import { docsPage } from './docs-page.ts'
import { openApi } from './openapi.ts'
import { route } from './route.ts'

type Json = Record<string, unknown>
interface Operation {
  operationId: string
  summary: string
  parameters: { name: string; in: string; required: boolean }[]
  requestBody?: { content: Json }
  responses: Record<string, { description: string; content: Json }>
  'x-access': string
}
interface Document {
  openapi: string
  paths: Record<string, Record<string, Operation>>
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

const dangling = (document: unknown) =>
  [...references(document)].filter(([, ref]) => ref === '#' || typeof resolved(document, ref) !== 'object')

describe('the OpenAPI document of the app', async () => {
  const app = await testApp()
  const document = await app.visitor().call<Document & Json>('GET', '/api/openapi.json')
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )

  test('has every mounted call and no other', () => {
    expect(document.openapi).toBe('3.1.0')
    const named = operations.map(({ path, method }) => `${method.toUpperCase()} ${path}`)
    const mounted = app.routes().map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`)
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
      const { default: refused, ...answers } = operation.responses
      expect(Object.keys(answers), call).toHaveLength(1)
      expect(refused?.content['application/json'], call).toEqual({ schema: { $ref: '#/components/schemas/Error' } })
      const source = app
        .routes()
        .find((one) => `${one.method.toLowerCase()} ${one.path.replace(/:(\w+)/g, '{$1}')}` === call)
      expect(Boolean(operation.requestBody), call).toBe(Boolean(source?.body || source?.rawBody))
      expect(operation['x-access'], call).toBe(source?.access)
    }
  })

  test('has nothing in it that points nowhere', () => {
    expect([...references(document)].length).toBeGreaterThan(0)
    expect(dangling(document)).toEqual([])
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
