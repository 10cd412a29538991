import { expect, test } from 'vitest'
import { clustersOf, fingerprint, ngramFingerprint } from './fingerprint.ts'

// OpenRefine's documentation, “Clustering methods in-depth”, and the values by which it tests its keyers.
test.each([
  ['the multi multi word test', 'multi test the word'],
  [' école ÉCole ecoLe ', 'ecole'],
  [' d c b a ', 'a b c d'],
  ['\tABC \t DEF ', 'abc def'],
  ['bbb\taaa', 'aaa bbb'],
  ['a\u0085b\u00a0c\u3000d', 'a b c d'],
  ['æø', 'aeoe'],
  ['©ß', 'css'],
  ['ÐðÞþƿ', 'ddththw'],
  ['ﬀﬁﬂﬃﬅﬆ', 'fffiflffistst'],
  ['ÇçĆćĈĉĊċČč', 'cccccccccc'],
  ['ĐđĦħıĸŁłĿŀŉŊŋŦŧ', 'ddhhikllllnnntt'],
  ['ẖẗẘẙẚẛẜẝẞ', 'htwyasssss'],
  ['İĲĳſ', 'iijijs'],
  ['Cruise, Tom', 'cruise tom'],
  ['Tom Cruise', 'cruise tom'],
  ['Gödel, Kurt', 'godel kurt'],
])('the fingerprint of %j is %j', (text, key) => expect(fingerprint(text)).toBe(key))
test.each([
  ['Paris', 2, 'arispari'],
  ['Paris', 1, 'aiprs'],
  ['abcdefg', 2, 'abbccddeeffg'],
  ['hello', 1, 'ehlo'],
  ['he!llo,. world', 1, 'dehlorw'],
  ['\u0001a, !b-c_d\u00a0d\tz\u0003', 3, 'abcbcdcddddz'],
  ['a', 2, 'a'],
])('the n-gram fingerprint of %j by %i is %j', (text, size, key) => expect(ngramFingerprint(text, size)).toBe(key))
test('words of the same letters share one: Krzysztof, Kryzysztof and Krzystof', () => {
  expect(new Set(['Krzysztof', 'Kryzysztof', 'Krzystof'].map((name) => ngramFingerprint(name, 1))).size).toBe(1)
  expect(new Set(['Krzysztof', 'Kryzysztof', 'Krzystof'].map(fingerprint)).size).toBe(3)
  expect(ngramFingerprint('Krzysztof')).toBe(ngramFingerprint('Krzy sztof'))
  expect(fingerprint('A+')).not.toBe(fingerprint('A')) // + is a symbol, no punctuation
})
test('clusters propose the most frequent spelling, and hold only what has several', () => {
  const counts = [
    ['New York', 5],
    ['new york', 2],
    ['York, New', 1],
    ['Oslo', 9],
    ['...', 3],
    ['!!', 1],
  ].map(([value, count]) => ({ value: String(value), count: Number(count) }))
  expect(clustersOf(counts)).toEqual([
    {
      values: [
        { value: 'New York', count: 5 },
        { value: 'new york', count: 2 },
        { value: 'York, New', count: 1 },
      ],
      rows: 8,
    },
  ])
})
