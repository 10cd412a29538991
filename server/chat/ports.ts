import type { Module } from '@atrium/contract/module'
import type { Principal } from '@atrium/contract/principal'
import type { z } from 'zod'
import type { Files } from '../files/files.ts'
import type { GuideAnswer, GuideContext } from '../guide/guide.ts'
import type { Limits } from '../models/limited.ts'
import type { ModelTool } from '../models/model.ts'
import type { RegistryOf } from '../models/personal.ts'
import type { Database } from '../platform/database/connect.ts'
import type { Live } from '../platform/live.ts'
import type { Engine } from '../platform/runs/work.ts'
import type { Log } from '../platform/telemetry.ts'
import type { Named, NamedRow } from '../records/named.ts'
import type { Saying, ThingSaid } from '../records/things-said.ts'

/** What chat needs of the files feature; every call is fenced to the owner. */
export type ChatFiles = Pick<Files, 'readText' | 'readBytes' | 'saveBytes'>

/** What chat needs of the modules' actions. */
export interface ChatActions {
  modules(): readonly Module[]
  /** The actions as a model's tools, and which action a tool's name means. */
  tools(): { tool: ModelTool; action: string; effect: 'read' | 'write' | 'send'; summary: string }[]
  /** Throws when this is no scope that they may act in. */
  enter(principal: Principal, scope: string): Promise<Principal>
  call(request: {
    principal: Principal
    /** The team that it is done in; null for the person's own. */
    scope: string | null
    action: string
    input: unknown
    via: 'guide' | 'model'
    timeZone: string
    /** BCP 47 */
    language: string
    signal: AbortSignal
    /** The person's word that it is done by: spent with it. */
    approvalId?: string | null
  }): Promise<{ output: unknown; change: string | null }>
  undo(principal: Principal, change: string): Promise<void>
  /** The person's records of a module that are called so. */
  named(request: { principal: Principal; scope: string | null; module: string; asked: Named }): Promise<NamedRow[]>
  /** The person's records of all modules whose names are in what they said. */
  things(request: { principal: Principal; scope: string | null; saying: Saying }): Promise<ThingSaid[]>
  /** What an action of a module takes. */
  inputOf(action: string): z.ZodType | undefined
}

/** A seat of the workforce that a message names. */
export interface Mention {
  id: string
  name: string
  status: string
  /** What was said besides. */
  text: string
}

/** What chat needs of the workforce: who is meant by `@name`, and to give them work. */
export interface ChatSeats {
  mentioned(person: string, text: string): Promise<Mention | null>
  /** Answers what the conversation is told. */
  assign(given: {
    person: string
    seat: Mention
    fileIds: readonly string[]
    threadId: string
    messageId: string
    timeZone: string
    language: string
  }): Promise<string>
}

export interface ChatDeps {
  db: Database
  engine: Engine
  live: Live
  registryOf: RegistryOf
  limits: Limits
  files: ChatFiles
  actions: ChatActions
  answer(context: GuideContext): Promise<GuideAnswer>
  seats?: ChatSeats
  log: Log
}
