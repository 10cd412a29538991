import { AppError } from '@atrium/contract/errors'
import { sentences } from '@atrium/contract/sentences'
import { z } from 'zod'
import type { Database } from '../database/connect.ts'
import { type Route, route } from '../http/route.ts'
import type { Log } from '../telemetry.ts'
import type { Metrics } from './metrics.ts'

/** ms that the database may take to say that it is there */
const PATIENCE = 2_000

export interface ObserveSettings {
  db: Database
  version: string
  metrics: Metrics
  /** False once the server is leaving: new work should go elsewhere. */
  isServing(): boolean
  log: Log
}

/** What whoever runs the server asks it: is it up, can it work, what does it do? */
export function observeRoutes({ db, version, metrics, isServing, log }: ObserveSettings): Route[] {
  const about = { method: 'GET', tag: 'About', access: 'public.read', limit: 'read' } as const
  return [
    route(
      {
        ...about,
        path: '/healthz',
        summary: 'Is the server up?',
        answer: z.object({ ok: z.literal(true), version: z.string() }),
      },
      () => ({ ok: true, version }),
    ),
    route(
      {
        ...about,
        path: '/readyz',
        summary: 'Can the server do its work? 503 while the database does not answer or the server is stopping',
        answer: z.object({ ok: z.literal(true) }),
      },
      async () => {
        if (!isServing()) throw new AppError('unavailable', 'The server is stopping.')
        let timer: NodeJS.Timeout | undefined
        const late = new Promise<never>((_, reject) => {
          timer = setTimeout(() => reject(new Error(`The database did not answer within ${PATIENCE} ms.`)), PATIENCE)
        })
        try {
          await Promise.race([db.$client.query('select 1'), late])
        } catch (cause) {
          log.warn({ err: cause }, 'not ready')
          throw new AppError('unavailable', sentences.unavailable, { cause })
        } finally {
          clearTimeout(timer)
        }
        return { ok: true }
      },
    ),
    route(
      {
        ...about,
        access: 'metrics.read',
        fromLoopback: true,
        path: '/metrics',
        summary: 'Counters in Prometheus’ format, for administrators and for programs of the same machine',
        answerType: 'text/plain',
      },
      async () => new Response(await metrics.text(), { headers: { 'content-type': metrics.contentType } }),
    ),
  ]
}
