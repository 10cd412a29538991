import { Id as AnyId, MessageStatus, PersonaKey, ReplyMeta } from '@atrium/contract/chat'
import { COMMENT_MAX } from '@atrium/contract/comments'
import { INSTRUCTIONS_MAX, PinKind } from '@atrium/contract/spaces'
import { z } from 'zod'

/** The archive of one person's things; docs/archive-format.md describes it for everybody else. */
export const FORMAT = 'atrium-export'
export const FORMAT_VERSION = 1

/** Of ours, or of another program that writes this format; no column holds a NUL. */
export const Id = AnyId.regex(/^[\w.:-]+$/, 'That is not an id.')
/** UTF-16 units of one message */
export const MESSAGE_MAX = 8_000_000

/** PostgreSQL's `integer` */
const Version = z.number().int().positive().max(2_147_483_647)

/** A year of four digits, which is what the texts of moments hold; PostgreSQL knows no year 0. */
export const Moment = z.iso.datetime('That is no date.').refine((at) => at >= '0001', 'That is no date.')
/** The last moment that is one. */
export const LAST_MOMENT = Date.parse('9999-12-31T23:59:59.999Z')
/** One that is no moment counts as none: a conversation is worth more than when it was. */
const MomentOrNone = z
  .string()
  .transform((at) => (Moment.safeParse(at).success ? at : null))
  .nullable()

export const Sha256 = z.string().regex(/^[0-9a-f]{64}$/)

export const Manifest = z.object({
  format: z.literal(FORMAT),
  formatVersion: z.number().int(),
  /** The version of the program that made it. */
  madeBy: z.string(),
  madeAt: Moment,
  counts: z.record(z.string(), z.number()),
  /** Of each file of the archive but this one and `files/`, whose own are in files.jsonl. Absent in older archives. */
  sha256: z.record(z.string(), Sha256).optional(),
})

export const ArchivedMemory = z.object({
  id: Id,
  text: z.string().min(1).max(500),
  sourceMessageId: Id.nullable(),
  createdAt: Moment,
})

export const ArchivedThread = z.object({
  id: Id,
  title: z.string().max(200),
  titleIsDerived: z.boolean(),
  space: z.string().max(64).nullable(),
  persona: PersonaKey,
  model: z.string().max(200).nullable(),
  pinnedAt: MomentOrNone,
  archivedAt: MomentOrNone,
  deletedAt: MomentOrNone,
  leafId: Id.nullable(),
  createdAt: MomentOrNone,
  updatedAt: MomentOrNone,
})
export type ArchivedThread = z.infer<typeof ArchivedThread>

export const ArchivedMessage = z.object({
  id: Id,
  parentId: Id.nullable(),
  role: z.enum(['user', 'assistant', 'system']),
  content: z.string().max(MESSAGE_MAX),
  status: MessageStatus,
  meta: ReplyMeta,
  feedback: z.enum(['up', 'down']).nullable(),
  feedbackReason: z.string().max(2_000).nullable(),
  files: z.array(Id).max(100),
  createdAt: MomentOrNone,
})
export type ArchivedMessage = z.infer<typeof ArchivedMessage>

/** The lines of threads.jsonl: a thread, and each message of the thread before it. */
export const ThreadLine = z.object({ thread: ArchivedThread })
export const MessageLine = z.object({ message: ArchivedMessage })

export const ArchivedFile = z.object({
  id: Id,
  name: z.string().min(1).max(1000),
  mime: z.string().max(200),
  size: z.number().int().positive(),
  sha256: Sha256,
  /** Whose record holds it; null, and absent in older archives, for what was uploaded by itself. */
  module: z.string().max(64).nullish(),
  createdAt: Moment,
})
export type ArchivedFile = z.infer<typeof ArchivedFile>

const Data = z.record(z.string(), z.unknown())

export const ArchivedRecord = z.object({
  id: Id,
  data: Data,
  schemaVersion: Version,
  version: Version,
  createdAt: Moment,
  updatedAt: Moment,
  deletedAt: Moment.nullable(),
})

/** What somebody keeps in a Space. */
export const ArchivedSpace = z.object({
  space: z.string().max(64),
  instructions: z.string().max(INSTRUCTIONS_MAX),
  /** Ids of files.jsonl, in their order. */
  files: z.array(Id).max(100),
  pins: z.array(z.object({ kind: PinKind, id: Id })).max(200),
})

/** What somebody did that changed records. */
export const ArchivedChange = z.object({
  id: Id,
  action: z.string().max(200),
  via: z.string().max(32),
  input: z.unknown(),
  createdAt: Moment,
  undoneAt: Moment.nullable(),
})

/** What a record was before a change; `before` is null where the change made it. */
export const ArchivedVersion = z.object({
  recordId: Id,
  /** The record's; absent in older archives. */
  module: z.string().max(64).nullish(),
  version: Version,
  changeId: Id,
  before: z.object({ schema: Version, data: Data }).nullable(),
  deletedBefore: Moment.nullable(),
  createdAt: Moment,
})

/** What somebody said about a record. */
export const ArchivedComment = z.object({
  id: Id,
  recordId: Id,
  module: z.string().max(64),
  /** What its author is called. */
  by: z.string().max(200).nullable(),
  isMine: z.boolean(),
  text: z.string().min(1).max(COMMENT_MAX),
  createdAt: Moment,
  editedAt: Moment.nullable(),
})

export const RECORDS = /^records\/([\w-]+)\.([\w-]+)\.jsonl$/
export const CHANGES = 'history/changes.jsonl'
export const VERSIONS = 'history/versions.jsonl'
export const COMMENTS = 'history/comments.jsonl'

/** What a reply's facts are worth elsewhere: no run goes on there. */
export function portableMeta(meta: ReplyMeta): ReplyMeta {
  if (!meta.tools) return meta
  const settled = { running: 'failed', confirm: 'declined' } as const
  return {
    ...meta,
    tools: meta.tools.map(({ state, ...tool }) => ({
      ...tool,
      state: state === 'running' || state === 'confirm' ? settled[state] : state,
    })),
  }
}

export const portableStatus = (status: MessageStatus): MessageStatus =>
  status === 'streaming' || status === 'waiting' ? 'interrupted' : status
