import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Lists, Received, Script } from './script.ts'

export type { Lists, Quirk, Received, Script } from './script.ts'

export interface FakeProvider {
  /** `http://127.0.0.1:port`, without a path */
  url: string
  pid: number
  /** Queues what the next requests get, in order. */
  script(...scripts: Script[]): Promise<void>
  /** What a request gets when nothing is queued; an echo of the last user text at first. */
  byDefault(script: Script): Promise<void>
  /** What the list calls give; nothing at first. */
  lists(lists: Lists): Promise<void>
  /** Lets the streams that stand at a pause go on. */
  goOn(): Promise<void>
  /** The requests since the last reset, oldest first. */
  requests(): Promise<Received[]>
  /** Waits until a request is as wanted, and gives it. Throws after `patience` ms. */
  received(wanted: (request: Received) => boolean, patience?: number): Promise<Received>
  reset(): Promise<void>
  stop(): Promise<void>
}

/** Starts the fake provider in a process of its own, which ends with this one at the latest. */
export async function startFakeProvider(): Promise<FakeProvider> {
  const main = fileURLToPath(new URL('main.ts', import.meta.url))
  const child = spawn(process.execPath, [main, '--port', '0', '--child'], { stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout })
  const failed = once(child, 'exit').then(([code]) => {
    throw new Error(`the fake provider ended at its start (${String(code)})`)
  })
  const [line] = (await Promise.race([once(lines, 'line'), failed])) as [string]
  failed.catch(() => undefined)
  const { port } = JSON.parse(line) as { port: number }
  const url = `http://127.0.0.1:${port}`

  async function control<T>(call: string, body?: unknown): Promise<T> {
    const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
    const response = await fetch(`${url}/control/${call}`, init)
    if (!response.ok) throw new Error(`the fake provider refused ${call}: ${response.status}`)
    return (await response.json()) as T
  }
  const requests = async () => (await control<{ requests: Received[] }>('requests')).requests

  return {
    url,
    pid: child.pid ?? 0,
    script: (...scripts) => control('next', { scripts }),
    byDefault: (script) => control('default', { script }),
    lists: (lists) => control('lists', lists),
    goOn: () => control('go-on', {}),
    requests,
    async received(wanted, patience = 10_000) {
      const end = Date.now() + patience
      for (;;) {
        const list = await requests()
        const found = list.find(wanted)
        if (found) return found
        if (Date.now() > end) throw new Error(`no such request among ${JSON.stringify(list)}`)
        await sleep(20)
      }
    },
    reset: () => control('reset', {}),
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const exit = once(child, 'exit')
      child.kill()
      await exit
    },
  }
}
