import { brand } from '@atrium/contract/brand'
import { z } from 'zod'
import type { Route } from './route.ts'

type Json = Record<string, unknown>

/** A schema as OpenAPI 3.1 (JSON Schema 2020-12) holds it; what JSON cannot say becomes "anything". */
const jsonSchema = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json
  return rest
}

function parameters(route: Route): Json[] {
  const found: Json[] = []
  for (const [place, schema] of [
    ['path', route.params],
    ['query', route.query],
  ] as const) {
    if (!schema) continue
    const { properties = {}, required = [] } = jsonSchema(schema, 'input') as {
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
    const answer = route.answerType
      ? { [route.answerType]: { schema: { type: 'string' } } }
      : { 'application/json': { schema: route.answer ? jsonSchema(route.answer, 'output') : { type: 'object' } } }
    paths[path] ??= {}
    paths[path][route.method.toLowerCase()] = {
      summary: route.summary,
      tags: [route.tag],
      operationId: `${route.method.toLowerCase()}${route.path.replace(/[^a-zA-Z0-9]+(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
      parameters: parameters(route),
      ...(route.body
        ? {
            requestBody: {
              required: !route.bodyOptional,
              content: { 'application/json': { schema: jsonSchema(route.body, 'input') } },
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
        [String(route.status ?? 200)]: { description: 'Done', content: answer },
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
