import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Log } from './telemetry.ts'

const MB = 1024 * 1024

/** What is known of the process at one look. */
export interface Look {
  /** bytes of memory that the process holds */
  resident: number
  /** ms of processor time since the process began */
  worked: number
  /** Runs and the like that go on. */
  busy: number
}

interface Settings {
  /** ms between looks */
  every: number
  /** looks in a row without work, before memory is given back */
  restful: number
  /** of the time between two looks: less is rest */
  share: number
  /** bytes above what was left the last time; less is not worth the pause */
  worth: number
  /** When the process holds more than `above` bytes, so many looks are enough, if so many bytes have come. */
  pressed: { above: number; restful: number; worth: number }
}

/** 15 s of rest; 2 s when the process is large, for then a short lull may be all there is. */
const SETTINGS: Settings = {
  every: 1_000,
  restful: 15,
  share: 0.05,
  worth: 48 * MB,
  pressed: { above: 640 * MB, restful: 2, worth: 160 * MB },
}

/** Says at which looks memory should be given back: when nothing has gone on for a while, and much has come since the last time. */
export function idleness({ every, restful, share, worth, pressed }: Settings = SETTINGS) {
  let workedBefore = 0
  let rests = 0
  let floor = 0
  return {
    isTime({ resident, worked, busy }: Look): boolean {
      const rested = busy === 0 && worked - workedBefore < every * share
      workedBefore = worked
      rests = rested ? rests + 1 : 0
      floor = Math.min(floor, resident) // the system may have taken some by itself
      if (resident > pressed.above && rests >= pressed.restful && resident > floor + pressed.worth) return true
      return rests >= restful && resident > floor + worth
    },
    /** What is left afterwards is needed: the next time counts from there. */
    gaveBack(resident: number) {
      floor = resident
      rests = 0
    },
  }
}

/**
 * V8 collects when somebody allocates. After a burst nobody does, and hundreds of megabytes of garbage stay: so a server at rest
 * collects once. Of the flavours of `gc` only `last-resort` gives the emptied pages back to the system.
 */
function collector(): () => void {
  setFlagsFromString('--expose-gc')
  const gc = runInNewContext('gc') as (options: object) => void
  setFlagsFromString('--no-expose-gc')
  return () => gc({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}

/** Gives memory back whenever the process rests. The result ends that. */
export function releaseWhenIdle({ busy, log }: { busy: () => number; log: Log }): () => void {
  const idle = idleness()
  const collect = collector()
  const resident = () => process.memoryUsage.rss()
  const timer = setInterval(() => {
    const { user, system } = process.cpuUsage()
    const before = resident()
    if (!idle.isTime({ resident: before, worked: (user + system) / 1000, busy: busy() })) return
    const began = performance.now()
    collect()
    const after = resident()
    idle.gaveBack(after)
    const ms = Math.round(performance.now() - began)
    log.debug({ before, after, ms, heap: getHeapStatistics().total_heap_size }, 'memory was given back')
  }, SETTINGS.every).unref()
  return () => clearInterval(timer)
}
