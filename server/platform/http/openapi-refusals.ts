import { type ErrorCode, errorStatus } from '@atrium/contract/errors'
import { allows } from '../policy.ts'
import type { Json } from './openapi-schema.ts'
import type { Route } from './route.ts'

const SENTENCES: Record<number, string> = {
  400: 'What was sent is not as described, or a rule that no schema can say refuses it; the message names the field.',
  401: 'Nobody is signed in, or the session has ended.',
  402: 'The plan does not hold this.',
  403: 'Not yours to do: by your role, by the key’s scopes, or because the call came from another site.',
  404: 'There is no such thing, or it is somebody else’s.',
  405: 'The path is known, the method is not; `Allow` names those that are.',
  409: 'It has changed meanwhile, or its state does not allow this.',
  410: 'It was here and is gone.',
  413: 'The body is larger than this call takes.',
  415: 'The body is of a type that this call does not take.',
  421: 'The Host header names another server.',
  422: 'It was understood and cannot be done.',
  424: 'It needs a model: none is connected, or it cannot be reached.',
  429: 'Too many calls; `Retry-After` says in how many seconds to come back.',
  500: 'A failure of the server; the message has the reference under which it was logged.',
  502: 'A service that this call needs has failed.',
  503: 'The database does not answer or the server is stopping; `Retry-After` says when to come back.',
  504: 'A service that this call needs did not answer in time.',
}

const requestId: Json = { $ref: '#/components/headers/RequestId' }
const waits: Json = {
  required: true,
  description: 'Seconds to wait.',
  schema: { type: 'integer', minimum: 1 },
}
/** Node itself answers these before any call is known: without a body of ours. */
export const NODES: Readonly<Record<string, Json>> = {
  408: { description: 'The request did not arrive in time; the connection is closed.' },
  431: { description: 'The headers are larger than 16 KB; the connection is closed.' },
}

const codesOf = (status: number) =>
  Object.entries(errorStatus).flatMap(([code, its]) => (its === status ? [code] : [])) as ErrorCode[]
const statuses = [...new Set<number>(Object.values(errorStatus))]
/** The name under which a refusal stands in the document's components. */
const nameOf = (status: number) =>
  (codesOf(status)[0] as string).replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())

const errorOf = (code: Json): Json => ({
  type: 'object',
  required: ['error'],
  additionalProperties: false,
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message'],
      additionalProperties: false,
      properties: {
        code,
        message: { type: 'string', minLength: 1, description: 'A sentence for the person.' },
        details: {
          type: 'object',
          description: 'Facts beside the sentence: the field, the plan, the seconds to wait.',
        },
        requestId: { type: 'string' },
      },
    },
  },
})

/** Every refusal of the server by its name, for the components of the document. */
export const refusalComponents: Json = Object.fromEntries(
  statuses.map((status) => [
    nameOf(status),
    {
      description: SENTENCES[status] ?? 'Refused, with a sentence for the person.',
      headers: {
        'X-Request-Id': requestId,
        ...(status === 429 || status === 503 ? { 'Retry-After': waits } : {}),
      },
      content: { 'application/json': { schema: errorOf({ enum: codesOf(status) }) } },
    },
  ]),
)
/** The shape that all of them share. */
export const errorSchema: Json = errorOf({ enum: Object.keys(errorStatus) })

const anybody = { kind: 'anonymous', owner: 'anon:', userId: null, sessionId: null } as const
/** May a visitor without a session call this? */
export const isOpen = (route: Route): boolean => allows(anybody, route.access)

/** Plans are asked for by what uses a module, a persona, a seat or room for files. */
const ASKS_PLAN = /^(action|chat|thread|file|data|seat|space|workforce|team|order|run)\./

/** What works on kept bytes, for so long as a call may take, and may ask the person’s model. */
const WORKS = /^action\./
/** What asks models, mail servers, sign-in providers and shops of others. */
const ASKS_OTHERS = /^(action|chat|thread|run|seat|session|account|provider-key|order)\./

/** What this call can be refused with: by the door, by its schemas, and by what it does. */
export function refusalsOf(route: Route): ErrorCode[] {
  const takesBody = Boolean(route.body || route.rawBody)
  const asks = takesBody || route.params || route.query || route.scoped
  const codes: (ErrorCode | false | undefined)[] = [
    'forbidden',
    'misdirected' in errorStatus && ('misdirected' as ErrorCode),
    'rate_limited',
    'internal',
    'unavailable',
    'unauthenticated',
    Boolean(asks) && 'bad_request',
    Boolean(route.params || route.scoped || route.query || takesBody) && 'not_found',
    takesBody && 'too_large',
    takesBody && 'unsupported_media_type',
    route.method !== 'GET' && 'conflict',
    route.method !== 'GET' && 'unprocessable',
    ASKS_PLAN.test(route.access) && 'tier_required',
    WORKS.test(route.access) && 'gone',
    WORKS.test(route.access) && 'timeout',
    WORKS.test(route.access) && 'no_model',
    ASKS_OTHERS.test(route.access) && 'provider_failed',
    ...(route.refuses ?? []),
  ]
  return [...new Set(codes.filter((code) => typeof code === 'string'))]
}

/** The refusals of a call by status, as references to the components. */
export function refusalResponses(route: Route): Record<string, Json> {
  const found = new Set<number>(refusalsOf(route).map((code) => errorStatus[code]))
  return {
    ...Object.fromEntries(
      [...found].sort((a, b) => a - b).map((status) => [status, { $ref: `#/components/responses/${nameOf(status)}` }]),
    ),
    ...NODES,
  }
}
