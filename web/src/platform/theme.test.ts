import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadServerTheme, setTheme, startTheme, THEME_KEY } from './theme.ts'

const saved: unknown[] = []
let server: unknown = {}
let stop: () => void = () => undefined

beforeEach(() => {
  saved.length = 0
  server = {}
  localStorage.clear()
  vi.stubGlobal('fetch', async (_path: string, init: RequestInit) => {
    if (init.method === 'PUT') saved.push(JSON.parse(String(init.body)))
    return new Response(JSON.stringify(server))
  })
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const shown = () => document.documentElement.className.split(' ').filter((name) => name === 'dark' || name === 'light')

test('the theme is dark when none is stored', () => {
  stop = startTheme()
  expect(shown()).toEqual(['dark'])
})

test('the stored theme is on the root', () => {
  localStorage.setItem(THEME_KEY, 'light')
  stop = startTheme()
  expect(THEME_KEY).toBe('atrium_theme')
  expect(shown()).toEqual(['light'])
})

test('a choice is stored at once and saved on the server 150 ms after the last one, once', async () => {
  vi.useFakeTimers()
  stop = startTheme()
  setTheme('light')
  await vi.advanceTimersByTimeAsync(100)
  setTheme('dark')
  setTheme('light')
  expect([shown(), localStorage.getItem(THEME_KEY)]).toEqual([['light'], 'light'])
  await vi.advanceTimersByTimeAsync(149)
  expect(saved).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(saved).toEqual([{ theme: 'light' }])
})

test('the server’s preference wins over the stored one, unless a choice waits to be saved', async () => {
  vi.useFakeTimers()
  localStorage.setItem(THEME_KEY, 'dark')
  stop = startTheme()
  server = { theme: 'light' }
  await loadServerTheme()
  expect([shown(), localStorage.getItem(THEME_KEY)]).toEqual([['light'], 'light'])
  setTheme('dark')
  await loadServerTheme()
  expect(shown()).toEqual(['dark'])
  await vi.advanceTimersByTimeAsync(200)
})

test('an answer of the server that a choice has overtaken changes nothing', async () => {
  stop = startTheme()
  server = { theme: 'dark' }
  const answered = globalThis.fetch
  const { promise: late, resolve: answer } = Promise.withResolvers<void>()
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (init.method === 'GET') await late
    return answered(path, init)
  })
  const loaded = loadServerTheme()
  setTheme('light')
  await vi.waitFor(() => expect(saved).toEqual([{ theme: 'light' }]))
  answer()
  await loaded
  expect(shown()).toEqual(['light'])
})

test('a preference that cannot be loaded, or makes no sense, changes nothing', async () => {
  stop = startTheme()
  server = { theme: 'purple' }
  await loadServerTheme()
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  await loadServerTheme()
  expect(shown()).toEqual(['dark'])
})

test('a change in another tab is followed', () => {
  stop = startTheme()
  localStorage.setItem(THEME_KEY, 'light')
  dispatchEvent(new StorageEvent('storage', { key: THEME_KEY, newValue: 'light' }))
  expect(shown()).toEqual(['light'])
})
