import { AppError } from '@atrium/contract/errors'
import type { Hono } from 'hono'
import { uuid } from '../ids.ts'
import type { Observer } from '../observe/observer.ts'
import { failure } from './failure.ts'
import type { Bindings } from './mount.ts'

/** Answers every call that nobody has mounted. All of them are one to the metrics: a stranger must not fill them with names. */
export function refuseUnknownCalls(app: Hono<Bindings>, observer: Observer): void {
  app.all('/api/*', (c) => {
    const requestId = uuid()
    const at = Date.now()
    const { method } = c.req
    observer.answered({
      method,
      route: 'unknown',
      status: 404,
      startedAt: at,
      endedAt: at,
      requestId,
      traceparent: null,
    })
    return failure(
      new AppError('not_found', `There is no call ${method} ${c.req.path.slice(0, 200)}. See /api/docs.`),
      requestId,
    )
  })
}
