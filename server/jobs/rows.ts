import { AppError } from '@atrium/contract/errors'
import { refusalIn } from '../platform/texts.ts'

export interface JobRow {
  id: string
  kind: 'schedule' | 'event' | 'job'
  owner_id: string
  actor_id: string | null
  module: string
  name: string
  key: string | null
  input: unknown
  trail: string[]
  time_zone: string
  language: string
  status: 'waiting' | 'running' | 'paused' | 'succeeded' | 'failed' | 'cancelled'
  pause_asked: boolean
  attempts: number
  due_at: Date
  run_id: string | null
  done: number
  total: number | null
  note: string
  result: unknown
  error: string | null
  created_at: Date
  ended_at: Date | null
}

/** A condition that always holds: the commit of the statement that has it does not wait for the disk. */
export const UNHURRIED = `set_config('synchronous_commit', 'off', true) = 'off'`

/** Why something failed, for the person whose it is, in their language. */
export const reasonOf = (error: unknown, language: string): string =>
  error instanceof AppError ? refusalIn(error, language) : 'Something went wrong on the server. You can try it again.'
