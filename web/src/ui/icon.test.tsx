import { furtherPages, moduleEntries } from '@atrium/contract/catalogue/modules'
import { modulesOf, pageEntries } from '@atrium/contract/catalogue/pages'
import { spaces } from '@atrium/contract/catalogue/spaces'
import { expect, test } from 'vitest'
import { iconNamed } from './icon-set.tsx'

const manifests = import.meta.glob<string>('../../../modules/*/module.ts', {
  query: '?raw',
  import: 'default',
  eager: true,
})

test('every installed module names an icon that the set has', () => {
  const named = Object.entries(manifests).map(
    ([path, source]) => [path, /\bicon: '([^']+)'/.exec(source)?.[1] ?? ''] as const,
  )
  expect(named.filter(([, icon]) => !iconNamed(icon))).toEqual([])
})

test('an icon is found by lucide’s own name, and an unknown one is not', () => {
  expect(iconNamed('calendar-check')).toBeDefined()
  expect(iconNamed('list-checks')).toBeDefined()
  expect(iconNamed('no-such-icon')).toBeUndefined()
})

test('so is every icon of the catalogue', () => {
  const entries = [...moduleEntries, ...furtherPages, ...pageEntries, ...spaces.flatMap(modulesOf)]
  expect([...new Set(entries.map(({ icon }) => icon))].filter((name) => !iconNamed(name))).toEqual([])
})
