import { expect, test } from 'vitest'
import { isOutOfRoom } from './engine-memory.ts'

test('what cannot be held is told from what is wrong otherwise', () => {
  const thrownBy = (work: () => unknown): unknown => {
    try {
      return work()
    } catch (error) {
      return error
    }
  }
  const deep = (): number => deep() + 1
  expect(isOutOfRoom(thrownBy(() => new Float64Array(2 ** 50)))).toBe(true)
  expect(isOutOfRoom(thrownBy(() => 'x'.repeat(2 ** 30)))).toBe(true)
  expect(isOutOfRoom(thrownBy(() => new Array(-1)))).toBe(true)
  expect(isOutOfRoom(thrownBy(deep))).toBe(false)
  expect(isOutOfRoom(new TypeError('invalid length'))).toBe(false)
})
