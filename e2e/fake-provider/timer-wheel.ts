/** ms */
const TICK = 4
const SLOTS = 512

export interface Timed {
  /** ms on the clock of `performance.now()`; whoever schedules sets it. */
  due: number
  step(): void
}

/** One interval for any number of streams: a timer of its own for every stream would cost more than the stream. */
export function timerWheel() {
  const slots: Timed[][] = Array.from({ length: SLOTS }, () => [])
  let waiting = 0
  let tick = 0
  let interval: NodeJS.Timeout | null = null

  function turn() {
    const now = Math.floor(performance.now() / TICK)
    // After a pause of more than a round, one round visits every slot.
    if (now - tick > SLOTS) tick = now - SLOTS
    while (tick < now) {
      tick++
      const at = tick % SLOTS
      const entries = slots[at] ?? []
      if (entries.length === 0) continue
      slots[at] = []
      for (const entry of entries) {
        waiting--
        if (entry.due <= now * TICK) entry.step()
        else schedule(entry)
      }
    }
    if (waiting === 0 && interval) {
      clearInterval(interval)
      interval = null
    }
  }

  function schedule(entry: Timed) {
    if (!interval) {
      tick = Math.floor(performance.now() / TICK)
      interval = setInterval(turn, TICK)
    }
    const due = Math.max(Math.ceil(entry.due / TICK), tick + 1)
    slots[due % SLOTS]?.push(entry)
    waiting++
  }

  return { schedule }
}
