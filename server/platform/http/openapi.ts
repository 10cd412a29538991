import { brand } from '@atrium/contract/brand'
import { type DescribedAnswer, Done } from '@atrium/contract/described-call'
import { SCOPE_HEADER } from '@atrium/contract/teams'
import { z } from 'zod'
import { errorSchema, isOpen, refusalComponents, refusalResponses } from './openapi-refusals.ts'
import { type Json, pointer, schemaAt } from './openapi-schema.ts'
import type { Route } from './route.ts'

const scope: Json = {
  name: SCOPE_HEADER,
  in: 'header',
  required: false,
  description: 'The scope to act in: `team:` with the id of a team. Without it, the caller’s own.',
  schema: { type: 'string', maxLength: 200, pattern: '^(?:team:[A-Za-z0-9_-]+)?$' },
}

function parameters(route: Route): Json[] {
  const found: Json[] = route.scoped ? [scope] : []
  for (const [place, schema] of [
    ['path', route.params],
    ['query', route.query],
    ['header', route.takesHeaders],
  ] as const) {
    if (!schema) continue
    const { properties = {}, required = [] } = schemaAt(schema, 'input', '#') as {
      properties?: Record<string, Json>
      required?: string[]
    }
    for (const [name, { contentMediaType, contentSchema, ...value }] of Object.entries(properties)) {
      const shape = contentSchema
        ? { content: { [String(contentMediaType)]: { schema: contentSchema } } }
        : { schema: value }
      found.push({ name, in: place, required: place === 'path' || required.includes(name), ...shape })
    }
  }
  return found
}

const bytes: Json = { type: 'string', contentMediaType: 'application/octet-stream' }

/** Whether no body, which is read as an object without fields, lacks fields that the schema wants. */
const refusesNothing = ({ required, anyOf }: Json): boolean =>
  (Array.isArray(required) && required.length > 0) || (Array.isArray(anyOf) && anyOf.every(refusesNothing))

/** The body that a call takes: JSON of its schema, or what the handler reads by itself. */
function requestBody(route: Route, path: string, method: string): Json {
  const place = (type: string) => pointer('paths', path, method, 'requestBody', 'content', type, 'schema')
  if (route.body) {
    const schema = schemaAt(route.bodyShown ?? route.body, 'input', place('application/json'))
    return {
      requestBody: {
        required: !route.bodyOptional || refusesNothing(schema),
        content: { 'application/json': { schema } },
      },
    }
  }
  const { takes = route.method === 'GET' || route.method === 'DELETE' ? [] : ['application/octet-stream'] } = route
  if (!route.rawBody || takes.length === 0) return {}
  const content = takes.map((type) => [
    type,
    { schema: route.takesSchema ? schemaAt(route.takesSchema, 'input', place(type)) : bytes },
  ])
  return { requestBody: { required: !route.bodyOptional, content: Object.fromEntries(content) } }
}

/** One answer as the document has it. */
function response({ description, content = {}, headers = {} }: DescribedAnswer, place: string): Json {
  const bodies = Object.entries(content).map(([type, schema]) => [
    type,
    { schema: schema ? schemaAt(schema, 'output', `${place}${pointer('content', type, 'schema').slice(1)}`) : bytes },
  ])
  const own = Object.entries(headers).map(([name, { description: what, schema: its, always = false }]) => [
    name,
    { description: what, required: always, schema: schemaAt(its, 'output', '#') },
  ])
  return {
    description,
    headers: { 'X-Request-Id': { $ref: '#/components/headers/RequestId' }, ...Object.fromEntries(own) },
    ...(bodies.length > 0 ? { content: Object.fromEntries(bodies) } : {}),
  }
}

/** What a call says of its answers, and the usual one where it says nothing of that. */
function answersOf(route: Route): Record<string, DescribedAnswer> {
  const usual: DescribedAnswer = {
    description: 'Done',
    content: { [route.answerType ?? 'application/json']: route.answer ?? (route.answerType ? z.string() : Done) },
  }
  const saysAll = route.answers && Object.keys(route.answers).some((status) => Number(status) < 400)
  return { ...(saysAll ? {} : { [route.status ?? 200]: usual }), ...route.answers }
}

function responses(route: Route, path: string, method: string): Record<string, Json> {
  const found = refusalResponses(route)
  for (const [status, answer] of Object.entries(answersOf(route))) {
    const made = response(answer, pointer('paths', path, method, 'responses', status))
    const { $ref } = (found[status] ?? {}) as { $ref?: string }
    const refusal = $ref && (refusalComponents[$ref.split('/').at(-1) as string] as Json)
    // A call with refusals of its own at a status that the door has too: either may come. HEAD's come without a body.
    if (route.onlyHead) found[status] = { ...made, content: undefined }
    else
      found[status] = refusal
        ? { ...made, content: { ...(refusal.content as Json), ...((made.content as Json | undefined) ?? {}) } }
        : made
  }
  return found
}

export const methodOf = (route: Route): string => (route.onlyHead ? 'head' : route.method.toLowerCase())

/** The OpenAPI 3.1 document of these calls. */
export function openApi(routes: readonly Route[], version: string): Json {
  const paths: Record<string, Json> = {}
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, '{$1}')
    const method = methodOf(route)
    paths[path] ??= {}
    paths[path][method] = {
      summary: route.summary,
      tags: [route.tag],
      operationId: `${method}${route.path.replace(/[^a-zA-Z0-9]+(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
      parameters: parameters(route),
      ...requestBody(route, path, method),
      responses: responses(route, path, method),
      security: [{ bearer: [] }, { cookie: [] }, ...(isOpen(route) ? [{}] : [])],
      'x-access': route.access,
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: brand.name,
      version,
      description:
        'Every call of this installation. Sign in with POST /api/login; the answer’s token works as a bearer token. Text holds no NUL character (U+0000): a body with one is refused. JSON is nested at most 64 levels deep.',
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: { Error: errorSchema },
      responses: refusalComponents,
      headers: {
        RequestId: {
          required: true,
          description: 'The reference of this answer in the server’s log.',
          schema: { type: 'string', format: 'uuid' },
        },
      },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        cookie: { type: 'apiKey', in: 'cookie', name: `${brand.prefix}.session_token` },
      },
    },
  }
}
