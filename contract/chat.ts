import { z } from 'zod'

export const DEFAULT_THREAD_TITLE = 'New Conversation'
export const MESSAGE_MAX = 200_000
export const EMPTY_MESSAGE = 'Message cannot be empty'

export const Id = z.string().min(1, 'An id cannot be empty.').max(64, 'That is not an id.')
export const PersonaKey = z.enum(
  ['personal', 'hustler', 'smb', 'enterprise'],
  'The persona is one of personal, hustler, smb, enterprise.',
)
export type PersonaKey = z.infer<typeof PersonaKey>

/** How a reply came about (spec-notes, "Modes"). */
export const ReplyMode = z.enum(['direct', 'bandit', 'fusion', 'council', 'expert-council', 'guide', 'error'])
export type ReplyMode = z.infer<typeof ReplyMode>

/** Characters of a picture inside a message; a larger one is uploaded first, with POST /api/files. */
export const INLINE_IMAGE_MAX = 1_000_000
/** The address of a file that was uploaded, as the answer of POST /api/files leads to. */
export const FILE_ADDRESS = /^\/api\/files\/[\w-]{1,64}$/
const ImageAddress = z
  .string()
  .max(
    INLINE_IMAGE_MAX,
    'That image is too large to be sent inside a message. Upload it with POST /api/files and give its address: /api/files/<id>.',
  )
  .regex(
    /^(?:data:image\/(?:png|jpe?g|gif|webp);base64,[A-Za-z0-9+/=]+|\/api\/files\/[\w-]{1,64})$/,
    'Attach the image as the address of an uploaded file (/api/files/<id>) or as a base64 data address (PNG, JPEG, GIF or WebP).',
  )

/** One message to the assistant: the body of every chat call of spec 7. */
export const ChatRequest = z
  .object({
    userId: z.string().max(128).default('anon'),
    message: z
      .string('The message must be text.')
      .max(
        MESSAGE_MAX,
        `A message has at most ${MESSAGE_MAX.toLocaleString('en')} characters. Attach longer text as a file.`,
      )
      .default(''),
    /** The client's own id for this message (a UUID): sent twice, it is taken once, and the second call shows the reply of the first. */
    messageId: z.uuid('A message’s id is a UUID.').nullish(),
    threadId: Id.nullish(),
    conversationId: z.string().max(128).nullish(),
    systemPrompt: z.string().max(20_000).nullish(),
    fusionMode: z.boolean().nullish(),
    soulMode: z.boolean().nullish(),
    attachedImage: ImageAddress.nullish(),
    preferredModel: z.string().max(200).nullish(),
    spaceId: z.string().max(64).nullish(),
    persona: PersonaKey.nullish(),
    /** Files uploaded with POST /api/files. */
    attachments: z.array(Id).max(20, 'Attach at most 20 files to one message.').nullish(),
    stream: z.boolean().nullish(),
  })
  .refine((request) => request.message.trim() !== '' || request.attachedImage || request.attachments?.length, {
    message: EMPTY_MESSAGE,
    path: ['message'],
  })
export type ChatRequest = z.infer<typeof ChatRequest>

/** POST /api/chat/message, the mobile chat's call. */
export const MobileChatRequest = z.object({
  message: z.string('The message must be text.').trim().min(1, EMPTY_MESSAGE).max(MESSAGE_MAX),
  industry: z.string().max(64).nullish(),
  mode: z.string().max(64).nullish(),
  messageId: ChatRequest.shape.messageId,
  threadId: Id.nullish(),
})

export const Attachment = z.object({
  id: z.string(),
  name: z.string(),
  mime: z.string(),
  /** bytes */
  size: z.number(),
  url: z.string(),
})
export type Attachment = z.infer<typeof Attachment>

/** A tool call as a reply shows it. `undo` is the id to give POST /api/changes/{id}/undo. */
export const ToolResult = z.object({
  callId: z.string(),
  /** `module.action` */
  action: z.string(),
  summary: z.string(),
  state: z.enum(['running', 'confirm', 'done', 'failed', 'declined']),
  input: z.unknown(),
  /** What the assistant asked for, where the person changed it before it ran. */
  asked: z.unknown().optional(),
  /** What the person said with their word, to the assistant. */
  note: z.string().optional(),
  /** Of one that waits for the person: what it would do. */
  effect: z.enum(['read', 'write', 'send']).optional(),
  /** Of one that waits for the person: POST /api/approvals/{id}/decide. */
  approval: z.object({ id: z.string(), argsHash: z.string() }).optional(),
  /** The team that it is done in: `team:<id>`. */
  scope: z.string().optional(),
  output: z.unknown().optional(),
  error: z.string().optional(),
  undo: z.string().optional(),
})
export type ToolResult = z.infer<typeof ToolResult>

