import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { Refusal } from '../refusal.ts'
import { startEmbedded } from './embedded.ts'
import { layout, reachableBinaries } from './place.ts'

const NOBODY = 65534
const isRoot = process.getuid?.() === 0
const leftovers: string[] = []
/** A directory in which nobody but its owner can go. */
const closed = () => {
  const path = mkdtempSync(join(tmpdir(), 'atrium-closed-')) // mode 0700
  leftovers.push(path)
  return path
}
const open = () => {
  const path = closed()
  chmodSync(path, 0o755)
  return path
}
afterAll(() => {
  for (const path of leftovers) rmSync(path, { recursive: true, force: true })
})
/** Where the database lies, as the marker says. */
const marked = (home: string): string => {
  const place = /lies in (\S+),/.exec(readFileSync(join(home, 'MOVED.txt'), 'utf8'))?.[1] ?? ''
  leftovers.push(place)
  return place
}

async function keep(home: string, word: string): Promise<void> {
  const cluster = await startEmbedded(home)
  const client = new pg.Client(cluster.connection('postgres'))
  await client.connect()
  await client.query('create table kept (word text)')
  await client.query('insert into kept values ($1)', [word])
  await client.end()
  await cluster.stop()
}

async function kept(home: string): Promise<string[]> {
  const cluster = await startEmbedded(home)
  const client = new pg.Client(cluster.connection('postgres'))
  await client.connect()
  const { rows } = await client.query(`select to_regclass('kept') as it`)
  const words = rows[0].it ? (await client.query('select word from kept')).rows.map(({ word }) => word) : []
  await client.end()
  await cluster.stop()
  return words
}

describe.runIf(isRoot)('started as root, in a home that only root can enter', () => {
  test('the database lies where the unprivileged user can go, and the home says where', async () => {
    const home = join(closed(), 'data', 'postgres')
    await keep(home, 'mine')
    const place = marked(home)
    expect(statSync(join(place, 'cluster')).uid).toBe(NOBODY)
    expect(statSync(join(place, 'cluster')).mode & 0o777).toBe(0o700)
    expect(readdirSync(home)).toEqual(['MOVED.txt'])
    expect(await kept(home)).toEqual(['mine'])
  })

  test('a home that was deleted does not get its old database back unasked', async () => {
    const home = join(closed(), 'postgres')
    await keep(home, 'old')
    const place = marked(home)
    const line = readFileSync(join(home, 'MOVED.txt'), 'utf8')
    rmSync(home, { recursive: true })
    const refused = await startEmbedded(home).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(Refusal)
    expect((refused as Error).message).toContain(`${place} holds the database of an earlier ${home}`)
    // Each of the two ways that the sentence names.
    expect((refused as Error).message).toContain(line.trim())
    writeFileSync(join(home, 'MOVED.txt'), line)
    expect(await kept(home)).toEqual(['old'])
    rmSync(home, { recursive: true })
    expect((refused as Error).message).toContain(`delete ${place}`)
    rmSync(place, { recursive: true })
    expect(await kept(home)).toEqual([])
  })

  test('a home that was moved finds its database again once that has followed', async () => {
    const parent = closed()
    const home = join(parent, 'postgres')
    await keep(home, 'moved')
    const place = marked(home)
    const there = join(parent, 'elsewhere')
    renameSync(home, there)
    const refused = (await startEmbedded(there).catch((error: unknown) => error)) as Error
    const [, from, to] = /mv (\S+) (\S+)/.exec(refused.message) ?? []
    expect(from).toBe(place)
    leftovers.push(to as string)
    renameSync(from as string, to as string)
    expect(await kept(there)).toEqual(['moved'])
    expect(marked(there)).toBe(to)
  })

  test('a database that is gone is not replaced by an empty one in silence', async () => {
    const home = join(closed(), 'postgres')
    await keep(home, 'lost')
    rmSync(marked(home), { recursive: true })
    await expect(startEmbedded(home)).rejects.toThrow(/is not there any more. Bring it back, or delete .*MOVED\.txt/)
    rmSync(join(home, 'MOVED.txt'))
    expect(await kept(home)).toEqual([])
    marked(home)
  })

  test('a home that was closed later is named, and its database is not left behind', async () => {
    const parent = closed()
    chmodSync(parent, 0o755)
    const home = join(parent, 'postgres')
    await keep(home, 'here')
    chmodSync(parent, 0o700)
    await expect(startEmbedded(home)).rejects.toThrow(`chmod o+x ${parent}`)
    chmodSync(parent, 0o711)
    expect(await kept(home)).toEqual(['here'])
    expect(existsSync(join(home, 'MOVED.txt'))).toBe(false)
  })

  test('binaries that lie there too are copied to where that user can run them, anew for each version', async () => {
    const { bin: shipped } = await layout(open())
    const source = join(closed(), 'package', 'native')
    mkdirSync(dirname(source))
    cpSync(dirname(shipped), source, { recursive: true })
    const release = (version: string) =>
      writeFileSync(join(dirname(source), 'package.json'), JSON.stringify({ version }))
    release('18.4.0')
    const bin = reachableBinaries(join(source, 'bin'), NOBODY)
    leftovers.push(dirname(bin))
    expect(bin).not.toContain(source)
    const ran = spawnSync(join(bin, 'postgres'), ['--version'], {
      uid: NOBODY,
      gid: NOBODY,
      encoding: 'utf8',
      cwd: '/',
    })
    expect(ran.stdout).toMatch(/^postgres \(PostgreSQL\) \d+/)
    expect(reachableBinaries(join(source, 'bin'), NOBODY)).toBe(bin)
    expect(reachableBinaries(join(source, 'bin'), undefined)).toBe(join(source, 'bin'))
    release('18.5.0')
    const next = reachableBinaries(join(source, 'bin'), NOBODY)
    leftovers.push(dirname(next))
    expect(next).not.toBe(bin)
  })
})

test('a home that everybody can enter keeps its database itself', async () => {
  const home = open()
  const { cluster } = await layout(home)
  expect(cluster).toBe(join(home, 'cluster'))
})
