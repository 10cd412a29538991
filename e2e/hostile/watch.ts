import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'

/** What was seen since the last look: milliseconds and megabytes. */
export interface Watched {
  /** The longest answer of /healthz, one that still waits included. */
  longest: number
  /** The longest of these, less what the server's main thread waited for a processor meanwhile. */
  late: number
  /** How long the server's main thread ran between a question to /healthz and its answer, at most. */
  busy: number
  /** The longest answer of a server that does nothing else, meanwhile. */
  control: number
  /** Questions that have not been answered yet. */
  waiting: number
  /** The most memory of the server's process. */
  peak: number
  rss: number
  /** The most memory of the processes that it has started, its database left out. */
  children: number
}

export interface Watch {
  look(pid?: number): Promise<Watched>
  stop(): void
}

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url))

/** Watches a server from other processes, so that what the tests do themselves does not count. */
export async function watch(url: string, pid: number): Promise<Watch> {
  const bare = fork(here('./bare-server.ts'))
  const [port] = (await once(bare, 'message')) as [number]
  const watcher = fork(here('./watch-process.ts'), [`${url}/healthz`, `http://127.0.0.1:${port}/`, String(pid)])
  await once(watcher, 'message')
  return {
    async look(of) {
      watcher.send({ pid: of })
      const [seen] = (await once(watcher, 'message')) as [Watched]
      return seen
    },
    stop() {
      watcher.disconnect()
      bare.disconnect()
    },
  }
}

/** A server that does nothing but answer; run by `bare-server.ts` in a process of its own. */
export async function answerOnly(): Promise<number> {
  const server = createServer((_, answer) => answer.end('{}'))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return (server.address() as AddressInfo).port
}
