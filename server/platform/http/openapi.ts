import { brand } from '@atrium/contract/brand'
import { SCOPE_HEADER } from '@atrium/contract/teams'
import { z } from 'zod'
import type { Route } from './route.ts'

type Json = Record<string, unknown>

/** A place in the document, as a reference names it (RFC 6901). */
const pointer = (...steps: string[]): string =>
  ['#', ...steps.map((step) => step.replaceAll('~', '~0').replaceAll('/', '~1'))].join('/')

/** References within a schema count from the root of the document, however deep the schema lies in it. */
const relocated = (value: unknown, place: string): unknown => {
  if (Array.isArray(value)) return value.map((one) => relocated(one, place))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) =>
      key === '$ref' && typeof one === 'string' ? [key, one.replace(/^#/, () => place)] : [key, relocated(one, place)],
    ),
  )
}

/** A schema as OpenAPI 3.1 (JSON Schema 2020-12) holds it at this place; what JSON cannot say becomes "anything". */
const jsonSchema = (schema: z.ZodType, io: 'input' | 'output', place: string): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json
  return relocated(rest, place) as Json
}

const scope: Json = {
  name: SCOPE_HEADER,
  in: 'header',
  required: false,
  description: 'The scope to act in: `team:` with the id of a team. Without it, the caller’s own.',
  schema: { type: 'string' },
}

function parameters(route: Route): Json[] {
  const found: Json[] = route.scoped ? [scope] : []
  for (const [place, schema] of [
    ['path', route.params],
    ['query', route.query],
  ] as const) {
    if (!schema) continue
    const { properties = {}, required = [] } = jsonSchema(schema, 'input', '#') as {
      properties?: Record<string, Json>
      required?: string[]
    }
    for (const [name, value] of Object.entries(properties))
      found.push({ name, in: place, required: place === 'path' || required.includes(name), schema: value })
  }
  return found
}

const error: Json = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message'],
      properties: {
        code: { type: 'string' },
        message: { type: 'string', description: 'A sentence for the person.' },
        details: { type: 'object' },
        requestId: { type: 'string' },
      },
    },
  },
}

/** The OpenAPI 3.1 document of these calls. */
export function openApi(routes: readonly Route[], version: string): Json {
  const paths: Record<string, Json> = {}
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, '{$1}')
    const method = route.method.toLowerCase()
    const status = String(route.status ?? 200)
    const json = ['content', 'application/json', 'schema']
    const answered = pointer('paths', path, method, 'responses', status, ...json)
    const answer = route.answerType
      ? { [route.answerType]: { schema: { type: 'string' } } }
      : {
          'application/json': {
            schema: route.answer ? jsonSchema(route.answer, 'output', answered) : { type: 'object' },
          },
        }
    paths[path] ??= {}
    paths[path][method] = {
      summary: route.summary,
      tags: [route.tag],
      operationId: `${method}${route.path.replace(/[^a-zA-Z0-9]+(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
      parameters: parameters(route),
      ...(route.body
        ? {
            requestBody: {
              required: !route.bodyOptional,
              content: {
                'application/json': {
                  schema: jsonSchema(route.body, 'input', pointer('paths', path, method, 'requestBody', ...json)),
                },
              },
            },
          }
        : {}),
      ...(route.rawBody && !route.body
        ? {
            requestBody: {
              required: true,
              content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
            },
          }
        : {}),
      responses: {
        [status]: { description: 'Done', content: answer },
        default: {
          description: 'Refused, with a sentence for the person',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
        },
      },
      'x-access': route.access,
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: brand.name,
      version,
      description:
        'Every call of this installation. Sign in with POST /api/login; the answer’s token works as a bearer token.',
    },
    servers: [{ url: '/' }],
    security: [{ bearer: [] }, { cookie: [] }, {}],
    paths,
    components: {
      schemas: { Error: error },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        cookie: { type: 'apiKey', in: 'cookie', name: `${brand.prefix}.session_token` },
      },
    },
  }
}
