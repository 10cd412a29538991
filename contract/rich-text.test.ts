import { expect, test } from 'vitest'
import { picturesIn, plainText } from './rich-text.ts'

// The examples are those of CommonMark and GFM, and what other software writes.
test.each([
  ['# Title\n\nSome *words*, **bold** and ***both***.', 'Title\n\nSome words, bold and both.'],
  ['- one\n- [x] two\n  1. three', 'one\ntwo\nthree'],
  ['[CommonMark](https://commonmark.org "the spec") and <https://example.org>', 'CommonMark and https://example.org'],
  ['![A boat](file:0198-ab) at sea', 'A boat at sea'],
  ['| a | b |\n| --- | :-: |\n| 1 | 2 |', 'a b\n1 2'],
  ['> quoted\n> > twice', 'quoted\ntwice'],
  ['```js\nconst a = 1\n```', 'const a = 1'],
  ['`code` and ~~gone~~', 'code and gone'],
  ['2 * 3 * 4 = 24, snake_case_name, a*b', '2 * 3 * 4 = 24, snake_case_name, a*b'],
  ['\\*not bold\\* \\# no title', '*not bold* # no title'],
  ['---\n\n***', ''],
  ['日本語の**太字**です', '日本語の太字です'],
  ['', ''],
])('%j reads %j', (markdown, plain) => expect(plainText(markdown)).toBe(plain))

test('pictures are known by their ids, each once', () => {
  expect(picturesIn('![a](file:x1) ![b](file:x-2 "t") [c](file:x1) ![d](https://example.org/file:y)')).toEqual([
    'x1',
    'x-2',
  ])
})

test('a hostile text costs no more than its length', () => {
  const all = ['[', '![', '*', '_', '`', '\\', '> ', '|', '](', '<https://', '- ', '# ', '~~', '*a', '|-']
  for (const one of all) plainText(one.repeat(500_000 / one.length))
}, 20_000)
