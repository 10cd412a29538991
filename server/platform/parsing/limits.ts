import { AppError } from '@atrium/contract/errors'

/** What reading one file may take. */
export interface Limits {
  /** ms of the processor */
  time: number
  /** MB of the whole process: heap, buffers, and what libraries allocate */
  memory: number
  /** values that the reader may give */
  rows: number
  /** bytes that the reader may give */
  output: number
}

export const LIMITS: Limits = { time: 60_000, memory: 768, rows: 2_000_000, output: 2 * 1024 ** 3 }

/** MB; of every process, whatever it reads. What lies outside the heap is watched. */
export const HEAP = 640

/** What ended a reading before its end. */
export type Struck = 'time' | 'memory' | 'rows' | 'output' | 'died'

const said: Readonly<Record<Struck, (name: string) => string>> = {
  time: (name) => `“${name}” takes too long to read and was stopped. Split it, or save it in another format.`,
  memory: (name) => `“${name}” unpacks to more than can be held. Split it, or save it in another format.`,
  rows: (name) => `“${name}” has too many rows. Split it and send the parts one by one.`,
  output: (name) => `“${name}” unpacks to more than can be taken in. Split it and send the parts one by one.`,
  died: (name) => `Reading “${name}” broke off. Please try again; if it happens again, the file is damaged.`,
}

/** The refusal of a file for which a limit struck; `details.limit` says which. */
export const struck = (limit: Struck, name: string, cause?: unknown): AppError =>
  new AppError(limit === 'died' ? 'unprocessable' : 'too_large', said[limit](name), { cause, details: { limit } })

/** A reader failed in a way it does not know itself: the file is not what it was made for. */
export const unreadable = (name: string, cause: unknown): AppError =>
  new AppError(
    'unprocessable',
    `“${name}” cannot be read. It may be damaged, or in another format than its name says.`,
    {
      cause,
    },
  )

export const tooBusy = (): AppError =>
  new AppError('unavailable', 'Many files are being read at the moment. Please try again in a minute.', {
    details: { retryAfter: 60 },
  })
