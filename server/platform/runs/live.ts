import type { EventType } from '@atrium/contract/runs'
import { chunkJson, encodeFrames, type Frame, frame } from './frames.ts'
import type { EventRow } from './store.ts'

/** Receives each frame of a run as it is made; null means that something happened that must be read: look again. */
export type Listener = (one: Frame | null) => void

/** A run that this instance is carrying out: its frames of this attempt, in memory until they are stored. */
export interface LiveRun {
  readonly id: string
  readonly fence: number
  readonly firstSeq: number
  readonly frames: Frame[]
  /** The highest seq that is stored. */
  stored: number
  readonly listeners: Set<Listener>
  /** Aborts the work; its reason says why. */
  readonly controller: AbortController
  /** True before the run itself is stored, and while its end is: ticks and heartbeats leave it alone. */
  held: boolean
}

export function liveRun(id: string, fence: number, firstSeq: number, listeners: Set<Listener>): LiveRun {
  return {
    id,
    fence,
    firstSeq,
    frames: [],
    stored: firstSeq - 1,
    listeners,
    controller: new AbortController(),
    held: false,
  }
}

export const lastSeq = (run: LiveRun): number => run.firstSeq + run.frames.length - 1

export function append(run: LiveRun, type: EventType, json: string): Frame {
  const one = frame(run.firstSeq + run.frames.length, type, json)
  run.frames.push(one)
  return one
}

export function deliver(run: LiveRun, one: Frame): void {
  for (const listener of run.listeners) listener(one)
}

/** Frames after `seq` that are in memory. */
export const framesAfter = (run: LiveRun, seq: number): Frame[] => run.frames.slice(Math.max(0, seq - run.firstSeq + 1))

export const appendChunk = (run: LiveRun, text: string, at: number): Frame => append(run, 'chunk', chunkJson(text, at))

/** What the next tick stores of this run; null when everything is stored. */
export function unstored(run: LiveRun): EventRow | null {
  const until = lastSeq(run)
  if (run.held || until <= run.stored) return null
  const frames = framesAfter(run, run.stored)
  return { runId: run.id, fence: run.fence, firstSeq: run.stored + 1, seq: until, frames: encodeFrames(frames) }
}
