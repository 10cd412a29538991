import type { EventType } from '@atrium/contract/runs'

/** One event of a run's log. `json` is its data, encoded once. */
export interface Frame {
  seq: number
  type: EventType
  json: string
}

export const frame = (seq: number, type: EventType, json: string): Frame => ({ seq, type, json })

/** A frame on an event stream. Made for each viewer: a live run holds all of its frames, and each text only once. */
export const wireOf = ({ seq, type, json }: Frame): string => `id: ${seq}\nevent: ${type}\ndata: ${json}\n\n`

/** A piece of reply text as a chunk's data; `at` is where it begins in the reply, in UTF-16 units. */
export const chunkJson = (text: string, at: number): string =>
  `{"type":"text","text":${JSON.stringify(text)},"at":${at}}`

/** Frames as one row of run_events holds them: a JSON array of [type, data]. */
export function encodeFrames(frames: readonly Frame[]): string {
  let text = '['
  for (let at = 0; at < frames.length; at++) {
    const { type, json } = frames[at] as Frame
    text += `${at ? ',' : ''}["${type}",${json}]`
  }
  return `${text}]`
}

export function decodeFrames(firstSeq: number, text: string): Frame[] {
  const pairs = JSON.parse(text) as [EventType, unknown][]
  return pairs.map(([type, data], offset) => frame(firstSeq + offset, type, JSON.stringify(data)))
}

/** An attempt that takes over numbers its frames from here: viewers may have seen frames that were never stored. */
export const ATTEMPT_STEP = 100_000
/** The first number of an attempt (1, 2 …) after `lastSeq`, the highest one stored; different for every attempt. */
export const attemptStart = (attempt: number, lastSeq: number): number =>
  attempt === 1 ? 1 : Math.max(nextAttemptSeq(lastSeq), (attempt - 1) * ATTEMPT_STEP + 1)

export const nextAttemptSeq = (lastSeq: number): number => (Math.floor(lastSeq / ATTEMPT_STEP) + 1) * ATTEMPT_STEP + 1
