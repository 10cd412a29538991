import { brand } from '@atrium/contract/brand'
import type { Context } from '@opentelemetry/api'
import type { Log } from '../telemetry.ts'
import type { Observer } from './observer.ts'

export interface Traces extends Observer {
  /** Sends what has not been sent yet. */
  stop(): Promise<void>
}

/** `00-<trace>-<span>-<flags>` (W3C Trace Context, 3.2). */
const TRACEPARENT = /^[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})$/

/**
 * A span for each request and each run, sent by OTLP over HTTP as OpenTelemetry's own environment variables say. They are made once the thing has ended, with the times of
 * its beginning and end: nothing is carried along while it runs.
 */
export async function createTraces(environment: Record<string, string | undefined>, log: Log): Promise<Traces> {
  const [{ ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, diag, DiagLogLevel }, sdk, exporter, resources] =
    await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/exporter-trace-otlp-proto'),
      import('@opentelemetry/resources'),
    ])
  const tell = (message: string, ...details: unknown[]) => log.warn({ details }, `OpenTelemetry: ${message}`)
  const silent = () => undefined
  diag.setLogger(
    { error: tell, warn: tell, info: silent, debug: silent, verbose: silent },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  )
  const provider = new sdk.TracerProvider({
    resource: resources.resourceFromAttributes({ 'service.name': environment.OTEL_SERVICE_NAME || brand.prefix }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter: new exporter.OTLPTraceExporter() })],
  })
  const tracer = provider.getTracer(brand.prefix)

  const parentOf = (traceparent: string | null): Context => {
    const [, traceId, spanId, flags] = TRACEPARENT.exec(traceparent ?? '') ?? []
    if (!traceId || !spanId || !flags) return ROOT_CONTEXT
    const traceFlags = Number.parseInt(flags, 16)
    return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true })
  }

  return {
    answered({ method, route, status, startedAt, endedAt, requestId, traceparent }) {
      const attributes = {
        'http.request.method': method,
        'http.route': route,
        'http.response.status_code': status,
        'request.id': requestId,
      }
      const kind = SpanKind.SERVER
      const span = tracer.startSpan(
        `${method} ${route}`,
        { kind, attributes, startTime: startedAt },
        parentOf(traceparent),
      )
      if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end(endedAt)
    },
    runEnded({ id, kind, status, startedAt, endedAt, tokens, costMicros }) {
      const attributes = { 'run.id': id, 'run.status': status, 'run.tokens': tokens, 'run.cost_micros': costMicros }
      const span = tracer.startSpan(`run ${kind}`, { attributes, startTime: startedAt }, ROOT_CONTEXT)
      if (status === 'failed') span.setStatus({ code: SpanStatusCode.ERROR })
      span.end(endedAt)
    },
    stop: () => provider.shutdown(),
  }
}
