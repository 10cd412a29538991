import { validate, version } from 'uuid'
import { describe, expect, test, vi } from 'vitest'
import { uuid } from './ids.ts'

describe('ids of rows', () => {
  test('each is a UUID of version 7 and later than the one before, over several pools and within one moment', () => {
    vi.useFakeTimers({ now: new Date('2026-03-01T12:00:00Z') })
    try {
      const ids = Array.from({ length: 2_000 }, uuid)
      expect(ids.every((id) => validate(id) && version(id) === 7)).toBe(true)
      expect(new Set(ids).size).toBe(ids.length)
      expect([...ids].sort()).toEqual(ids)
      // What is random differs from id to id.
      expect(new Set(ids.map((id) => id.slice(-8))).size).toBe(ids.length)
      vi.setSystemTime(new Date('2026-03-01T11:00:00Z'))
      expect(uuid() > (ids.at(-1) ?? '')).toBe(true)
    } finally {
      vi.useRealTimers()
    }
  })
})
