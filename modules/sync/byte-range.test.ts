import fc from 'fast-check'
import { expect, test } from 'vitest'
import { byteRange, slicesOf } from './byte-range.ts'

test('a range is read as RFC 9110 has it', () => {
  expect(byteRange('bytes=0-499', 10_000)).toEqual({ start: 0, end: 499 })
  expect(byteRange('bytes=9500-', 10_000)).toEqual({ start: 9500, end: 9999 })
  expect(byteRange('bytes=-500', 10_000)).toEqual({ start: 9500, end: 9999 })
  expect(byteRange('bytes=0-99999', 10)).toEqual({ start: 0, end: 9 })
  expect(byteRange('bytes=10-', 10)).toBe('unsatisfiable')
  for (const header of [null, 'bytes=5-2', 'bytes=0-1,4-5', 'pages=1-2', 'bytes=-'])
    expect(byteRange(header, 10)).toBeNull()
})

test('what is read of the parts is the range of the whole', () => {
  const parts = fc.array(fc.uint8Array({ minLength: 1, maxLength: 9 }), { minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(parts, fc.nat(), fc.nat(), (bytes, a, b) => {
      const whole = bytes.flatMap((part) => [...part])
      const [start = 0, end = 0] = [a % whole.length, b % whole.length].sort((x, y) => x - y)
      const slices = slicesOf(
        bytes.map((part) => ({ size: part.length, bytes: part })),
        { start, end },
      )
      const read = slices.flatMap(({ part, range }) => [...part.bytes.subarray(range.start, range.end + 1)])
      expect(read).toEqual(whole.slice(start, end + 1))
    }),
  )
})
