import fc from 'fast-check'
import { expect, test } from 'vitest'
import { growingBlocks, isOpenFence, markdownBlocks, normaliseMath } from './markdown-blocks.ts'

const pieces = [
  'A paragraph with **bold** and `code`.\n',
  '# Heading\n',
  '- one\n- two\n\n  still two\n',
  '1. first\n2. second\n',
  '```ts\nconst a = 1\n\n\nconst b = 2\n```\n',
  '> quoted\n> more\n',
  '| a | b |\n|---|---|\n| 1 | 2 |\n',
  '$$\na\n\nb\n$$\n',
  '<div>\nraw\n</div>\n',
  '---\n',
  '\n\n',
  'Setext\n======\n',
  '    indented code\n',
]
const document = fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((parts) => parts.join('\n'))

test('blocks joined are the text', () => {
  fc.assert(
    fc.property(fc.oneof(document, fc.string()), (text) => {
      const given = text.replace(/\r\n|\r/g, '\n')
      expect(markdownBlocks(given).join('')).toBe(given)
    }),
  )
})

test('a text that arrives in pieces ends up in the blocks of the whole', () => {
  fc.assert(
    fc.property(document, fc.array(fc.nat(), { maxLength: 20 }), (text, places) => {
      const grow = growingBlocks()
      for (const end of places.map((place) => place % (text.length + 1)).sort((a, b) => a - b)) grow(text.slice(0, end))
      expect(grow(text)).toEqual(markdownBlocks(text))
    }),
    { numRuns: 500 },
  )
})

test('a definition anywhere keeps the text in one block', () => {
  const text = 'See [the docs][d].\n\nMore[^1].\n\n[d]: https://example.org\n[^1]: A note.\n'
  expect(markdownBlocks(text)).toEqual([text])
})

test('a formula with an empty line in it stays in one block', () => {
  expect(markdownBlocks('Before\n\n$$\na\n\nb\n$$\n\nAfter')).toHaveLength(3)
})

test('half a formula in a table or in code swallows nothing that follows', () => {
  const table = '| a |\n|---|\n| `$$` and ``$$`` |\n'
  const list = '- one\n\n  ```\n  echo $$\n  ```\n'
  for (const part of [table, list]) expect(markdownBlocks(`${part}\nAfter\n\nthat`).length).toBeGreaterThanOrEqual(3)
})

test('a fence is open until its own closing line', () => {
  expect(isOpenFence('```ts\nconst a = 1\n')).toBe(true)
  expect(isOpenFence('````md\n```\n')).toBe(true)
  expect(isOpenFence('```ts\nconst a = 1\n```\n')).toBe(false)
  expect(isOpenFence('text')).toBe(false)
})

test.each([
  ['It costs $5 to $10, or $5-$10.', 'It costs $5 to $10, or $5-$10.'],
  ['Euler: $e^{i\\pi} = -1$.', 'Euler: $$e^{i\\pi} = -1$$.'],
  ['Inline \\(a + b\\) here', 'Inline $$a + b$$ here'],
  ['\\[x^2\\]', '\n$$\nx^2\n$$\n'],
  ['- one\n  $$x$$\n- two', '- one\n\n  $$\n  x\n  $$\n  \n- two'],
  ['1. \\[x\\]', '1. \n   $$\n   x\n   $$\n   '],
  ['a \\[x\\] b \\[y\\]', 'a \n$$\nx\n$$\n b \n$$\ny\n$$\n'],
  ['| a | b |\n|---|---|\n| \\[x\\] | $y$ |', '| a | b |\n|---|---|\n| $$x$$ | $$y$$ |'],
  ['````md\n```\n$a$\n```\n$b$\n````\n$c$', '````md\n```\n$a$\n```\n$b$\n````\n$$c$$'],
  ['- x\n\n      ~~~\n      $a$\n      ~~~\n\n  $b$', '- x\n\n      ~~~\n      $a$\n      ~~~\n\n  $$b$$'],
  ['```code``` and $a$', '```code``` and $$a$$'],
  ['`$a$` and\n```\n$b$\n```\n', '`$a$` and\n```\n$b$\n```\n'],
])('formulas in %j are found, money and code are not', (text, expected) => {
  expect(normaliseMath(text)).toBe(expected)
})
