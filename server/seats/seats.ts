import type { Asker } from '../approvals/deciding.ts'
import type { ChatSeats } from '../chat/ports.ts'
import { runsThatHold, settleLeftOvers } from '../models/budget-ledger.ts'
import type { Route } from '../platform/http/route.ts'
import { transaction } from '../platform/runs/closing.ts'
import { agentRoutes } from './agent-routes.ts'
import { analyticsRoutes } from './analytics.ts'
import { expireApprovals, seatAsker } from './approving.ts'
import { monthCame } from './budget-waits.ts'
import { budgetRoutes } from './budgets-routes.ts'
import type { SeatsSettings } from './context.ts'
import { createDispatcher, KIND } from './dispatch.ts'
import { inboxRoutes } from './inbox.ts'
import { assignByMention, mentionedSeat } from './mention.ts'
import { orgRoutes } from './org-routes.ts'
import { seatRuns } from './run-worker.ts'
import { scheduleRoutes } from './schedule-routes.ts'
import { keepSchedules } from './schedules.ts'
import { seatRoutes } from './seat-routes.ts'
import { supportRoutes } from './support-routes.ts'
import { taskRoutes } from './task-routes.ts'
import { verdictRoutes } from './verdict-routes.ts'

/** ms between looks for work that nobody was told of */
const SWEEP_MS = 5_000

export interface Seats {
  routes: Route[]
  forChat: ChatSeats
  asker: Asker
  start(): void
  stop(): Promise<void>
}

/** Seats at work. `passed` is told of each boundary of a step, for the tests that end the process there. */
export function createSeats(given: Omit<SeatsSettings, 'wake'>, passed?: (boundary: string) => void): Seats {
  const { engine, log } = given
  const dispatcher = createDispatcher(given)
  const settings: SeatsSettings = {
    ...given,
    wake: dispatcher.wake,
  }
  engine.register(KIND, seatRuns(settings, passed))
  const pool = given.db.$client
  const chores: (() => Promise<void>)[] = [
    async () => dispatcher.wake(await transaction(pool, expireApprovals)),
    async () => dispatcher.wake(await monthCame(pool)),
    () => keepSchedules(settings),
    async () => {
      for (const run of await runsThatHold(pool)) await transaction(pool, (client) => settleLeftOvers(client, run))
    },
    () => dispatcher.sweep(),
  ]
  const keep = async () => {
    for (const chore of chores)
      await chore().catch((err) => log.warn({ err }, 'the seats could not be looked after; the next look tries again'))
  }
  let timer: NodeJS.Timeout | null = null
  return {
    asker: seatAsker(settings),
    forChat: {
      mentioned: (person, text) => mentionedSeat(settings, person, text),
      assign: (mention) => assignByMention(settings, mention),
    },
    routes: [
      ...agentRoutes(settings),
      ...seatRoutes(settings, settings.wake),
      ...orgRoutes(settings, settings.wake),
      ...budgetRoutes(settings, settings.wake),
      ...scheduleRoutes(settings, settings.wake),
      ...analyticsRoutes(settings, settings.wake),
      ...supportRoutes(settings, settings.wake),
      ...taskRoutes(settings),
      ...verdictRoutes(settings),
      ...inboxRoutes(settings),
    ],
    start() {
      timer = setInterval(() => void keep(), SWEEP_MS)
      timer.unref()
      void keep()
    },
    async stop() {
      if (timer) clearInterval(timer)
      await dispatcher.settled()
    },
  }
}
