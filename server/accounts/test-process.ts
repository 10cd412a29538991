import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { atTheEnd } from '../platform/test-end.ts'

export interface Fake {
  port: number
  /** The lines that it has printed, each one JSON. */
  lines: unknown[]
}

/** Starts a program of this folder that prints its port first; ended after the test file. */
export async function startFake(file: string): Promise<Fake> {
  const child = spawn(process.execPath, [fileURLToPath(new URL(file, import.meta.url))], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  atTheEnd(() => void child.kill('SIGKILL'))
  const lines: unknown[] = []
  const input = createInterface({ input: child.stdout })
  const [first] = (await once(input, 'line')) as [string]
  input.on('line', (line) => lines.push(JSON.parse(line)))
  return { port: Number(first), lines }
}
