import { spawn, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { startEmbedded } from './embedded.ts'
import { testHome } from './test-home.ts'

const NOBODY = 65534
const isRoot = process.getuid?.() === 0
const module = JSON.stringify(new URL('./embedded.ts', import.meta.url).href)

/** A process that PostgreSQL would take for another server's: it belongs to the same user. */
function stranger(): number {
  const child = spawn('sleep', ['1000'], { stdio: 'ignore', ...(isRoot && { uid: NOBODY, gid: NOBODY }) })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child.pid as number
}

/** As a killed server leaves them, its number given to another process since. */
function leaveLocks(pid: number): void {
  const cluster = join(home, 'cluster')
  const run = join(home, 'run')
  const lines = [pid, cluster, 1_700_000_000, 5432, run, '', '0 0', ''].join('\n')
  writeFileSync(join(cluster, 'postmaster.pid'), lines)
  writeFileSync(join(run, '.s.PGSQL.5432.lock'), `${lines}\n`)
  writeFileSync(join(run, '.s.PGSQL.5432'), '')
}

/** Made once: each test leaves it stopped. */
const home = testHome(afterAll)
beforeAll(async () => {
  await (await startEmbedded(home)).stop()
})

async function startsOver(): Promise<void> {
  const cluster = await startEmbedded(home)
  expect(cluster.adopted).toBe(false)
  const client = new pg.Client(cluster.connection('postgres'))
  await client.connect()
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  await client.end()
  await cluster.stop()
}

test('locks that name a process of the same user do not stop a start, and that process is left alone', async () => {
  const pid = stranger()
  leaveLocks(pid)
  await startsOver()
  expect(process.kill(pid, 0)).toBe(true)
})

test('a process that has the cluster’s folder among its words is not taken for its server', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', '--', '-D', join(home, 'cluster')], {
    stdio: 'ignore',
    ...(isRoot && { uid: NOBODY, gid: NOBODY }),
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  leaveLocks(child.pid as number)
  await startsOver()
  expect(process.kill(child.pid as number, 0)).toBe(true)
})

test.each(['', 'x', '12'])('a postmaster.pid that was cut off (%j) does not stop a start', async (text) => {
  leaveLocks(stranger())
  writeFileSync(join(home, 'cluster', 'postmaster.pid'), text)
  await startsOver()
})

test('a server that lost its postmaster.pid is found by its socket’s lock: there are never two', async () => {
  const first = await startEmbedded(home)
  const file = join(home, 'cluster', 'postmaster.pid')
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, text.replace(/^\d+/, String(stranger())))
  const second = await startEmbedded(home)
  expect(second).toMatchObject({ adopted: true, pid: first.pid })
  writeFileSync(file, text)
  await second.stop()
})

/** A program that makes the cluster, leaves its locks to a process of its own user, and starts it again. */
const twice = (home: string) => `
  const { startEmbedded } = await import(${module})
  const { spawn } = await import('node:child_process')
  const { readFileSync, writeFileSync } = await import('node:fs')
  const first = await startEmbedded(${JSON.stringify(home)})
  const files = ['cluster/postmaster.pid', 'run/.s.PGSQL.5432.lock'].map((name) => ${JSON.stringify(`${home}/`)} + name)
  const texts = files.map((file) => readFileSync(file, 'utf8'))
  await first.stop()
  const other = spawn('sleep', ['1000'], { stdio: 'ignore', ...(process.getuid() === 0 && { uid: ${NOBODY}, gid: ${NOBODY} }) })
  files.forEach((file, at) => writeFileSync(file, texts[at].replace(/^\\d+/, String(other.pid))))
  const second = await startEmbedded(${JSON.stringify(home)})
  await second.stop()
  console.log(process.getuid(), second.adopted, process.kill(other.pid, 0))
  other.kill('SIGKILL')`

describe.runIf(isRoot)('as another user than root', () => {
  test('locks of a process that has gone or is another’s do not stop a start', () => {
    const home = testHome()
    spawnSync('chown', [`${NOBODY}:${NOBODY}`, home])
    const ran = spawnSync(process.execPath, ['--input-type=module', '-e', twice(home)], {
      uid: NOBODY,
      gid: NOBODY,
      encoding: 'utf8',
      cwd: '/',
    })
    expect(ran.stdout + ran.stderr).toBe(`${NOBODY} false true\n`)
  })
})

/** Makes or opens the cluster in a container's kind of process numbers, which begin at 1 each time, and ends with everything in it. */
const contained = (home: string, wanted: number) => `
  const { startEmbedded } = await import(${module})
  const { spawn } = await import('node:child_process')
  for (let pid = 0; pid < ${wanted}; ) {
    const child = spawn('sleep', ['1000'], { stdio: 'ignore', uid: ${NOBODY}, gid: ${NOBODY} })
    pid = child.pid
    if (pid > ${wanted}) throw new Error('the number was passed by')
  }
  const cluster = await startEmbedded(${JSON.stringify(home)})
  console.log(cluster.pid, cluster.adopted)
  process.exit() // the first process: with it the whole container ends, at once`

const canUnshare = spawnSync('unshare', ['--pid', '--fork', '--mount-proc', 'true']).status === 0

describe.runIf(canUnshare)('in a container, where process numbers begin anew', () => {
  test('locks that name what is now a process of the same user do not stop a start', () => {
    const home = testHome()
    const run = (wanted: number) => {
      const program = ['node', '--input-type=module', '-e', contained(home, wanted)]
      const { stdout, stderr } = spawnSync(
        'unshare',
        ['--pid', '--fork', '--mount-proc', '--kill-child', process.execPath, ...program.slice(1)],
        // What the drill of the clocks loads into each process belongs to one user: here another's are started.
        { encoding: 'utf8', env: { ...process.env, LD_PRELOAD: '' } },
      )
      expect(stderr).toBe('')
      return /^(\d+) false\n$/.exec(stdout)?.[1]
    }
    const first = run(0) // PostgreSQL is killed with the container
    expect(first).toBeDefined()
    expect(run(Number(first))).toBeDefined()
  })
})
