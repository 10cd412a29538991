import { AppError, type ErrorCode } from '@atrium/contract/errors'
import type { Sentence } from '@atrium/contract/sentence'
import { say } from '../say.ts'
import { createEngine } from './engine.ts'
import { isOutOfRoom } from './engine-memory.ts'

// The page's own thread draws; this one computes.

export interface Question {
  id: number
  name: string
  args: unknown[]
}
/** Why there is no answer; `said` where it is a sentence that can be said in other languages. */
export interface Failure {
  id: number
  error: string
  said?: { code: ErrorCode; sentence: Sentence }
}
export type Answer = { id: number; value: unknown } | Failure

const engine = createEngine() as Record<string, (...args: never[]) => unknown>

addEventListener('message', async ({ data: { id, name, args } }: MessageEvent<Question>) => {
  try {
    const value = await engine[name]?.(...(args as never[]))
    postMessage({ id, value } satisfies Answer)
  } catch (thrown) {
    const error = isOutOfRoom(thrown) ? new AppError('too_large', say('tablesTooLarge'), { cause: thrown }) : thrown
    const failure: Failure = { id, error: error instanceof Error ? error.message : String(error) }
    if (error instanceof AppError && error.said) failure.said = { code: error.code, sentence: error.said }
    postMessage(failure)
  }
})
