import { AppError } from '@atrium/contract/errors'
import { sentences } from '@atrium/contract/sentences'
import { z } from 'zod'
import type { Database } from '../database/connect.ts'
import { type Route, route } from '../http/route.ts'
import { Refusal } from '../refusal.ts'
import type { Log } from '../telemetry.ts'
import type { Metrics } from './metrics.ts'
import { createWritable } from './writable.ts'

/** ms that the database may take to say that it is there */
const PATIENCE = 2_000

export interface ObserveSettings {
  db: Database
  /** DATA_DIR, where files are kept. */
  dir: string
  version: string
  metrics: Metrics
  /** METRICS_TOKEN: who sends it as a bearer token may read the metrics. */
  metricsToken?: string | undefined
  /** False once the server is leaving: new work should go elsewhere. */
  isServing(): boolean
  log: Log
}

/** What whoever runs the server asks it: is it up, can it work, what does it do? */
export function observeRoutes({ db, dir, version, metrics, metricsToken, isServing, log }: ObserveSettings): Route[] {
  const writable = createWritable({ db, dir })
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
        summary:
          'Can the server do its work? 503 while the database does not answer, nothing can be written, or the server is stopping',
        answer: z.object({ ok: z.literal(true) }),
      },
      async () => {
        if (!isServing()) throw new AppError('unavailable', 'The server is stopping.')
        let timer: NodeJS.Timeout | undefined
        const late = new Promise<never>((_, reject) => {
          timer = setTimeout(() => reject(new Error(`The database did not answer within ${PATIENCE} ms.`)), PATIENCE)
        })
        try {
          await Promise.race([Promise.all([db.$client.query('select 1'), writable()]), late])
        } catch (cause) {
          log.warn({ err: cause }, 'not ready')
          throw new AppError('unavailable', cause instanceof Refusal ? cause.message : sentences.unavailable, { cause })
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
        token: metricsToken,
        path: '/metrics',
        summary: 'Counters in Prometheus’ format, for administrators, and for programs with METRICS_TOKEN',
        answerType: 'text/plain',
      },
      async () => new Response(await metrics.text(), { headers: { 'content-type': metrics.contentType } }),
    ),
  ]
}
