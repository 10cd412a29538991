import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { AppError } from '@atrium/contract/errors'
import type { Converted } from '../reading/convert.ts'
import type { Job, Outcome } from '../reading/convert-thread.ts'

/** MB */
const MEMORY = 768
/** ms */
const TIME = 50_000

/** What is in a workbook, a Parquet file or JSON, read in a thread of its own. Throws with a sentence. */
export async function convertFile(job: Job, signal: AbortSignal): Promise<Converted[]> {
  const worker = new Worker(new URL('../reading/convert-thread.ts', import.meta.url), {
    workerData: job,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY },
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })
  const limit = AbortSignal.any([signal, AbortSignal.timeout(TIME)])
  try {
    const [outcome] = (await once(worker, 'message', { signal: limit })) as [Outcome]
    if ('unreadable' in outcome) throw new AppError('bad_request', outcome.unreadable)
    return outcome.tables
  } catch (cause) {
    if (cause instanceof AppError || signal.aborted) throw cause
    if (limit.aborted)
      throw new AppError('too_large', 'This file takes too long to read. Split it, or save it as CSV.', { cause })
    const isFull = cause instanceof Error && (cause as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY'
    if (!isFull) throw cause
    throw new AppError('too_large', 'This file unpacks to more than can be held. Split it, or save it as CSV.', {
      cause,
    })
  } finally {
    await worker.terminate()
  }
}
