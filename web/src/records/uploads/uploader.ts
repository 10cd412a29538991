import type { DetailedError, HttpResponse, Upload } from 'tus-js-client'
import { ApiError, authHeaders, sessionReturns } from '../../platform/api.ts'

/** bytes of one request: what is lost at most when a server dies with it */
const CHUNK = 8 * 1024 * 1024
/** bytes; what comes with the request that begins it is lost when that is cut: so only what is soon sent again */
const SENT_AT_ONCE = 1024 * 1024
/** ms between attempts, counted anew whenever something has arrived */
const RETRIES = [0, 1000, 3000, 5000, 10_000, 20_000, 30_000, 60_000]
/** Answers after which the same request may succeed. */
const PASSING = new Set([0, 423, 429, 460, 500, 502, 503, 504])
const CONFLICT = 409

/** What each request of the protocol says. */
export const TUS = { 'Tus-Resumable': '1.0.0' }

/** Where a file goes, by the tus protocol. */
export interface UploadTarget {
  /** Where one begins. */
  endpoint: string
  /** Where one goes on that was begun before. */
  url?: string | null
  metadata: Record<string, string>
  headers: Record<string, string>
  /** By what the browser remembers where it goes on, when the page is opened again; not at all when absent. */
  rememberedAs?: string
}

export interface UploadNews {
  /** The server knows of it, and this is where it goes on. */
  onUrl?: (url: string) => void
  /** bytes that have been sent */
  onProgress: (sent: number) => void
  /** The connection broke; it goes on by itself. */
  onCut?: () => void
}

export interface RunningUpload {
  /** The headers of the last answer. Rejects with an `ApiError`; never, once it was stopped. */
  done: Promise<Headers>
  url: () => string | null
  /** What has come stays, to go on with. */
  stop: () => Promise<void>
  /** What has come goes. */
  giveUp: () => Promise<void>
}

/** The headers of the caller's, for uploads that stay in the scope in which they were begun. */
export function uploadHeaders(path: string, scope: string): Record<string, string> {
  const { 'X-Scope': _, ...headers } = authHeaders(path)
  return scope ? { ...headers, 'X-Scope': scope } : headers
}

const answerOf = (error: Error): HttpResponse | null =>
  'originalResponse' in error ? (error as DetailedError).originalResponse : null

function asApiError(error: Error): ApiError {
  const answer = answerOf(error)
  return new ApiError(answer?.getStatus() ?? 0, answer?.getBody() ?? '', 'Network error', error)
}

/** Another place than the server's is asked for again; what our own server refuses as a conflict is none of these. */
const mayPass = (error: DetailedError): boolean => {
  const status = error.originalResponse?.getStatus() ?? 0
  return PASSING.has(status) || (status === CONFLICT && !error.originalResponse?.getBody().startsWith('{'))
}

function headersOf(answer: HttpResponse): Headers {
  const all = (answer.getUnderlyingObject() as XMLHttpRequest).getAllResponseHeaders().trim()
  const lines = all === '' ? [] : all.split(/[\r\n]+/)
  return new Headers(
    lines.map((line): [string, string] => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
  )
}

/** Sends a file piece by piece. What was cut goes on where it stopped; the file is read as it goes, so its size costs no memory. */
export function startUpload(file: File, target: UploadTarget, news: UploadNews): RunningUpload {
  let upload: Upload | null = null
  let isStopped = false
  const { endpoint, url = null, metadata, headers, rememberedAs } = target

  const begin = async (done: (headers: Headers) => void, failed: (error: ApiError) => void) => {
    const { Upload } = await import('tus-js-client')
    const own = new Upload(file, {
      endpoint,
      uploadUrl: url,
      chunkSize: CHUNK,
      retryDelays: RETRIES,
      uploadDataDuringCreation: file.size <= SENT_AT_ONCE,
      storeFingerprintForResuming: rememberedAs !== undefined,
      removeFingerprintOnSuccess: true,
      ...(rememberedAs !== undefined && { fingerprint: async () => rememberedAs }),
      metadata: { filename: file.name || 'file', modified: String(file.lastModified), ...metadata },
      headers,
      onShouldRetry: (error) => {
        const isPassing = mayPass(error)
        if (isPassing && !error.originalResponse?.getStatus()) news.onCut?.()
        return isPassing
      },
      onUploadUrlAvailable: () => own.url && news.onUrl?.(own.url),
      onProgress: (sent) => news.onProgress(sent),
      onSuccess: ({ lastResponse }) => done(headersOf(lastResponse)),
      onError: async (error) => {
        const refusal = asApiError(error)
        // Who has signed in again in place goes on with it.
        const isBack = !isStopped && (await sessionReturns(refusal.status))
        // It may have been stopped while they were asked.
        if (isStopped) return
        if (isBack) own.start()
        else failed(refusal)
      },
    })
    upload = own
    const [before] = rememberedAs !== undefined ? await own.findPreviousUploads() : []
    if (before) own.resumeFromPreviousUpload(before)
    if (!isStopped) own.start()
  }
  const end = async (isGivenUp: boolean) => {
    isStopped = true
    // It was not begun yet, or is gone already: there is nothing to throw away.
    await upload?.abort(isGivenUp).catch(() => undefined)
  }
  return {
    done: new Promise((done, failed) => begin(done, failed).catch((error: Error) => failed(asApiError(error)))),
    url: () => upload?.url ?? url,
    stop: () => end(false),
    giveUp: () => end(true),
  }
}

/** Throws away what has come of an upload that is not under way here. */
export async function discardUpload(url: string, headers: Record<string, string>): Promise<void> {
  // Who does not reach the server leaves it to the server's housekeeping.
  await fetch(url, { method: 'DELETE', headers: { ...headers, ...TUS } }).catch(() => undefined)
}
