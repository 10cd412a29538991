import type { Page } from '@playwright/test'
import { ms } from './measure.ts'

interface TraceEvent {
  name: string
  ph: string
  pid: number
  tid: number
  /** µs by the clock */
  dur?: number
  /** µs of processor time */
  tdur?: number
  args: { name?: string }
}

/** What a page's main thread did. */
export interface Tasks {
  /** ms by the clock of the tasks that the browser calls long */
  long: number[]
  /** ms of processor time of the longest task: unlike its time by the clock, it does not grow when others use the machine */
  longestCpu: number
  /** ms of processor time of all tasks */
  cpu: number
}

export const LONG_TASK = 50 // ms: what the browser calls a long task

/** Does something with a page and says what the main thread did meanwhile, by the browser's own trace. */
export async function tasksOf(page: Page, work: () => Promise<void>): Promise<Tasks> {
  const browser = page.context().browser()
  if (!browser) throw new Error('The page belongs to no browser that could be traced.')
  await browser.startTracing(page, { categories: ['toplevel', '__metadata'] })
  await work()
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] }
  const threads = traceEvents
    .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
    .map(({ pid, tid }) => {
      const own = traceEvents.filter(
        (event) => event.pid === pid && event.tid === tid && event.ph === 'X' && event.name.endsWith('RunTask'),
      )
      return own.map(({ dur = 0, tdur = 0 }) => ({ wall: dur / 1_000, cpu: tdur / 1_000 }))
    })
  const cpuOf = (tasks: readonly { cpu: number }[]) => tasks.reduce((sum, { cpu }) => sum + cpu, 0)
  // A browser keeps a spare renderer; the page's is the one that works.
  const [tasks = []] = threads.sort((one, other) => cpuOf(other) - cpuOf(one))
  return {
    long: tasks.filter(({ wall }) => wall > LONG_TASK).map(({ wall }) => wall),
    longestCpu: Math.max(0, ...tasks.map(({ cpu }) => cpu)),
    cpu: cpuOf(tasks),
  }
}

export const together = (parts: readonly Tasks[]): Tasks => ({
  long: parts.flatMap(({ long }) => long),
  longestCpu: Math.max(...parts.map(({ longestCpu }) => longestCpu)),
  cpu: parts.reduce((sum, { cpu }) => sum + cpu, 0),
})

export const worst = (tasks: readonly number[]): string =>
  tasks.length === 0 ? 'none' : `${tasks.length}, longest ${ms(Math.max(...tasks))}`
