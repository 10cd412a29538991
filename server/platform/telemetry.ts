import { pino } from 'pino'

export type Log = Pick<ReturnType<typeof pino>, 'debug' | 'info' | 'warn' | 'error'>

/** Structured logs, one JSON object a line, on standard error. Secrets in headers never reach it. */
export const createLog = (level: string): Log =>
  pino(
    { level, base: undefined, redact: ['*.authorization', '*.cookie', '*.password', '*.token'] },
    pino.destination({ dest: 2, sync: true }),
  )

export const silentLog: Log = pino({ level: 'silent' })
