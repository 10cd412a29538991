import { expect, test } from 'vitest'
import { createLexicon } from './lexicon.ts'

const known = ['알려', '알려주세요', '일정', '할일', 'المهام', 'ميزانية', 'reminder', 'call']
const lexicon = createLexicon(known, new Map([['ring', ['call']]]))

test.each([
  ['call', ['call']],
  ['ring', ['call']],
  ['reminders', ['reminder']],
  ['remindre', ['reminder']],
  ['알려줘', ['알려', '알려주세요']],
  ['일정을', ['일정']],
  ['일', []],
  ['بالمهام', ['المهام']],
  ['ميزانيتي', []],
  ['والميزانية', ['ميزانية']],
  ['kitchen', []],
])('“%s” is a form of %j', (said, words) => {
  expect(lexicon.like(said).map(({ word }) => word)).toEqual(words)
})

test('what was said is before its other forms', () => {
  expect(lexicon.like('알려')[0]).toEqual({ word: '알려', by: 1 })
})
