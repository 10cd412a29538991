import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type News, onCatchUp, onNews, onNewsGap, reconnectNews } from './live.ts'

/** Stands for the browser's own connection; the server's side of it is tested with the server. */
const sources: FakeSource[] = []
interface FakeSource {
  url: string
  readyState: number
  close: () => void
  onmessage?: (event: { data: string }) => void
  onerror?: () => void
  onopen?: () => void
}

beforeEach(() => {
  sources.length = 0
  const Fake = vi.fn(function (this: FakeSource, url: string) {
    this.url = url
    this.readyState = 1
    this.close = () => {
      this.readyState = 2
    }
    sources.push(this)
  })
  vi.stubGlobal('EventSource', Object.assign(Fake, { CLOSED: 2 }))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  onCatchUp(() => Promise.resolve(true))
})

const open = () => sources.filter(({ readyState }) => readyState === 1).length

test('one connection serves every listener, and closes with the last', () => {
  const heard: News[][] = [[], []]
  const [first, second] = heard.map((list) => onNews((news) => list.push(news)))
  expect(sources.map(({ url }) => url)).toEqual(['/api/events'])
  sources[0]?.onmessage?.({ data: '{"topic":"thread","id":"t1"}' })
  expect(heard).toEqual([[{ topic: 'thread', id: 't1' }], [{ topic: 'thread', id: 't1' }]])
  first?.()
  expect(open()).toBe(1)
  second?.()
  expect(open()).toBe(0)
})

test('a refused connection is tried again, later each time', async () => {
  vi.useFakeTimers()
  const leave = onNews(() => undefined)
  const refuse = () => {
    const last = sources.at(-1)
    last?.close()
    last?.onerror?.()
  }
  refuse()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(sources).toHaveLength(2)
  refuse()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(sources).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(sources).toHaveLength(3)
  leave()
})

test('a connection that the browser itself restores is left alone', () => {
  const leave = onNews(() => undefined)
  sources[0]?.onerror?.()
  expect([sources.length, open()]).toEqual([1, 1])
  leave()
})

test('what was told while the browser restored a connection, or while nobody listened, is caught up with', async () => {
  vi.useFakeTimers()
  const missed = vi.fn()
  const unwatch = onNewsGap(missed)
  const leave = onNews(() => undefined)
  sources[0]?.onopen?.()
  await settle()
  missed.mockClear()
  sources[0]?.onerror?.()
  expect(missed).not.toHaveBeenCalled()
  sources[0]?.onopen?.()
  await settle()
  expect(missed).toHaveBeenCalledTimes(1)
  leave()
  const again = onNews(() => undefined)
  sources[1]?.onopen?.()
  await settle()
  expect(missed).toHaveBeenCalledTimes(2)
  again()
  unwatch()
})

test('another session opens another connection', () => {
  const leave = onNews(() => undefined)
  reconnectNews()
  expect([sources.length, open()]).toEqual([2, 1])
  leave()
})

const show = (visible: boolean) => {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(!visible)
  document.dispatchEvent(new Event('visibilitychange'))
}
const settle = () => vi.advanceTimersByTimeAsync(0)

test('a tab that is out of sight gives its connection up after a while; seen again, it catches up', async () => {
  vi.useFakeTimers()
  const missed = vi.fn()
  const leave = onNews(() => undefined)
  const unwatch = onNewsGap(missed)
  sources[0]?.onopen?.()
  await settle()
  missed.mockClear()
  show(false)
  await vi.advanceTimersByTimeAsync(3_000)
  show(true)
  await vi.advanceTimersByTimeAsync(60_000)
  expect([sources.length, open()]).toEqual([1, 1])
  show(false)
  await vi.advanceTimersByTimeAsync(6_000)
  expect(open()).toBe(0)
  show(true)
  expect(open()).toBe(1)
  expect(missed).not.toHaveBeenCalled()
  sources.at(-1)?.onopen?.()
  await settle()
  expect(missed).toHaveBeenCalledTimes(1)
  leave()
  unwatch()
})

test('seven tabs in the background hold no connection at all', () => {
  show(false)
  const leave = onNews(() => undefined)
  expect(sources).toEqual([])
  show(true)
  expect(open()).toBe(1)
  leave()
})

test('what the server itself has missed is caught up with, and so is what was told while the browser was offline', async () => {
  vi.useFakeTimers()
  const missed = vi.fn()
  const leave = onNews(() => undefined)
  const unwatch = onNewsGap(missed)
  sources[0]?.onopen?.()
  await settle()
  missed.mockClear()
  sources[0]?.onmessage?.({ data: '{"topic":"gap"}' })
  await settle()
  expect(missed).toHaveBeenCalledTimes(1)
  dispatchEvent(new Event('online'))
  expect([sources.length, open()]).toEqual([2, 1])
  sources[1]?.onopen?.()
  await settle()
  expect(missed).toHaveBeenCalledTimes(2)
  leave()
  unwatch()
})

test('nobody catches up while the person is not recognised', async () => {
  vi.useFakeTimers()
  const missed = vi.fn()
  const leave = onNews(() => undefined)
  const unwatch = onNewsGap(missed)
  onCatchUp(() => Promise.resolve(false))
  sources[0]?.onmessage?.({ data: '{"topic":"gap"}' })
  await settle()
  expect(missed).not.toHaveBeenCalled()
  leave()
  unwatch()
})
