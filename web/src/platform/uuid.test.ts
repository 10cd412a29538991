import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { uuid } from './uuid.ts'

afterEach(() => void vi.unstubAllGlobals())

test('ids are made where the browser has no crypto.randomUUID, as on plain http', () => {
  const { getRandomValues } = crypto
  vi.stubGlobal('crypto', { getRandomValues: getRandomValues.bind(crypto) })
  const made = Array.from({ length: 500 }, uuid)
  expect(made.filter((id) => !z.uuidv4().safeParse(id).success)).toEqual([])
  expect(new Set(made).size).toBe(500)
})
