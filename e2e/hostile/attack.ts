// Sends files through the doors of one server, or makes calls to it, and says what each did to it.
import { setTimeout as sleep } from 'node:timers/promises'
import { type Server, startServer } from '../server.ts'
import { type Answer, type Attacker, attacker, Silence } from './attacker.ts'
import type { HostileCalls } from './calls/call.ts'
import { trap } from './calls/trap.ts'
import { doors, importsOf } from './doors.ts'
import type { HostileFile } from './file.ts'
import { type Watch, watch } from './watch.ts'

export interface Limits {
  /** Milliseconds that /healthz may take. */
  health: number
  /** Whether the clock decides as well; without it only what the server's main thread ran itself does. */
  byClock: boolean
  /** Megabytes of the server's process. */
  memory: number
  /** Milliseconds that a call may take before nobody waits for it any more. */
  patience: number
  /** How often a file is sent again when nothing but the time of /healthz was against it. */
  tries: number
  /** Also under endings that are not the file's own. */
  renamed: boolean
  /** Doors by their names; all when absent. */
  doors?: readonly string[]
}

export interface Verdict {
  file: string
  size: number
  /** Each answer, and what is wrong with it. */
  found: { answer: Answer; faults: string[] }[]
  /** The process ended, or had to be ended; or what calls found that should not be. */
  died: string[]
  faults: string[]
}

export interface Siege {
  server: Server
  send(what: HostileFile | HostileCalls): Promise<Verdict>
  end(): Promise<void>
}

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Waits until nobody waits for /healthz; false when that takes too long. */
async function calm({ look }: Watch, pid: number, patience: number): Promise<boolean> {
  const until = performance.now() + patience
  while (performance.now() < until) {
    if (!isAlive(pid)) return false
    if ((await look()).waiting < 2) return true
    await sleep(100)
  }
  return false
}

/** What is wrong with an answer, and with the server meanwhile; `before` is the memory at its beginning. */
function faultsOf({ fault, seen }: Answer, limits: Limits, before = 0): { lasting: string[]; slow: string[] } {
  // Late by the server's own work, or late while a server that does nothing was in time.
  const isSlow =
    seen.busy > limits.health || (limits.byClock && seen.late > limits.health && seen.control < limits.health / 2)
  return {
    lasting: [
      ...(fault ? [fault] : []),
      // What grows after the call that began it is said once.
      ...(seen.peak > limits.memory && before < limits.memory ? [`${Math.round(seen.peak)} MB`] : []),
    ],
    slow: isSlow ? [`/healthz after ${Math.round(seen.longest)} ms, of which it ran ${Math.round(seen.busy)}`] : [],
  }
}

export async function besiege(limits: Limits, environment: Record<string, string> = {}): Promise<Siege> {
  const server = await startServer({ RATE_LIMIT_FACTOR: '100000', ...environment })
  const imports = await importsOf(server.url)
  const watcher = await watch(server.url, server.pid())
  const around = await trap()
  let people = 0

  const someone = (pid: number) => {
    people += 1
    return attacker(
      () => server.url,
      `person${people}`,
      limits.patience,
      () => watcher.look(pid),
    )
  }

  /** Each door that a file goes through; calls that need no file are one of their own. */
  async function ways(what: HostileFile | HostileCalls, pid: number, faults: string[]) {
    if ('calls' in what) {
      const other = await someone(pid)
      const calls = async (attacker: Attacker) => {
        faults.push(...((await what.calls({ url: server.url, attacker, other, trap: around })) ?? []))
      }
      return { size: 0, groups: [{ name: 'calls', send: calls }] }
    }
    const bytes = what.bytes()
    const sent = { name: what.name.slice(what.name.indexOf('/') + 1), bytes }
    const groups = doors(imports, limits.renamed).filter(({ name }) => limits.doors?.includes(name) ?? true)
    return {
      size: bytes.length,
      groups: groups.map(({ name, send }) => ({ name, send: (person: Attacker) => send(person, sent) })),
    }
  }

  async function once(what: HostileFile | HostileCalls) {
    let pid = server.pid()
    const faults: string[] = []
    const { size, groups } = await ways(what, pid, faults)
    const person = await someone(pid)
    const died: string[] = []
    for (const { name, send } of groups) {
      await send(person).catch((error) => {
        if (!(error instanceof Silence)) throw error
      })
      if (await calm(watcher, pid, limits.patience)) continue
      const how = isAlive(pid) ? `silent for ${limits.patience / 1000} s more` : 'the process ended'
      died.push(`${person.answers.at(-1)?.call ?? name}: ${how}`)
      await server.kill()
      await server.restart()
      pid = server.pid()
      await watcher.look(pid)
    }
    return { answers: person.answers, died, faults, size }
  }

  return {
    server,
    async send(what) {
      const first = await once(what)
      const slowOf = (answers: Answer[]) =>
        new Set(answers.filter((answer) => faultsOf(answer, limits).slow.length > 0).map(({ call }) => call))
      let slow = slowOf(first.answers)
      // What the machine did to one try it does not do to each of them; only calls that are slow each time count.
      for (let at = 1; at < limits.tries && slow.size > 0 && first.died.length === 0; at++)
        slow = slow.intersection(slowOf((await once(what)).answers))
      const found = first.answers.map((answer, at) => {
        const { lasting, slow: late } = faultsOf(answer, limits, first.answers[at - 1]?.seen.rss)
        return { answer, faults: [...lasting, ...(slow.has(answer.call) ? late : [])] }
      })
      const faults = [
        ...first.died,
        ...first.faults,
        ...found.flatMap(({ answer, faults }) => faults.map((fault) => `${answer.call}: ${fault}`)),
      ]
      return { file: what.name, size: first.size, found, died: [...first.died, ...first.faults], faults }
    },
    async end() {
      around.stop()
      watcher.stop()
      await server.stop()
    },
  }
}
