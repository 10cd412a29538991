import { prefixed } from '@atrium/contract/brand'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Answered, EndedRun, Observer } from './observer.ts'

/** seconds: from a look at a row to a reply of a slow model */
const SECONDS = [0.005, 0.025, 0.1, 0.5, 1, 5, 20, 60, 300]
/** Whatever is asked, the text stays under 200 KB: what would be one call more is counted under `other`. */
const MOST_CALLS = 350
const MOST_AREAS = 40
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** The calls of one module are one pattern: there are thousands of actions, and each is a row of its own otherwise. */
export const patternOf = (route: string): string => route.replace(/^(\/api\/m\/[^/]+)\/.*$/, '$1/:action')

/** The part of the product: `/api/threads` of `/api/threads/:id`. */
export const areaOf = (route: string): string => /^(?:\/api)?\/[^/]*/.exec(route)?.[0] ?? route

/** Is there still a place of its own for this one? Those that come first keep theirs. */
function places(most: number): (name: string) => boolean {
  const known = new Set<string>()
  return (name) => known.has(name) || (known.size < most && Boolean(known.add(name)))
}

/** What is read when somebody asks. */
export interface Readings {
  /** Runs that this instance carries out. */
  runs(): number
  /** Event streams open at this instance. */
  streams(): number
  pool: { totalCount: number; idleCount: number; waitingCount: number }
}

export interface Metrics extends Observer {
  /** In Prometheus' text format. */
  text(): Promise<string>
  readonly contentType: string
}

/** Counters of this process, from its start. Routes are named by their pattern, so that no person's id becomes a label. */
export function createMetrics(readings: Readings): Metrics {
  const register = new Registry()
  const registers = [register]
  collectDefaultMetrics({ register })
  const requests = new Counter({
    name: prefixed('http_requests_total'),
    help: 'Answered requests, by the pattern of their route and the class of their status.',
    labelNames: ['method', 'route', 'status'] as const,
    registers,
  })
  const statuses = new Counter({
    name: prefixed('http_responses_total'),
    help: 'Answers by their exact status.',
    labelNames: ['status'] as const,
    registers,
  })
  const requestSeconds = new Histogram({
    name: prefixed('http_request_duration_seconds'),
    help: 'Time until the handler had answered, by the part of the product; for event streams until they were open.',
    labelNames: ['area'] as const,
    buckets: SECONDS,
    registers,
  })
  const hasCallPlace = places(MOST_CALLS)
  const hasAreaPlace = places(MOST_AREAS)
  const runSeconds = new Histogram({
    name: prefixed('run_duration_seconds'),
    help: 'Time from the creation of a run to its end.',
    labelNames: ['kind', 'status'] as const,
    buckets: SECONDS,
    registers,
  })
  const tokens = new Counter({
    name: prefixed('run_tokens_total'),
    help: 'Tokens that runs used at models.',
    labelNames: ['kind'] as const,
    registers,
  })
  const cost = new Counter({
    name: prefixed('run_cost_dollars_total'),
    help: 'What they cost, in US dollars, as far as prices are known.',
    labelNames: ['kind'] as const,
    registers,
  })
  const read = (name: string, help: string, value: () => number) =>
    new Gauge({
      name: prefixed(name),
      help,
      registers,
      collect() {
        this.set(value())
      },
    })
  read('runs_active', 'Runs that this instance carries out.', readings.runs)
  read('streams_open', 'Event streams open at this instance.', readings.streams)
  read('database_connections', 'Open connections to the database.', () => readings.pool.totalCount)
  read('database_connections_idle', 'Of them, those that wait for work.', () => readings.pool.idleCount)
  read('database_waiting', 'Callers that wait for a connection.', () => readings.pool.waitingCount)

  return {
    answered({ method, route, status, startedAt, endedAt }: Answered) {
      const verb = METHODS.has(method) ? method : 'OTHER'
      const pattern = patternOf(route)
      const area = areaOf(route)
      requests.inc({
        ...(hasCallPlace(`${verb} ${pattern}`) ? { method: verb, route: pattern } : { method: 'any', route: 'other' }),
        status: `${Math.floor(status / 100)}xx`,
      })
      statuses.inc({ status })
      requestSeconds.observe({ area: hasAreaPlace(area) ? area : 'other' }, (endedAt - startedAt) / 1000)
    },
    runEnded({ kind, status, startedAt, endedAt, tokens: used, costMicros }: EndedRun) {
      runSeconds.observe({ kind, status }, (endedAt - startedAt) / 1000)
      if (used > 0) tokens.inc({ kind }, used)
      if (costMicros > 0) cost.inc({ kind }, costMicros / 1_000_000)
    },
    text: () => register.metrics(),
    contentType: register.contentType,
  }
}
