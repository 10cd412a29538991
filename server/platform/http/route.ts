import type { IncomingMessage, ServerResponse } from 'node:http'
import type { DescribedCall } from '@atrium/contract/described-call'
import type { ErrorCode } from '@atrium/contract/errors'
import type { Principal } from '@atrium/contract/principal'
import type { z } from 'zod'
import type { Capability } from '../policy.ts'
import type { Log } from '../telemetry.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * Rate-limit classes; http/limits.ts has their numbers. `fetch` counts what goes out for somebody, not a call of theirs; `device` what a
 * program does that keeps folders alike.
 */
export type Limit = 'read' | 'write' | 'send' | 'chat' | 'enter' | 'upload' | 'fetch' | 'device'

type Shape = z.ZodType | undefined
type Parsed<S extends Shape> = S extends z.ZodType ? z.infer<S> : undefined

export interface Call<P = unknown, Q = unknown, B = unknown> {
  principal: Principal
  params: P
  query: Q
  body: B
  request: Request
  /** The raw Node request and response, for uploads and event streams. */
  incoming: IncomingMessage
  outgoing: ServerResponse
  /** Extra headers of the answer (Set-Cookie among them). */
  headers: Headers
  ip: string
  requestId: string
  log: Log
}

/** What a handler returns after writing the Node response itself. */
export const SENT = Symbol('sent')

export interface Route extends DescribedCall {
  method: Method
  /** Hono's form: `/api/runs/:id/events`. */
  path: string
  summary: string
  tag: string
  access: Capability
  limit: Limit
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  /** What the document shows of a body that the handler has parsed elsewhere. */
  bodyShown?: z.ZodType
  answer?: z.ZodType
  /** What the answer is when it is not JSON: `text/event-stream`. */
  answerType?: string
  status?: number
  /** Ways in which this call refuses besides those that the door and its declaration give it (http/openapi-refusals.ts). */
  refuses?: readonly ErrorCode[]
  /** bytes; 1 MiB when absent */
  bodyLimit?: number
  /** Takes `x-scope` (a GET also `?scope=`): the handler's principal is then the caller in a team's scope. Others ignore it, and `share` a team's. */
  scoped?: boolean | 'share'
  /** Also open in the scope of one record that somebody shared with the caller; refused there when absent. */
  shared?: boolean
  /** Also open to a program that sends this as its bearer token. */
  token?: string | undefined
  /** The handler reads the body itself (uploads). */
  rawBody?: boolean
  handle: (call: Call<never, never, never>) => Promise<unknown> | unknown
}

/** A call by a method that the OpenAPI document has no word for: WebDAV's. */
export type DoorRoute = Omit<Route, 'method'> & { method: string }

interface Spec<P extends Shape, Q extends Shape, B extends Shape>
  extends Omit<Route, 'handle' | 'params' | 'query' | 'body'> {
  params?: P
  query?: Q
  body?: B
}

/**
 * Declares one call of the HTTP interface: from it come the mounted handler, its policy check, its validation,
 * the OpenAPI document and the generated access test. The handler returns the JSON answer, a Response, or SENT.
 */
export function route<P extends Shape = undefined, Q extends Shape = undefined, B extends Shape = undefined>(
  spec: Spec<P, Q, B>,
  handle: (call: Call<Parsed<P>, Parsed<Q>, Parsed<B>>) => Promise<unknown> | unknown,
): Route {
  return { ...spec, handle: handle as Route['handle'] }
}
