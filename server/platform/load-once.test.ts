import { expect, test } from 'vitest'
import { loadOnce } from './load-once.ts'

test('what is loaded is loaded once, and again only after it could not be', async () => {
  let tries = 0
  const load = loadOnce(async () => {
    tries += 1
    if (tries === 1) throw new Error('EMFILE: too many open files')
    return tries
  })
  await expect(Promise.all([load(), load()])).rejects.toThrow('EMFILE')
  expect(await Promise.all([load(), load()])).toEqual([2, 2])
  expect(await load()).toBe(2)
})
