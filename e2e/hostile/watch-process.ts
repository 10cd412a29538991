// A process of its own: asks the server and a bare one whether they are up, every 25 ms by its own timer, and looks at the
// server's memory. Two things say how much of a long answer is the machine's: the bare server, asked at the same moments, and
// (on Linux) how long the server's main thread ran, and how long it waited for a processor, between question and answer.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { statusMegabytes } from './memory.ts'
import type { Watched } from './watch.ts'

const [healthz = '', control = ''] = process.argv.slice(2)
let pid = Number(process.argv[4])

/** Milliseconds that a process's main thread has run, and has waited for a processor while it could have run. */
function timesOf(id: number): { ran: number; waited: number } {
  try {
    const [ran, waited] = readFileSync(`/proc/${id}/task/${id}/schedstat`, 'utf8').split(' ')
    return { ran: Number(ran) / 1e6, waited: Number(waited) / 1e6 }
  } catch {
    return { ran: 0, waited: 0 }
  }
}

function poll(url: string) {
  const agent = new Agent({ keepAlive: true })
  const waiting = new Map<number, ReturnType<typeof timesOf>>()
  let seen = { longest: 0, late: 0, busy: 0 }
  const take = (began: number, before: ReturnType<typeof timesOf>) => {
    const longest = performance.now() - began
    const now = timesOf(pid)
    seen = {
      longest: Math.max(seen.longest, longest),
      late: Math.max(seen.late, longest - Math.max(0, now.waited - before.waited)),
      busy: Math.max(seen.busy, now.ran - before.ran),
    }
  }
  const ask = () => {
    if (waiting.size >= 8) return // the one that waits longest says it all
    const began = performance.now()
    const of = pid
    const before = timesOf(of)
    waiting.set(began, before)
    const ended = () => {
      if (waiting.delete(began) && of === pid) take(began, before)
    }
    get(url, { agent }, (answer) => answer.resume().on('end', ended).on('error', ended)).on('error', ended)
  }
  setInterval(ask, 25)
  return {
    waiting,
    look() {
      for (const [began, before] of waiting) take(began, before)
      const all = seen
      seen = { longest: 0, late: 0, busy: 0 }
      return all
    },
    forget: () => waiting.clear(),
  }
}

/** The memory of what the server has started, its database left out. */
function childrenOf(id: number | string): number {
  let sum = 0
  try {
    for (const task of readdirSync(`/proc/${id}/task`))
      for (const child of readFileSync(`/proc/${id}/task/${task}/children`, 'utf8').trim().split(' ').filter(Boolean)) {
        if (/postgres/.test(readFileSync(`/proc/${child}/cmdline`, 'utf8'))) continue
        sum += statusMegabytes(child, 'VmRSS') + childrenOf(child)
      }
  } catch {
    // It has ended meanwhile.
  }
  return sum
}

const server = poll(healthz)
const bare = poll(control)
let children = 0
setInterval(() => {
  children = Math.max(children, childrenOf(pid))
}, 100)

process.on('message', (message: { pid?: number }) => {
  if (message.pid !== undefined && message.pid !== pid) {
    pid = message.pid
    server.forget()
  }
  const seen: Watched = {
    ...server.look(),
    control: bare.look().longest,
    waiting: server.waiting.size,
    peak: statusMegabytes(pid, 'VmHWM'),
    rss: statusMegabytes(pid, 'VmRSS'),
    children,
  }
  children = 0
  try {
    writeFileSync(`/proc/${pid}/clear_refs`, '5') // the peak is counted anew
  } catch {
    // Where it is not allowed, the peak is that of all files so far.
  }
  process.send?.(seen)
})
process.on('disconnect', () => process.exit())
process.send?.('ready')
