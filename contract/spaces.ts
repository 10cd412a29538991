import { z } from 'zod'
import { Id } from './chat.ts'
import { StoredFile } from './files.ts'

export const INSTRUCTIONS_MAX = 8_000
export const SPACE_FILES_MAX = 20
export const PINS_MAX = 50

/** What a person wants the assistant to keep to in every conversation of a Space. Empty text takes it away. */
export const SpaceInstructions = z.object({
  instructions: z
    .string('The instructions must be text.')
    .trim()
    .max(INSTRUCTIONS_MAX, `Standing instructions have at most ${INSTRUCTIONS_MAX.toLocaleString('en')} characters.`),
})
export type SpaceInstructions = z.infer<typeof SpaceInstructions>

export const SpaceFiles = z.object({
  ids: z
    .array(Id)
    .min(1, 'Give the id of an uploaded file.')
    .max(SPACE_FILES_MAX, `A Space holds at most ${SPACE_FILES_MAX} files.`),
})

export const PinKind = z.enum(
  ['thread', 'record', 'file', 'module'],
  'What is pinned is a thread, a record, a file or a module.',
)
export type PinKind = z.infer<typeof PinKind>

/** Something kept at hand. `id` is the thread's, the record's or the file's, or the name of the catalogue's entry. */
export const Pin = z.object({ kind: PinKind, id: Id })
export type Pin = z.infer<typeof Pin>

/** All pins of a Space, in their order. */
export const SpacePins = z.object({
  pins: z.array(Pin).max(PINS_MAX, `A Space has room for ${PINS_MAX} pins. Take one down first.`),
})

export const ShownPin = Pin.extend({
  title: z.string(),
  /** The module that a record belongs to. */
  module: z.string().nullable(),
})
export type ShownPin = z.infer<typeof ShownPin>

/** What happened here last: a conversation went on, or an action of one of the Space's modules changed something. */
export const Activity = z.object({
  kind: z.enum(['thread', 'change']),
  id: z.string(),
  /** The thread's title, or the action's summary. */
  title: z.string(),
  module: z.string().nullable(),
  /** `http`, `guide`, `model`; null for a conversation. */
  via: z.string().nullable(),
  undone: z.boolean(),
  at: z.iso.datetime(),
})
export type Activity = z.infer<typeof Activity>

/** GET /api/spaces/{key}. */
export const SpaceRoom = z.object({
  key: z.string(),
  instructions: z.string(),
  files: z.array(StoredFile),
  pins: z.array(ShownPin),
  activity: z.array(Activity),
  /** Ids of the models that may answer here; null when all may. */
  models: z.array(z.string()).nullable(),
})
export type SpaceRoom = z.infer<typeof SpaceRoom>

/** GET /api/spaces: when each was last used by the caller. */
export const SpaceUse = z.object({ key: z.string(), threads: z.number(), lastUsedAt: z.iso.datetime() })
export type SpaceUse = z.infer<typeof SpaceUse>

/** Which models may serve a Space, whoever asks; null: all of them. The Guide, which is no model, always may. */
export const SpaceModels = z.object({
  models: z.array(z.string().min(1).max(200)).max(500, 'Choose at most 500 models.').nullable(),
})
export type SpaceModels = z.infer<typeof SpaceModels>

/** Spaces whose topics are sensitive: first where an administrator chooses models. */
export const sensitiveSpaces: readonly string[] = ['health', 'healthcare', 'legal', 'finance', 'accounting']

/** Actions that the assistant may do in a thread without asking. */
export const Allowances = z.object({ actions: z.array(z.object({ action: z.string(), summary: z.string() })) })
export type Allowances = z.infer<typeof Allowances>
