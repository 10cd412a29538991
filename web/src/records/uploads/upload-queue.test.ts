import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { onSessionEnded } from '../../platform/api.ts'
import { type FakeTus, fakeTus } from './test-tus.ts'
import { createUploadQueue } from './upload-queue.ts'

let tus: FakeTus
beforeEach(() => {
  tus = fakeTus()
})
afterEach(() => {
  vi.unstubAllGlobals()
  onSessionEnded(async () => false)
})

const target = () => ({ endpoint: '/api/m/album/tus', metadata: {}, headers: {} })
const files = (...names: string[]) => names.map((name) => ({ file: new File(['abc'], name), about: null }))
const begun = () => tus.begun().map(({ name }) => name)
const soon = () => new Promise((done) => setTimeout(done, 50))

test('the next begins as soon as one is given up, before the server has heard of it', async () => {
  const queue = createUploadQueue<null>({ atOnce: 1, target })
  queue.add(files('a', 'b'))
  await expect.poll(begun).toEqual(['a'])
  tus.of('a').answer(201, { Location: '/api/m/album/unfinished/a', 'Upload-Offset': '1' })
  await expect.poll(() => queue.items()[0]?.url).toContain('unfinished/a')
  void queue.giveUp(1) // its DELETE is never answered
  await expect.poll(begun).toEqual(['a', 'b'])
})

test('what is about to begin when its page is left is not sent', async () => {
  let go: () => void = () => undefined
  const session = new Promise<void>((done) => {
    go = done
  })
  const queue = createUploadQueue<null>({ atOnce: 1, target, around: (act) => session.then(act) })
  queue.add(files('a', 'b'))
  queue.stopAll()
  go()
  await soon()
  expect(begun()).toEqual([])
})

test('what was given up while the person was asked to sign in does not begin again', async () => {
  let answer: (isBack: boolean) => void = () => undefined
  const asked = vi.fn(
    () =>
      new Promise<boolean>((done) => {
        answer = done
      }),
  )
  onSessionEnded(asked)
  const queue = createUploadQueue<null>({ atOnce: 1, target })
  queue.add(files('a'))
  await expect.poll(begun).toEqual(['a'])
  tus.refuse('a', 401, { message: 'Sign in again.' })
  await expect.poll(() => asked.mock.calls.length).toBe(1)
  await queue.giveUp(1)
  answer(true)
  await soon()
  expect(begun()).toEqual(['a'])
})

test('what is refused because its session has ended goes on when the person is back', async () => {
  const asked = vi.fn(async () => true)
  onSessionEnded(asked)
  const queue = createUploadQueue<null>({ atOnce: 1, target })
  queue.add([{ file: new File([new Uint8Array(2_000_000)], 'a'), about: null }])
  await expect.poll(begun).toEqual(['a'])
  tus.of('a').answer(201, { Location: '/api/m/album/unfinished/a' })
  await expect.poll(() => tus.of('a').method).toBe('PATCH')
  tus.refuse('a', 404, { message: 'File not found' })
  await expect.poll(() => tus.of('a').method).toBe('HEAD')
  expect(asked).toHaveBeenCalledWith(404)
  expect(queue.items()[0]?.state).toBe('going')
})
