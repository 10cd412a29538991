import { readdirSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ErrorBody } from '@atrium/contract/errors'
import type { StoredFile } from '@atrium/contract/files'
import { afterAll, expect, test } from 'vitest'
import { users } from '../accounts/tables.ts'
import { testDatabase } from '../platform/database/test-database.ts'
import { testServer } from '../platform/http/test-server.ts'
import { silentLog } from '../platform/telemetry.ts'
import { createFiles } from './files.ts'
import { QUOTAS } from './quota.ts'

const KB = 1024
const { db } = await testDatabase()
const dir = await mkdtemp(join(tmpdir(), 'atrium-quota-'))
afterAll(() => rm(dir, { recursive: true, force: true }))
const quotas = { anonymous: 10 * KB, guest: 20 * KB, member: 100 * KB, administrator: 100 * KB }
const files = createFiles({ db, dir, log: silentLog, quotas })
const url = await testServer(files.routes)

let made = 0
async function person(kind: 'guest' | 'member'): Promise<string> {
  const id = `${kind}-${++made}`
  await db.insert(users).values({ id, name: id, email: `${id}@example.org`, isAnonymous: kind === 'guest' })
  return id
}

/** Every file has other bytes, or they would lie on the disk only once. */
const bytes = (kilobytes: number) => Buffer.alloc(kilobytes * KB, `${++made} `)
const upload = (who: string, body: Buffer | ReadableStream, kind = who.split('-')[0]) =>
  fetch(`${url}/api/files?name=notes.txt`, {
    method: 'POST',
    headers: { 'x-test-person': `${who}:${kind}` },
    body: Buffer.isBuffer(body) ? new Uint8Array(body) : body,
    duplex: 'half',
  } as RequestInit)
const refusal = async (answer: Response) => {
  expect(answer.status).toBe(413)
  return ((await answer.json()) as ErrorBody).error
}
const onDisk = () =>
  readdirSync(join(dir, 'files'), { recursive: true, encoding: 'utf8' }).filter((path) =>
    statSync(join(dir, 'files', path)).isFile(),
  )

test('a guest may keep less than a member, and is told how to keep more', async () => {
  expect(QUOTAS.guest).toBeLessThan(QUOTAS.member)
  const guest = await person('guest')
  expect((await upload(guest, bytes(15))).status).toBe(201)
  const before = onDisk()
  expect(await refusal(await upload(guest, bytes(6)))).toMatchObject({
    code: 'too_large',
    message:
      'There is no room for this file (6 KB): your files take 15 KB of 20 KB. Delete files that you no longer need, or create an account to keep more.',
    details: { used: 15 * KB, quota: 20 * KB },
  })
  expect(onDisk()).toEqual(before)
  expect((await upload(guest, bytes(5))).status, 'exactly full').toBe(201)
  const member = await person('member')
  expect((await upload(member, bytes(90))).status).toBe(201)
  expect((await refusal(await upload(member, bytes(20)))).message).toMatch(/90 KB of 100 KB\. Delete files .* need\.$/)
})

test('deleting makes room', async () => {
  const guest = await person('guest')
  const file = (await (await upload(guest, bytes(20))).json()) as StoredFile
  await refusal(await upload(guest, bytes(1)))
  await fetch(url + file.url, { method: 'DELETE', headers: { 'x-test-person': `${guest}:guest` } })
  expect((await upload(guest, bytes(20))).status).toBe(201)
})

test('bytes that come without their number are counted all the same, and leave nothing behind', async () => {
  const guest = await person('guest')
  const before = onDisk()
  const body = new ReadableStream({
    start(controller) {
      for (let sent = 0; sent < 25; sent++) controller.enqueue(new Uint8Array(bytes(1)))
      controller.close()
    },
  })
  await refusal(await upload(guest, body))
  expect(onDisk()).toEqual(before)
})

test('uploads side by side count each other', async () => {
  const guest = await person('guest')
  const answers = await Promise.all(Array.from({ length: 8 }, () => upload(guest, bytes(6))))
  expect(answers.filter((answer) => answer.status === 201)).toHaveLength(3)
  expect(answers.filter((answer) => answer.status === 413)).toHaveLength(5)
})

test('what the server keeps for somebody counts too, and one person’s files are not another’s', async () => {
  const guest = await person('guest')
  const other = await person('guest')
  await files.saveBytes(guest, 'chart.txt', 'text/plain', bytes(18))
  await expect(files.saveBytes(guest, 'chart.txt', 'text/plain', bytes(4))).rejects.toMatchObject({ code: 'too_large' })
  await files.saveBytes(other, 'chart.txt', 'text/plain', bytes(18))
  await files.saveBytes('anon:visitor', 'picture.txt', 'text/plain', bytes(9))
  await expect(files.saveBytes('anon:visitor', 'picture.txt', 'text/plain', bytes(2))).rejects.toMatchObject({
    message: expect.stringMatching(/Sign in to keep more\.$/),
  })
})
