import type { Database } from '../platform/database/connect.ts'
import type { JobRow } from './rows.ts'

export interface Told {
  id: string
  done: number
  total: number | null
  note: string
}

/** ms between two messages, and between two writes */
const EVERY = 250
const NOTE_MAX = 200
const INTEGER_MAX = 2_147_483_647

const whole = (value: number) => Math.max(0, Math.min(INTEGER_MAX, Math.floor(value) || 0))

/** How far a job is: kept for pages that come later, told to those that are open, a few times in a second at most. */
export function createProgress(db: Database, { id }: Pick<JobRow, 'id'>, tell: (told: Told) => void) {
  let next: Told | null = null
  let pause: NodeJS.Timeout | undefined
  let isOver = false
  /** One write after the other: an older one never lies over a newer one. */
  let writing: Promise<unknown> = Promise.resolve()

  const write = ({ done, total, note }: Told) =>
    db.$client
      .query(`update jobs set done = $2, total = $3, note = $4 where id = $1 and status = 'running'`, [
        id,
        done,
        total,
        note,
      ])
      .catch(() => undefined) // the next one tells more

  const send = () => {
    pause = undefined
    if (!next) return
    const told = next
    next = null
    pause = setTimeout(send, EVERY)
    tell(told)
    writing = writing.then(() => write(told))
  }
  const drop = () => {
    isOver = true
    clearTimeout(pause)
    next = null
  }
  return {
    say(done: number, total: number | null, note = '') {
      if (isOver) return
      next = { id, done: whole(done), total: total === null ? null : whole(total), note: note.slice(0, NOTE_MAX) }
      if (pause === undefined) send()
    },
    /** Settles when what was said last is kept; what is said from now on is not heard. */
    async end() {
      clearTimeout(pause)
      send()
      drop()
      await writing
    },
    /** The job goes on elsewhere, which says how far it is. */
    drop,
  }
}
