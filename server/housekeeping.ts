import { alone } from './platform/alone.ts'
import type { Log } from './platform/telemetry.ts'

const HOUR = 3_600_000

interface House {
  /** What is done when the server starts and every hour, one after the other. */
  hourly: readonly (() => Promise<unknown>)[]
  orders: { keep(): Promise<void>; keepCards(): Promise<void> }
  /** ms between looks at orders and periods that are due */
  ordersEvery: number
  log: Log
}

/** What the server does for itself while nobody asks. */
export function createHousekeeping({ hourly, orders, ordersEvery, log }: House): { start(): void; stop(): void } {
  const keepHouse = async () => {
    try {
      for (const step of hourly) await step()
    } catch (error) {
      log.warn({ err: error }, 'housekeeping failed; the next hour tries again')
    }
  }
  const keepPeriods = alone(
    () => orders.keep(),
    (err) => log.warn({ err }, 'orders and subscriptions were not kept; the next minute tries again'),
  )
  const keepCards = alone(
    () => orders.keepCards(),
    (err) => log.warn({ err }, 'payments by card were not kept; the next minute tries again'),
  )
  /** A Stripe that does not answer holds up no period: what it is asked for has its own turn. */
  const keepOrders = async () => {
    await keepPeriods()
    void keepCards()
  }
  const timers: NodeJS.Timeout[] = []
  const every = (ms: number, work: () => Promise<void>) => {
    timers.push(setInterval(() => void work(), ms).unref())
    void work()
  }
  return {
    start() {
      every(HOUR, keepHouse)
      every(ordersEvery, keepOrders)
    },
    stop() {
      for (const timer of timers) clearInterval(timer)
    },
  }
}
