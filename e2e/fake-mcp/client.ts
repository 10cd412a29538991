import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

export interface FakeMcp {
  /** `127.0.0.1:port` */
  host: string
  /** The titles of the issues that were opened. */
  opened(): Promise<string[]>
  /** Has an issue of this title, as if somebody else had opened it. */
  open(title: string): Promise<void>
  /** Its sessions are gone, as after a restart. */
  forget(): Promise<void>
  stop(): Promise<void>
}

/** Starts an MCP server that wants this token, in a process of its own, which ends with this one at the latest. */
export async function startFakeMcp(token: string): Promise<FakeMcp> {
  const main = fileURLToPath(new URL('main.ts', import.meta.url))
  const child = spawn(process.execPath, [main, '--token', token], { stdio: ['pipe', 'pipe', 'inherit'] })
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  const host = `127.0.0.1:${(JSON.parse(line) as { port: number }).port}`
  return {
    host,
    opened: async () => (await (await fetch(`http://${host}/control/opened`)).json()) as string[],
    open: async (title) => void (await fetch(`http://${host}/control/open`, { method: 'POST', body: title })),
    forget: async () => void (await fetch(`http://${host}/control/forget`)),
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const over = once(child, 'exit')
      child.kill()
      await over
    },
  }
}
