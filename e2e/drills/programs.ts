// What the drills share that let others' programs reach ours: what is checked is printed, and faults are counted.
import { spawn } from 'node:child_process'
import { once } from 'node:events'

export const say = (line: string) => process.stdout.write(`${line}\n`)

/** Checks of one drill, and its end: `All is well.` or how many fail. */
export function checking() {
  const faults: string[] = []
  return {
    check(what: string, isGood: boolean, more = ''): void {
      say(`${isGood ? 'good ' : 'FAILS'} ${what}`)
      if (isGood) return
      faults.push(what)
      if (more) say(more.replace(/^/gm, '        '))
    },
    end(): void {
      say(faults.length === 0 ? 'All is well.' : `${faults.length} fail.`)
      process.exitCode = faults.length > 0 ? 1 : 0
    },
  }
}

export interface Given {
  input?: string
  env?: Readonly<Record<string, string>>
}

/** Runs programs in a folder that is their home. `install`: how they come to be there. */
export const runningIn =
  (home: string, install: string) =>
  async (program: string, args: readonly string[], { input = '', env = {} }: Given = {}) => {
    const child = spawn(program, args, {
      cwd: home,
      env: { PATH: process.env.PATH, HOME: home, LANG: 'C.UTF-8', ...env },
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
      })
    child.stdin.on('error', () => undefined).end(input)
    const [code] = await Promise.race([
      once(child, 'close') as Promise<[number | null]>,
      once(child, 'error').then(([cause]) => {
        throw new Error(`${program} could not be started: ${install}`, { cause })
      }),
    ])
    return { code, output }
  }
