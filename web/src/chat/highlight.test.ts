import { expect, test } from 'vitest'
import { codeSpans, spansIn } from './highlight.ts'

test('code is coloured by place, and what looks like HTML in it is text', async () => {
  const code = 'const a = "<img onerror=x>" && 1 // it\'s'
  const spans = await codeSpans(code, 'ts')
  const parts = spans.map(({ start, end, kind }) => [kind, code.slice(start, end)])
  expect(parts).toContainEqual(['keyword', 'const'])
  expect(parts).toContainEqual(['string', '"<img onerror=x>"'])
  expect(parts).toContainEqual(['comment', "// it's"])
})

test('spans inside of spans have their own places', () => {
  expect(spansIn('<span class="hljs-string">&quot;a<span class="hljs-subst">b</span>&quot;</span>')).toEqual([
    { kind: 'subst', start: 2, end: 3 },
    { kind: 'string', start: 0, end: 4 },
  ])
})

test('an unknown language is left as it is', async () => {
  expect(await codeSpans('anything', 'klingon')).toEqual([])
})
