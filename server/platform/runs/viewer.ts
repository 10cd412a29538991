import { END_MARK } from '@atrium/contract/runs'
import type { EventStream } from '../http/event-stream.ts'
import type { Log } from '../telemetry.ts'
import { type Frame, wireOf } from './frames.ts'

/** The events of a run, for the OpenAPI document. */
export const RUN_EVENTS =
  'Numbered events (`id`), the data of each in JSON: `chunk` {"text"}, a piece of the reply; `status` {"status"}, thinking, typing, waiting or restarted; `meta`, what is known about the reply; `tool-call` and `tool-result`, what is called and what came of it; `done`; `error` {"message", "code"}. At the end comes an unnamed event with the data [DONE].'

/** Where a viewer gets its frames from: the engine. */
export interface FrameSource {
  /** Stored and live frames after `seq`; `open` says whether more may come. */
  after(runId: string, seq: number): Promise<{ frames: Frame[]; open: boolean }>
  /** Calls `listener` for each new frame (with it when it is at hand, without when it must be read), until the result is called. */
  listen(runId: string, listener: (one: Frame | null) => void): () => void
}

/**
 * Shows a run to one connection: replays what came after `after`, then tails, then ends with [DONE].
 * A client that reads slowly is caught up from the log instead of buffering for it. Resolves when the stream is over.
 */
export function view(source: FrameSource, runId: string, after: number, stream: EventStream, log: Log): Promise<void> {
  return new Promise((done) => {
    let sent = after
    let blocked = false
    let reading = false
    let again = false
    let over = false
    const finish = (completely: boolean) => {
      if (over) return
      over = true
      unlisten()
      if (completely) {
        stream.write(`data: ${END_MARK}\n\n`)
        stream.end()
      }
      done()
    }
    const write = (one: Frame) => {
      sent = one.seq
      if (!stream.write(wireOf(one))) blocked = true
    }
    const catchUp = async () => {
      if (reading || blocked || over) {
        again = true
        return
      }
      reading = true
      try {
        do {
          again = false
          const { frames, open } = await source.after(runId, sent)
          for (const one of frames) {
            if (over) return
            if (blocked) break
            if (one.seq > sent) write(one)
          }
          if (!open && !blocked && !again) return finish(true)
        } while (again && !blocked)
      } catch (error) {
        log.warn({ err: error, runId }, 'a viewer could not read the log; it will re-attach')
        stream.end()
        finish(false)
      } finally {
        reading = false
      }
    }
    const unlisten = source.listen(runId, (one) => {
      // The next frame in order goes straight out; anything else is read from the log.
      if (one && !reading && !blocked && !over && one.seq === sent + 1) write(one)
      else void catchUp()
    })
    stream.onDrain(() => {
      blocked = false
      void catchUp()
    })
    stream.onClose(() => finish(false))
    void catchUp()
  })
}
