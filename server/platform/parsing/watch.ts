import { Worker } from 'node:worker_threads'

/** How a process that broke a limit says which: it cannot speak any more, its thread is busy. Both end it at once, without a core dump. */
export const ENDED_BY = { memory: 'SIGUSR2', time: 'SIGVTALRM' } as const

/** ms between looks */
const EVERY = 20

// Runs beside the busy thread. V8 bounds its heap only, what a stream unpacks to lies outside; and a loop lets no timer run.
const WATCHER = `
const { workerData: { state } } = require('node:worker_threads')
const parent = process.ppid
for (;;) {
  Atomics.wait(state, 0, 0)
  const run = Atomics.load(state, 3)
  const begun = process.cpuUsage()
  while (Atomics.load(state, 0) === 1 && Atomics.load(state, 3) === run) {
    if (process.memoryUsage.rss() > Atomics.load(state, 1) * 1048576) process.kill(process.pid, '${ENDED_BY.memory}')
    const { user, system } = process.cpuUsage(begun)
    if ((user + system) / 1000 > Atomics.load(state, 2)) process.kill(process.pid, '${ENDED_BY.time}')
    if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL')
    Atomics.wait(state, 0, 1, ${EVERY})
  }
}`

/** Watches this process while it works: ends it where it takes more memory or time than a job may. */
export function watchProcess(): { begin(limits: { memory: number; time: number }): void; end(): void } {
  const state = new Int32Array(new SharedArrayBuffer(16))
  new Worker(WATCHER, { eval: true, workerData: { state } }).unref()
  return {
    begin({ memory, time }) {
      Atomics.store(state, 1, memory)
      Atomics.store(state, 2, time)
      Atomics.add(state, 3, 1)
      Atomics.store(state, 0, 1)
      Atomics.notify(state, 0)
    },
    end() {
      Atomics.store(state, 0, 0)
      Atomics.notify(state, 0)
    },
  }
}
