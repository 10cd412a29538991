import { AppError } from '@atrium/contract/errors'
import type { Principal } from '@atrium/contract/principal'
import type { Files } from '../files/files.ts'
import type { Limits } from '../models/limited.ts'
import type { RegistryOf } from '../models/personal.ts'
import type { Database } from '../platform/database/connect.ts'
import type { Live } from '../platform/live.ts'
import type { Mail } from '../platform/mail.ts'
import type { Engine } from '../platform/runs/work.ts'
import type { Log } from '../platform/telemetry.ts'
import type { Actions } from '../records/actions.ts'
import type { Scopes } from '../teams/scope.ts'
import type { Agents } from './agents.ts'

export interface SeatsSettings {
  db: Database
  engine: Engine
  live: Live
  files: Pick<Files, 'readText' | 'saveBytes'>
  actions: Actions
  scopes: Scopes
  agents: Agents
  registryOf: RegistryOf
  limits: Limits
  mail: Mail | null
  baseUrl: string
  log: Log
  wake: Wake
}

/** Gives seats that are free their next work. Call it after the commit of what may have made some. */
export type Wake = (seatIds: readonly (string | null)[]) => void

export const noSuchSeat = () => new AppError('not_found', 'That seat was not found.')
export const noSuchTask = () => new AppError('not_found', 'That task was not found.')

export function personOf({ userId }: Principal): string {
  if (userId === null) throw new AppError('unauthenticated', 'Please sign in first.')
  return userId
}
