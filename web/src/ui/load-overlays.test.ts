import { expect, test, vi } from 'vitest'
import { pageIsIn, whenIdle } from './load-overlays.ts'

const rest = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

test('nothing is loaded ahead before the page is in; then one thing after the other, whatever comes of each', async () => {
  const told = vi.spyOn(console, 'error').mockReturnValue()
  const log: string[] = []
  const load = (name: string, fails = false) =>
    whenIdle(async () => {
      log.push(`${name} begins`)
      await rest(60)
      log.push(`${name} ends`)
      if (fails) throw new Error(`${name} is gone`)
    })
  load('toasts')
  load('menus', true)
  const callOff = load('dialogs')
  await rest(300)
  expect(log).toEqual([])
  pageIsIn()
  callOff()
  await expect.poll(() => log, { timeout: 5_000 }).toEqual(['toasts begins'])
  load('icons')
  await expect.poll(() => log.at(-1), { timeout: 20_000 }).toBe('icons ends')
  expect(log).toEqual(['toasts', 'menus', 'icons'].flatMap((name) => [`${name} begins`, `${name} ends`]))
  expect(told).toHaveBeenCalledWith(expect.any(String), expect.objectContaining({ message: 'menus is gone' }))
}, 60_000)
