import { writeYaml } from '@atrium/domain/text/yaml-writing'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { readYaml, YAML_MOST } from './yaml.ts'

const VALUES: readonly unknown[] = [
  null,
  [],
  {},
  'yes',
  [
    1,
    -2.5,
    true,
    null,
    '1',
    '1_000',
    '0x1F',
    '12:30',
    '2026-01-15',
    'no',
    '~',
    '',
    ' a',
    'a ',
    'a: b',
    'a #b',
    '- a',
    '# a',
    '*a',
    '&a',
    '!a',
    '|',
    '>',
    '%a',
    '@a',
    '`a',
    'a\nb',
    '\t',
    'é',
    '日本',
    '\u2028',
    '\u0085',
    '{a}',
    '[a]',
    'a,b',
    '"',
    "'",
    '\\',
    '=',
    '<<',
    '...',
    '---',
    '.inf',
    '1e5',
    '+1',
    'a-',
    'O(n)',
  ],
  { 'a b': { c: [[1, [2]], { d: [], e: {} }, 'x'] }, true: 1, '1': 2, '': 3, '- x': 4, __proto: null },
  [[[]], [{}], [{ a: [{ b: 1, c: 2 }] }]],
]

test('what is written is read again as the same value, by YAML 1.2 and by 1.1', () => {
  for (const value of VALUES) {
    const written = writeYaml(value)
    expect([written, parse(written)]).toEqual([written, value])
    expect([written, parse(written, { version: '1.1' })]).toEqual([written, value])
    expect([written, readYaml(written)]).toEqual([written, { value }])
  }
})
test('whole numbers keep their digits', () => {
  expect(writeYaml({ a: 12345678901234567890n })).toBe('a: 12345678901234567890')
  expect(readYaml('a: 12345678901234567890')).toEqual({ value: { a: 12345678901234567890n } })
})
test('a fault has its place, a name that stands twice too', () => {
  expect(readYaml('a: 1\n b: 2')).toEqual({ line: expect.any(Number), column: expect.any(Number) })
  expect(readYaml('a: 1\nb:\n  c: 1\n  c: 2')).toEqual({ line: 4, column: 3 })
})
test('anything as long as is read comes to an end', () => {
  for (const piece of [
    'a: b\n',
    '- ',
    '- a\n',
    '[',
    '{',
    '? a\n: ',
    '&a ',
    '*a ',
    '"',
    "'",
    '# \n',
    '|\n',
    ' \n',
    '\t',
    ']',
    ': ',
    '!!str ',
    '---\n',
    '%TAG ! x\n',
  ])
    expect(readYaml(piece.repeat(YAML_MOST / piece.length))).toBeDefined()
})
