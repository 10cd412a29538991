import type { ErrorBody } from '@atrium/contract/errors'
import { sentences } from '@atrium/contract/sentences'

/** Why a reply could not be had. `sentence` is one of spec 8's texts or the server's own; `detail` says more where there is more. */
export interface StreamFailure {
  sentence: string
  detail?: string
  /** HTTP status of the refusal; absent when the connection or the run failed. */
  status?: number
  code?: string
  cause?: unknown
}

/** Spec 8: what the person reads for a refused stream. */
export function sentenceForStatus(status: number): string {
  if (status === 503) return sentences.unavailable
  if (status >= 400 && status < 500) return sentences.badRequest
  if (status >= 500 && status < 600) return sentences.serverIssues
  return sentences.connecting
}

/** A refused call: the spec's sentence, and below it the server's own where it wrote one (a plan to change, seconds to wait). */
export async function refusal(response: Response): Promise<StreamFailure> {
  const sentence = sentenceForStatus(response.status)
  let body: Partial<ErrorBody> | null = null
  let cause: unknown
  try {
    body = (await response.json()) as Partial<ErrorBody>
  } catch (error) {
    cause = error
  }
  const own = body?.error?.message
  return {
    sentence,
    detail: own && own !== sentence ? own : undefined,
    status: response.status,
    code: body?.error?.code,
    cause,
  }
}

const known = new Set<string>(Object.values(sentences))

/** Spec 8, "Stream error event": the server's text, unless it is about the provider or about time. */
export function sentenceForErrorEvent(text: string): string {
  if (known.has(text)) return text
  if (/API error|\b40[03]\b/.test(text)) return sentences.provider
  if (/timeout/i.test(text)) return sentences.tooLong
  return text || sentences.connectionFailed
}
