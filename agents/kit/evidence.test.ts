import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { evidenceFor } from './blocks.ts'

const met = (of: number, failed: number | null, left?: number) =>
  evidenceFor(['It holds'], [of, failed, 'So it is.', left])[0]?.met

test('a criterion is met by a check over everything that was given, and by nothing else', () => {
  expect(met(6, 0)).toBe('yes')
  expect(met(6, 1)).toBe('no')
  expect(met(1, 0, 5)).toBe('unknown')
  expect(met(6, null)).toBe('unknown')
  expect(evidenceFor(['It holds'])[0]?.met).toBe('unknown')
})

test('no cases of something is not known, not met', () => expect(met(0, 0)).toBe('unknown'))

test('no playbook writes its evidence by hand', () => {
  const agents = fileURLToPath(new URL('..', import.meta.url))
  const files = readdirSync(agents, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.startsWith('node_modules'),
  )
  expect(files.length).toBeGreaterThan(100)
  expect(files.filter((name) => /met: '(yes|no)'/.test(readFileSync(`${agents}/${name}`, 'utf8')))).toEqual([])
})
