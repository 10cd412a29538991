import { expect, test } from 'vitest'
import { skeletonOf } from './skeleton.ts'

// UTS 39, section 4, with the data of Unicode 17.

test.each([
  ['coco', 'сосо', 'Cyrillic'],
  ['bob', 'b0b', 'a zero'],
  ['alice', 'a1ice', 'a one'],
  ['ali', 'alı', 'without a dot'],
  ['ali', 'ali\u0307', 'with a dot of its own'],
  ['modern', 'rnodem', 'r and n'],
  ['pace', 'расе', 'Cyrillic again'],
  ['oi', 'οi', 'Greek'],
  ['ann', 'a\u200dnn', 'a joiner that nobody sees'],
  ['josé', 'jose\u0301', 'an accent of its own'],
])('%s looks like %s: %s', (one, other) => {
  expect(skeletonOf(other)).toBe(skeletonOf(one))
})

test.each([
  ['anna', 'anne'],
  ['jose', 'josé'],
  ['иван', 'ivan'],
  ['田中', '由中'],
  ['user2', 'user3'],
])('%s does not look like %s', (one, other) => {
  expect(skeletonOf(other)).not.toBe(skeletonOf(one))
})
