import type { Usage } from '../../server/models/model.ts'

export type Protocol = 'openai' | 'anthropic' | 'google'

/** Ways in which real servers stray from the protocol, or use a part of it that few do. */
export type Quirk =
  /** The usage comes with the last piece of text, not in a chunk of its own. */
  | 'usage-with-content'
  /** A tool call's input in one piece, without an index. */
  | 'tool-call-whole'
  /** As above, and the input an object, not text. */
  | 'tool-input-object'
  /** Every tool call has index 0. */
  | 'tool-index-zero'
  /** CR LF between lines. */
  | 'crlf'
  /** Comments between events, as routers send to keep the connection alive. */
  | 'comments'
  /** No `[DONE]`, no `message_stop`. */
  | 'no-end-mark'
  /** The last event lacks its blank line. */
  | 'no-last-blank'
  /** The connection stays open after the last event. */
  | 'hold-open'
  /** Text as an array of parts, and `content: null` beside it. */
  | 'content-parts'
  /** Thinking before the answer. */
  | 'thinking'
  /** The prompt was blocked, not the answer (Gemini). */
  | 'blocked-prompt'

export interface ScriptedCall {
  id?: string
  name: string
  input: unknown
  signature?: string
}

export interface Wire {
  pieces: string[]
  /** Written again and again after them. */
  again?: string
  /** ms between two writes */
  delay?: number
  /** Closes the connection in the end. */
  close?: boolean
}

/** What the fake provider does with one request. */
export interface Script {
  /** Serves only a request whose last user text contains this. */
  match?: string
  /** How many requests it serves; 1 when absent. */
  times?: number
  text?: string
  /** code points per chunk; words when absent */
  chunkSize?: number
  /** ms before the headers */
  initialDelay?: number
  /** ms between chunks */
  delay?: number
  /** Re-cuts the body into packets of this many bytes, through characters and events. */
  packet?: number
  toolCalls?: ScriptedCall[]
  /** characters of a tool call's input per chunk; 8 when absent */
  toolChunkSize?: number
  /** By what it sends when absent; null sends no reason. */
  finish?: 'stop' | 'length' | 'refused' | null
  /** Counted when absent; null sends none. */
  usage?: Usage | null
  quirks?: Quirk[]
  /** The status; with one that fails, or with a body, no stream is sent. */
  status?: number
  headers?: Record<string, string>
  /** The body in place of a stream: text as it is, anything else as JSON. */
  body?: unknown
  /** Sends this in the stream after the text. */
  error?: unknown
  /** Waits after so many events, each time until it is told to go on. */
  pauseAt?: number[]
  /** Goes silent after so many events, the connection open. */
  stallAfter?: number
  /** Breaks the connection after so many events. */
  dropAfter?: number
  /** A body that is no event stream. */
  garbage?: 'html' | 'bytes' | 'text' | 'endless' | 'json' | 'broken-event'
  /** The answer as it goes over the wire, head and all, each character a byte (latin1). */
  wire?: Wire
  /** Accepts the request and never answers. */
  never?: boolean
}

/** One request as the fake provider received it. */
export interface Received {
  id: number
  protocol: Protocol | 'list'
  path: string
  headers: Record<string, string | string[] | undefined>
  body: unknown
  /** Events (or packets, or bytes of the wire) written so far. */
  written: number
  state: 'open' | 'finished' | 'closed by client' | 'dropped'
}

/** The ids that the list calls give, or the status they fail with. */
export interface Lists {
  openai?: unknown[]
  anthropic?: unknown[]
  google?: unknown[]
  status?: number
}
