/** How far an import is: what of its file has been read, from 0 to 1, and the rows that were taken from it so far. */
export interface ImportProgress {
  upload: string
  read: number
  rows: number
}

/** ms between two messages */
const EVERY = 250

export interface ProgressTeller {
  /** What of the file has been read, from 0 to 1. */
  read(fraction: number): void
  rows(count: number): void
  end(): void
}

/** Tells how far an import is, a few times in a second at most; what came last is always told, unless it has ended. */
export function progressTeller(upload: string, tell: (progress: ImportProgress) => void): ProgressTeller {
  let now: ImportProgress = { upload, read: 0, rows: 0 }
  let isNew = false
  let pause: NodeJS.Timeout | undefined

  const say = () => {
    pause = undefined
    if (!isNew) return
    isNew = false
    pause = setTimeout(say, EVERY)
    tell(now)
  }
  const change = (next: Partial<ImportProgress>) => {
    now = { ...now, ...next }
    isNew = true
    if (pause === undefined) say()
  }
  return {
    // An import may read its file twice, or another one beside it: the bar never goes back.
    read: (fraction) => fraction > now.read && change({ read: fraction }),
    rows: (count) => change({ rows: count }),
    end() {
      clearTimeout(pause)
      pause = undefined
      isNew = false
    },
  }
}
