import { z } from 'zod'

/** One answer of a call, for the OpenAPI document. */
export interface DescribedAnswer {
  description: string
  /** By media types or ranges of them (`application/zip`, `image/*`); null for bytes. None: an answer without a body. */
  content?: Readonly<Record<string, z.ZodType | null>>
  /** The headers that it always has, and those that it may have. */
  headers?: Readonly<Record<string, { description: string; schema: z.ZodType; always?: boolean }>>
}

/** What the declaration of a call cannot say by its schemas alone: headers that the handler reads, bytes that it takes and sends. */
export interface DescribedCall {
  /** Headers that the handler reads: an object schema, each key the name of a header. */
  takesHeaders?: z.ZodType
  /** Media types of a body that the handler reads itself. None: it takes no body. */
  takes?: readonly string[]
  /** The schema of such a body, where it has one (a form). */
  takesSchema?: z.ZodType
  /** The protocol of this address knows no GET: it is described as HEAD, which comes to the same handler. */
  onlyHead?: boolean
  /** A form or beacon without a body is fine: the schema decides about `{}`. */
  bodyOptional?: boolean
  /** Answers by their status, beside the usual one and the refusals that every call has. */
  answers?: Readonly<Record<number, DescribedAnswer>>
}

const text = z.string()

/** The answers of an address that sends a stored file: whole, a part of it, nothing new, or no such part (RFC 9110, 14). */
export const fileAnswers = (
  description: string,
  content: Readonly<Record<string, z.ZodType | null>>,
): NonNullable<DescribedCall['answers']> => {
  const etag = { ETag: { description: 'Of these bytes, for If-None-Match and If-Range.', schema: text, always: true } }
  const range = { description: 'The part that is sent, and the size of the whole.', schema: text, always: true }
  return {
    200: { description, content, headers: etag },
    206: { description: 'The part that Range asked for.', content, headers: { ...etag, 'Content-Range': range } },
    304: { description: 'What If-None-Match names is still so.', headers: etag },
    416: { description: 'There is no such part.', headers: { ...etag, 'Content-Range': range } },
  }
}
/** Whatever somebody uploaded: its own type, found out from its bytes. */
export const ANY_FILE = {
  'application/*': null,
  'audio/*': null,
  'font/*': null,
  'image/*': null,
  'model/*': null,
  'text/*': null,
  'video/*': null,
} as const

/** One answer with these contents. */
export const answered = (
  description: string,
  content: Readonly<Record<string, z.ZodType | null>>,
): NonNullable<DescribedCall['answers']> => ({ 200: { description, content } })

/** An event stream (WHATWG, server-sent events), its events in words: OpenAPI 3.1 has no schema for them. */
export const eventStream = (events: string) => ({ 'text/event-stream': z.string().describe(events) })

/** What a call answers that has nothing to say. */
export const Done = z.object({ ok: z.literal(true) })
