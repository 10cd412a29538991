import { expect, test } from 'vitest'
import { testModules } from '../records/test-module.ts'
import { createProgress, type Told } from './progress.ts'
import { notesServer } from './test-modules.ts'

const { db } = await testModules(notesServer())

/** The progress of a job that runs, what pages are told of it, and what is kept. */
async function running(id: string) {
  await db.$client.query(
    `insert into jobs (id, kind, owner_id, module, name, input, trail, time_zone, language, due_at, status)
     values ($1, 'job', 'ann', 'notes', 'copy', '{}', '[]', 'UTC', 'en', now(), 'running')`,
    [id],
  )
  const told: Told[] = []
  const kept = async () => (await db.$client.query('select done, total, note from jobs where id = $1', [id])).rows[0]
  return { told, kept, progress: createProgress(db, { id }, (one) => told.push(one)) }
}

test('what a job said last is told and kept when it ends, however soon after the one before', async () => {
  const { progress, told, kept } = await running('quick')
  for (const page of [1, 2, 3]) progress.say(page, 3, `page ${page}`)
  await progress.end()
  expect(told.map(({ done }) => done)).toEqual([1, 3])
  expect(await kept()).toEqual({ done: 3, total: 3, note: 'page 3' })
})

test('what is said after the end is not heard', async () => {
  const { progress, told, kept } = await running('late')
  progress.say(1, 2)
  await progress.end()
  progress.say(2, 2)
  await progress.end()
  expect(told.map(({ done }) => done)).toEqual([1])
  expect(await kept()).toMatchObject({ done: 1 })
})

test('one that goes on elsewhere tells no more from here', async () => {
  const { progress, told } = await running('elsewhere')
  progress.say(1, 3)
  progress.say(2, 3)
  progress.drop()
  await progress.end()
  expect(told.map(({ done }) => done)).toEqual([1])
})