/** Facts about a reply. Times are milliseconds; cost is millionths of a US dollar, null when the model has no known price. */
export const ReplyMeta = z.object({
  mode: ReplyMode.optional(),
  model: z.string().optional(),
  chosenProvider: z.string().optional(),
  providers: z.array(z.string()).optional(),
  latencyMs: z.number().optional(),
  firstTokenMs: z.number().optional(),
  forcedModel: z.string().optional(),
  /** The model that would have answered, had it been allowed to in this Space. */
  insteadOf: z.string().optional(),
  inputTokens: z.number().optional(),
  outputTokens: z.number().optional(),
  costMicros: z.number().nullable().optional(),
  taskId: z.string().optional(),
  provider: z.string().optional(),
  prompt: z.string().optional(),
  attachments: z
    .array(
      z.object({
        type: z.enum(['image', 'video']),
        url: z.string(),
        alt: z.string().optional(),
        provider: z.string().optional(),
      }),
    )
    .optional(),
  tools: z.array(ToolResult).optional(),
  /** What the built-in assistant answered, written out where the message referred to something before it: “and of 400?”. */
  said: z.string().optional(),
  /** The seat of the workforce that says this, and the task that it is about. */
  seat: z.object({ id: z.string(), name: z.string(), taskId: z.string() }).optional(),
  error: z.string().optional(),
})
export type ReplyMeta = z.infer<typeof ReplyMeta>

export const MessageStatus = z.enum(['streaming', 'complete', 'stopped', 'interrupted', 'failed', 'waiting'])
export type MessageStatus = z.infer<typeof MessageStatus>

export const Feedback = z.object({ value: z.enum(['up', 'down']).nullable(), reason: z.string().max(2_000).nullish() })
export type Feedback = z.infer<typeof Feedback>

/** A message in a thread. Messages form a tree by `parentId`; `siblings` are the branches at this point, oldest first, this one among them. */
export const Message = z.object({
  id: z.string(),
  parentId: z.string().nullable(),
  role: z.enum(['user', 'assistant', 'system']),
  content: z.string(),
  status: MessageStatus,
  runId: z.string().nullable(),
  createdAt: z.iso.datetime(),
  attachments: z.array(Attachment),
  meta: ReplyMeta,
  feedback: z.enum(['up', 'down']).nullable(),
  siblings: z.array(z.string()),
})
export type Message = z.infer<typeof Message>

export const Thread = z.object({
  id: z.string(),
  title: z.string(),
  space: z.string().nullable(),
  persona: PersonaKey,
  model: z.string().nullable(),
  pinned: z.boolean(),
  archived: z.boolean(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  /** The run that is writing a reply right now, if any. */
  activeRunId: z.string().nullable(),
})
export type Thread = z.infer<typeof Thread>

/** GET /api/chat/thread/{id}: the thread and its active branch, oldest first. */
export const ThreadHistory = Thread.extend({ messages: z.array(Message) })
export type ThreadHistory = z.infer<typeof ThreadHistory>

export const NewThread = z.object({ space: z.string().max(64).nullish(), title: z.string().trim().max(200).nullish() })

export const ThreadChange = z
  .object({
    title: z.string().trim().min(1, 'A title cannot be empty.').max(200, 'A title has at most 200 characters.'),
    pinned: z.boolean(),
    archived: z.boolean(),
    persona: PersonaKey,
    model: z.string().max(200).nullable(),
    space: z.string().max(64).nullable(),
  })
  .partial()
export type ThreadChange = z.infer<typeof ThreadChange>

export const ThreadList = z.object({ threads: z.array(Thread), nextCursor: z.string().nullable() })
export type ThreadList = z.infer<typeof ThreadList>

/** A place where the words were found. In `snippet` the found words stand between U+E000 and U+E001. */
export const SearchHit = z.object({
  threadId: z.string(),
  messageId: z.string().nullable(),
  title: z.string(),
  snippet: z.string(),
  at: z.iso.datetime(),
})
export type SearchHit = z.infer<typeof SearchHit>
export const HIT_START = '\uE000'
export const HIT_END = '\uE001'

/** The answer of every chat call that does not stream, and of edit, regenerate and continue (whose `text` is empty until the run ends). */
export const ChatReply = z.object({
  threadId: z.string(),
  runId: z.string(),
  messageId: z.string(),
  userMessageId: z.string().nullable(),
  text: z.string(),
  response: z.string(),
  meta: ReplyMeta,
})
export type ChatReply = z.infer<typeof ChatReply>

/** Data of the `chunk` event. `at` is the number of characters (UTF-16 units) of the reply before this text, so that a viewer can drop what it has. */
export interface TextChunk {
  type: 'text'
  text: string
  at: number
}

/** Data of the `status` event. */
export interface StatusEvent {
  status: 'thinking' | 'typing' | 'waiting' | 'restarted'
  text?: string
}

/** Data of the first `meta` event of a reply. */
export interface MetaEvent extends ReplyMeta {
  threadId: string
  runId: string
  messageId: string
  userMessageId: string | null
}

/** Data of the `done` event. */
export interface DoneEvent {
  threadId: string
  messageId: string
  status: MessageStatus
  title: string
  meta: ReplyMeta
  mode?: string
  attachments?: ReplyMeta['attachments']
}

/** Data of the `error` event. `message` is one of spec 8's sentences. */
export interface ErrorEvent {
  message: string
  code: string
}
