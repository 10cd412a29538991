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

  const send = () => {
    pause = undefined
    if (!next) return
    const told = next
    next = null
    pause = setTimeout(send, EVERY)
    tell(told)
    db.$client
      .query(`update jobs set done = $2, total = $3, note = $4 where id = $1 and status = 'running'`, [
        id,
        told.done,
        told.total,
        told.note,
      ])
      .catch(() => undefined) // the next one tells more
  }
  return {
    say(done: number, total: number | null, note = '') {
      next = { id, done: whole(done), total: total === null ? null : whole(total), note: note.slice(0, NOTE_MAX) }
      if (pause === undefined) send()
    },
    end() {
      clearTimeout(pause)
      pause = undefined
      next = null
    },
  }
}
