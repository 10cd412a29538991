import { ApiError } from '@atrium/web/kit'
import { useEffect, useRef, useState } from 'react'
import { DetailedError, Upload } from 'tus-js-client'
import { headersFor } from './link-password.tsx'

/** bytes of one request: what is lost at most when the connection breaks */
const CHUNK = 8 * 1024 * 1024
const AT_ONCE = 3
/** ms between attempts */
const RETRIES = [0, 1000, 3000, 10_000, 20_000, 30_000, 60_000]
/** Answers after which the same request may succeed. */
const PASSING = new Set([0, 423, 429, 460, 500, 502, 503, 504])

export interface Sent {
  id: number
  file: File
  /** bytes */
  sent: number
  state: 'waiting' | 'going' | 'done' | 'failed'
  /** A sentence. */
  error?: string | undefined
}

function sentenceOf(error: Error | DetailedError): string | undefined {
  const response = error instanceof DetailedError ? error.originalResponse : null
  return response ? new ApiError(response.getStatus(), response.getBody(), '').sentence : undefined
}

/** Files that somebody sends by an upload link: some at a time, each going on where it stopped, after a reload too. */
export function useSending(token: string, password: string, sender: string) {
  const [items, setItems] = useState<readonly Sent[]>([])
  const running = useRef(new Map<number, Upload>())
  const count = useRef(0)
  const change = (id: number, more: Partial<Sent>) =>
    setItems((all) => all.map((one) => (one.id === id ? { ...one, ...more } : one)))

  const start = async ({ id, file }: Sent) => {
    const end = (more: Partial<Sent>) => {
      running.current.delete(id)
      change(id, more)
    }
    const upload = new Upload(file, {
      endpoint: `/api/m/sync/requests/${token}/tus`,
      chunkSize: CHUNK,
      retryDelays: RETRIES,
      removeFingerprintOnSuccess: true,
      fingerprint: async () => ['atrium-request', token, file.name, file.size, file.lastModified].join(' '),
      metadata: { filename: file.name, sender, modified: String(file.lastModified) },
      headers: headersFor(password),
      onShouldRetry: (error) => PASSING.has(error.originalResponse?.getStatus() ?? 0),
      onProgress: (sent) => change(id, { sent }),
      onSuccess: () => end({ state: 'done', sent: file.size }),
      onError: (error) => end({ state: 'failed', error: sentenceOf(error) }),
    })
    running.current.set(id, upload)
    change(id, { state: 'going', error: undefined })
    const [begun] = await upload.findPreviousUploads()
    if (begun) upload.resumeFromPreviousUpload(begun)
    if (running.current.has(id)) upload.start()
  }
  useEffect(() => {
    for (const one of items)
      if (one.state === 'waiting' && running.current.size < AT_ONCE && !running.current.has(one.id)) void start(one)
  })
  useEffect(() => {
    const all = running.current
    return () => {
      for (const upload of all.values()) void upload.abort()
    }
  }, [])

  return {
    items,
    add: (files: readonly { file: File; error?: string | undefined }[]) =>
      setItems((all) => [
        ...all,
        ...files.map(
          ({ file, error }): Sent => ({
            id: ++count.current,
            file,
            error,
            sent: 0,
            state: error ? 'failed' : 'waiting',
          }),
        ),
      ]),
    retry: (id: number) => change(id, { state: 'waiting' }),
    /** Stops it, and has what has come of it thrown away. */
    drop: (id: number) => {
      void running.current
        .get(id)
        ?.abort(true)
        .catch(() => undefined) // it was not begun yet, or is gone already
      running.current.delete(id)
      setItems((all) => all.filter((one) => one.id !== id))
    },
  }
}
