import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { scratch, startServer } from '../e2e/server.ts'
import { cpuSeconds, quantile, table } from './measure.ts'

const ROUNDS = 5
const COPIES = 10
const MODULES = fileURLToPath(new URL('../modules', import.meta.url))

/** What a server does not read of a module. */
const isLeftOut = (path: string) => /^web(\.|$)|\.test\.tsx?$/.test(basename(path))

/** A declaration under another name: its id, its page and its triggers are its own, all else is as it was. */
function renamed(declaration: string, id: string, copy: string): string {
  return declaration
    .replace(`id: '${id}'`, `id: '${copy}'`)
    .replace(/route: '([^']+)'/, (_, path: string) => `route: '${path}${copy.slice(id.length)}'`)
    .replace(/triggers: \[[^\]]*\]/g, (list) => list.replace(/'(\/[^']+)'/g, `'$1${copy.slice(id.length)}'`))
}

/** Plants every module, and so many copies of each. */
function plant(folder: string, copies: number): void {
  for (const { name: id } of readdirSync(MODULES, { withFileTypes: true }).filter((entry) => entry.isDirectory()))
    for (let at = 0; at <= copies; at++) {
      const copy = at === 0 ? id : `${id}-${String(at).padStart(2, '0')}`
      const place = join(folder, copy)
      cpSync(join(MODULES, id), place, { recursive: true, filter: (path) => !isLeftOut(path) })
      const file = join(place, 'module.ts')
      writeFileSync(file, renamed(readFileSync(file, 'utf8'), id, copy))
    }
}

interface Figures {
  /** ms from starting the process to listening */
  boot: number
  /** CPU seconds until then */
  cpu: number
  /** bytes of memory when it listens */
  resident: number
  answers: Record<string, { ms: number; again: number; bytes: number; sent: number }>
}

/** bytes as they go over the wire to a browser that takes gzip */
async function sentBytes(url: string): Promise<number> {
  const { get } = await import('node:http')
  return new Promise((done, failed) => {
    get(url, { headers: { 'accept-encoding': 'gzip' } }, (answer) => {
      let bytes = 0
      answer.on('data', (part: Buffer) => {
        bytes += part.length
      })
      answer.on('end', () => done(bytes))
    }).on('error', failed)
  })
}

async function measure(copies: number, paths: readonly string[]): Promise<Figures> {
  // Inside the checkout: the packages are found from there.
  const folder = mkdtempSync(join(import.meta.dirname, '.sixty-'))
  const compiled = scratch('sixty')
  try {
    plant(folder, copies)
    const server = await startServer(
      { NODE_COMPILE_CACHE: compiled, MODULES_FOLDER: folder },
      { program: 'bench/sixty-server.ts' },
    )
    const boots: number[] = []
    const cpus: number[] = []
    const sizes: number[] = []
    try {
      for (let round = 0; round < ROUNDS; round++) {
        await server.halt()
        const began = performance.now()
        await server.restart()
        boots.push(performance.now() - began)
        cpus.push(cpuSeconds(server.pid()))
        sizes.push(residentBytes(server.pid()))
      }
      const answers: Figures['answers'] = {}
      for (const path of paths) {
        const ask = async () => {
          const began = performance.now()
          const { length } = await (await fetch(server.url + path)).text()
          return { ms: performance.now() - began, length }
        }
        const first = await ask()
        const again = await ask()
        const sent = await sentBytes(server.url + path)
        answers[path] = { ms: first.ms, again: again.ms, bytes: again.length, sent }
      }
      return { boot: quantile(boots, 0.5), cpu: quantile(cpus, 0.5), resident: quantile(sizes, 0.5), answers }
    } finally {
      await server.stop()
    }
  } finally {
    for (const path of [folder, compiled]) rmSync(path, { recursive: true, force: true })
  }
}

function residentBytes(pid: number): number {
  const [, kilobytes] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) * 1024
}

/** What sixty modules more cost: six as they are, and ten copies of each beside them. */
export async function benchSixty(): Promise<void> {
  const paths = ['/api/modules', '/api/openapi.json']
  const six = await measure(0, paths)
  const many = await measure(COPIES, paths)
  const row = (what: string, of: (figures: Figures) => number, unit: string) => {
    const [few, all] = [of(six), of(many)]
    return [
      what,
      `${few.toFixed(few < 10 ? 2 : 0)} ${unit}`,
      `${all.toFixed(all < 10 ? 2 : 0)} ${unit}`,
      `${(all / few).toFixed(2)} ×`,
    ]
  }
  table(
    'Six modules, and ten copies more of each',
    ['', '6', '66', '66 ÷ 6'],
    [
      row('from starting the process to listening', ({ boot }) => boot, 'ms'),
      row('CPU until then', ({ cpu }) => cpu * 1000, 'ms'),
      row('resident when it listens', ({ resident }) => resident / 1e6, 'MB'),
      ...paths.flatMap((path) => [
        row(`${path}, the first time`, ({ answers }) => answers[path]?.ms ?? Number.NaN, 'ms'),
        row(`${path}, again`, ({ answers }) => answers[path]?.again ?? Number.NaN, 'ms'),
        row(`${path}, as JSON`, ({ answers }) => (answers[path]?.bytes ?? Number.NaN) / 1000, 'kB'),
        row(`${path}, as sent with gzip`, ({ answers }) => (answers[path]?.sent ?? Number.NaN) / 1000, 'kB'),
      ]),
    ],
  )
}
