import { expect, test } from 'vitest'
import { findInMessages } from './find.ts'
import { plainText, wholeSentences } from './plain-text.ts'
import { testMessage } from './test-api.ts'

test('words are found in any letter case, in order, every place of a message', () => {
  const messages = [
    testMessage('1', 'user', 'Tea or tea'),
    testMessage('2', 'assistant', 'No coffee'),
    testMessage('3', 'assistant', 'TEA'),
  ]
  expect(findInMessages(messages, 'tea')).toEqual([
    { message: 0, nth: 0 },
    { message: 0, nth: 1 },
    { message: 2, nth: 0 },
  ])
  expect(findInMessages(messages, '')).toEqual([])
})

test('words are found across the marks of Markdown, and its addresses are not text', () => {
  const messages = [testMessage('1', 'assistant', 'A **bold** claim by [the paper](https://example.org/tea)')]
  expect(findInMessages(messages, 'bold claim by the paper')).toHaveLength(1)
  expect(findInMessages(messages, 'example.org')).toEqual([])
})

test('Markdown reads as text', () => {
  expect(plainText('# Title\n\n- one *two*\n\n```ts\ncode()\n```\n| a | b |\n|---|---|\n| 1 | 2 |')).toBe(
    'Title\n\none two\n\ncode()\n\n a | b \n\n 1 | 2',
  )
})

test('only whole sentences are announced', () => {
  expect(wholeSentences('One. Two is not')).toBe('One.')
  expect(wholeSentences('Version 1.5 is')).toBe('')
  expect(wholeSentences('A line\nnext')).toBe('A line\n')
})
