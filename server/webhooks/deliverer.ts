import { attempt, type Claimed, claimDue, type Delivering, type Room } from './delivering.ts'

/** A receiver, or an owner, that takes its time keeps nobody else waiting. */
const ROOM: Room = { all: 64, ofHost: 4, ofOwner: 8 }

export interface Deliverer {
  /** Begins what is due and has room; what ends makes room for the next. */
  look(): void
  /** Begins nothing more. */
  stop(): void
  /** Waits for what is under way, and answers how many were tried since the last time. */
  idle(): Promise<number>
}

export function createDeliverer(delivering: Delivering): Deliverer {
  const { log } = delivering
  const open = new Set<Claimed>()
  const sending = new Set<Promise<void>>()
  let looking: Promise<void> | null = null
  let isWanted = false
  let isStopped = false
  let tried = 0

  const send = (one: Claimed) => {
    open.add(one)
    tried += 1
    const sent = attempt(delivering, one)
      .catch((err) => log.warn({ err, delivery: one.id }, 'a delivery failed; it is tried again'))
      .finally(() => {
        open.delete(one)
        sending.delete(sent)
        look()
      })
    sending.add(sent)
  }

  const claim = async () => {
    while (isWanted && !isStopped) {
      isWanted = false
      if (open.size >= ROOM.all) continue
      const claimed = await claimDue(delivering, ROOM, [...open]).catch((err) => {
        log.warn({ err }, 'webhooks were not told; they are in a moment')
        return []
      })
      for (const one of claimed) send(one)
      if (claimed.length > 0) isWanted = true // whoever stood behind them in the line
    }
    looking = null
  }

  function look() {
    isWanted = true
    if (!isStopped) looking ??= claim()
  }

  return {
    look,
    stop() {
      isStopped = true
    },
    async idle() {
      while (looking || sending.size > 0) await Promise.all([looking, ...sending])
      const count = tried
      tried = 0
      return count
    },
  }
}
