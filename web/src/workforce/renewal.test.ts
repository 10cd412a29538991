import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../platform/api.ts'
import { createQueryClient } from '../platform/query.ts'
import { createRenewal } from './renewal.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  vi.useRealTimers()
})
const stops: (() => void)[] = []

/** A page that shows what `answer` answers; how often it was asked is counted from the first fetch on. */
async function shownPage(answer: () => unknown) {
  const client = createQueryClient()
  const asked = vi.fn(async () => answer())
  stops.push(new QueryObserver(client, { queryKey: ['shown'], queryFn: asked, staleTime: 0 }).subscribe(() => {}))
  await vi.advanceTimersByTimeAsync(0)
  const renewal = createRenewal(client, () => true)
  stops.push(renewal.begin())
  asked.mockClear()
  return { renewal, asked }
}

test('the first news is fetched at once, those of the next second together', async () => {
  const { renewal, asked } = await shownPage(() => ({}))
  renewal.hear()
  await vi.advanceTimersByTimeAsync(0)
  expect(asked).toHaveBeenCalledTimes(1)
  for (let news = 0; news < 9; news += 1) {
    renewal.hear()
    await vi.advanceTimersByTimeAsync(100)
  }
  expect(asked).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(100)
  expect(asked).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked).toHaveBeenCalledTimes(2)
})

test('news without pause do not use up what a person may read: a list of twenty pages has its time', async () => {
  const list = { tasks: new Array(10_000).fill('a task') }
  const { renewal, asked } = await shownPage(() => list)
  for (let news = 0; news < 240; news += 1) {
    renewal.hear()
    await vi.advanceTimersByTimeAsync(250)
  }
  expect(asked.mock.calls.length).toBeGreaterThan(10)
  expect(asked.mock.calls.length * 20).toBeLessThan(400)
})

test('no news is lost that comes while a round is fetched', async () => {
  let goOn: (() => void) | undefined
  const { renewal, asked } = await shownPage(() => ({}))
  asked.mockImplementationOnce(
    () =>
      new Promise((resolve) => {
        goOn = () => resolve({})
      }),
  )
  renewal.hear()
  await vi.advanceTimersByTimeAsync(0)
  renewal.hear()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(asked).toHaveBeenCalledTimes(1)
  goOn?.()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(asked).toHaveBeenCalledTimes(2)
})

const refusal = (status: number, details?: object) =>
  new ApiError(status, JSON.stringify({ error: { code: 'rate_limited', message: 'Slower.', details } }), '')

test('what was refused for being too much is fetched when the server takes calls again, and not before', async () => {
  let error: Error | undefined = refusal(429, { retryAfter: 20 })
  const { renewal, asked } = await shownPage(() => {
    if (error) throw error
    return {}
  })
  renewal.hear()
  await vi.advanceTimersByTimeAsync(0)
  error = undefined
  renewal.hear()
  await vi.advanceTimersByTimeAsync(19_000)
  expect(asked).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(asked).toHaveBeenCalledTimes(2)
})

test('what the server could not answer is asked for once more; what it refuses for good is not', async () => {
  let status = 503
  const { renewal, asked } = await shownPage(() => {
    throw refusal(status)
  })
  renewal.hear()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked).toHaveBeenCalledTimes(2)
  status = 404
  renewal.hear()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked).toHaveBeenCalledTimes(3)
})
