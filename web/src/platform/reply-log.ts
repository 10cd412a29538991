import type { DoneEvent, MetaEvent, ReplyMeta, StatusEvent, ToolResult } from '@atrium/contract/chat'
import { sentences } from '@atrium/contract/sentences'
import type { StreamEvent } from './event-stream.ts'
import { type StreamFailure, sentenceForErrorEvent } from './stream-failure.ts'

/** Spec 4.4. */
export type StreamStatus = 'idle' | 'thinking' | 'typing' | 'done' | 'error'
export type StreamConnection = 'open' | 'reconnecting' | 'offline'
export type ReplyAttachment = NonNullable<ReplyMeta['attachments']>[number]

export interface RunHandlers {
  /** The server has accepted: from here the draft may go. */
  onAccepted?(ids: { threadId: string | null; runId: string | null }): void
  onStatus?(status: StreamStatus, text?: string): void
  onConnection?(connection: StreamConnection): void
  /** Whether the run waits for a person to allow or decline something. */
  onWaiting?(waiting: boolean): void
  /** The whole text so far. */
  onText?(text: string): void
  onMeta?(meta: Partial<MetaEvent>): void
  onTool?(tool: ToolResult): void
  onDone?(done: DoneEvent | null): void
  onError?(failure: StreamFailure): void
}

/**
 * Folds a run's events into a reply, each event once whatever the connections did: by its number, and text also by the
 * place it stands at.
 */
export function replyLog(handlers: RunHandlers, initialText: string, after: number) {
  let text = initialText
  let last = after
  let ended = false
  let gap = false
  let progress = false
  let waiting = false
  /** A rewound log is taken as it comes, or a hole in it would rewind it for ever. */
  let rewound = false
  /** The run was started anew: the next text replaces what stands at its place and behind it. */
  let restarted = false
  let failed = false
  let done: DoneEvent | null = null
  let attachments: ReplyAttachment[] = []
  let tools = 0

  const setWaiting = (next: boolean) => {
    if (next === waiting) return
    waiting = next
    handlers.onWaiting?.(next)
  }

  const append = (chunk: string, at: number | undefined) => {
    if (restarted && at !== undefined) {
      restarted = false
      text = text.slice(0, at)
    }
    if (at !== undefined && at > text.length && !rewound) {
      gap = true
      return
    }
    const fresh = at === undefined || at > text.length ? chunk : chunk.slice(text.length - at)
    setWaiting(false)
    if (fresh === '') return
    text += fresh
    handlers.onText?.(text)
    handlers.onStatus?.('typing')
  }

  const chunk = (data: unknown, raw: string) => {
    if (typeof data === 'number' || typeof data === 'boolean' || data === null) return append(raw, undefined)
    if (typeof data === 'string') return append(data, undefined)
    const piece = data as { text?: string; at?: number } & Omit<Partial<ReplyAttachment>, 'type'> & { type?: string }
    if (piece.type === 'text' && typeof piece.text === 'string') return append(piece.text, piece.at)
    if ((piece.type === 'image' || piece.type === 'video') && piece.url) {
      if (attachments.some(({ url }) => url === piece.url)) return
      attachments = [...attachments, { type: piece.type, url: piece.url, alt: piece.alt, provider: piece.provider }]
      handlers.onMeta?.({ attachments })
    }
  }

  const take = ({ type, id, data: raw }: StreamEvent) => {
    if (ended || gap) return
    if (raw === '[DONE]') {
      ended = true
      return
    }
    const seq = id === '' ? Number.NaN : Number(id)
    if (seq <= last) return
    const data = parsed(raw)
    switch (type) {
      case 'chunk':
      case 'message':
        chunk(data, raw)
        break
      case 'status': {
        const status = (data ?? {}) as Partial<StatusEvent>
        setWaiting(status.status === 'waiting')
        if (status.status === 'restarted') restarted = true
        handlers.onStatus?.(
          status.status === 'typing' && text ? 'typing' : 'thinking',
          typeof data === 'string' ? data : status.text,
        )
        break
      }
      case 'meta':
        handlers.onMeta?.((data ?? {}) as Partial<MetaEvent>)
        break
      case 'tool-result':
        tools += 1
        setWaiting((data as ToolResult).state === 'confirm')
        handlers.onTool?.(data as ToolResult)
        break
      case 'done':
        done = data && typeof data === 'object' ? (data as DoneEvent) : null
        ended = true
        break
      case 'error': {
        const told =
          typeof data === 'string' ? { message: data } : ((data ?? {}) as { message?: string; code?: string })
        ended = failed = true
        handlers.onStatus?.('error')
        handlers.onError?.({ sentence: sentenceForErrorEvent(told.message ?? ''), code: told.code })
        break
      }
    }
    if (gap) return
    progress = true
    if (seq > last) last = seq
  }

  return {
    take,
    text: () => text,
    lastSeq: () => last,
    ended: () => ended,
    gap: () => gap,
    waiting: () => waiting,
    /** Whether anything new came since this was last asked. */
    progressed: () => {
      const was = progress
      progress = false
      return was
    },
    rewind: () => {
      gap = false
      rewound = true
      last = 0
    },
    close: () => {
      if (failed) return
      const pictures = attachments.length + (done?.attachments?.length ?? 0) + (done?.meta?.attachments?.length ?? 0)
      const complete = !done || done.status === 'complete' || done.status === undefined
      if (complete && text.trim() === '' && pictures === 0 && tools === 0 && !done?.meta?.taskId) {
        text = sentences.emptyDone
        handlers.onText?.(text)
      }
      handlers.onStatus?.('done')
      handlers.onDone?.(done)
    },
  }
}

function parsed(raw: string): unknown {
  try {
    return JSON.parse(raw)
  } catch (error) {
    // Spec 7: a chunk may be plain text.
    if (error instanceof SyntaxError) return raw
    throw error
  }
}
