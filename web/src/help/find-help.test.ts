import type { HelpEntry } from '@atrium/contract/help'
import { expect, test } from 'vitest'
import { helpFinder, slipsBetween } from './find-help.ts'

const article = (key: string, title: string, asks: string[], words: string[] = []): HelpEntry => ({
  ...{ key, title, asks, words, topic: 'start', link: '/' },
})

const entries = [
  article('password', 'Changing your password', ['how do I change my password', 'new passphrase'], ['credentials']),
  article('theme', 'Light and dark theme', ['how do I make it dark', 'how do I turn on night mode']),
  article('invite', 'Inviting people', ['how do I invite somebody', 'how do I add a member']),
  article('hire', 'Hiring agents', ['how do I hire an agent']),
  article('let-go', 'Letting a seat go', ['how do I fire an agent']),
  article('language', 'اللغة والمظهر', ['كيف أغيّر اللغة']),
]
const find = helpFinder(entries)
const keys = (typed: string) => find(typed).map(({ key }) => key)

test('a word finds the articles that have it, a title before a question', () => {
  expect(keys('password')).toEqual(['password'])
  expect(keys('agents')[0]).toBe('hire')
})

test('the beginning of a word is enough', () => {
  expect(keys('pass')).toEqual(['password'])
})

test.each([
  ['pasword', 'password'],
  ['passwrod', 'password'],
  ['how do I chnage my pasword?', 'password'],
  ['dakr', 'theme'],
  ['Invitng', 'invite'],
])('a slip of the finger is forgiven: %s', (typed, key) => {
  expect(keys(typed)[0]).toBe(key)
})

test('a word that is right is not taken for another that is like it', () => {
  expect(keys('fire')).toEqual(['let-go'])
})

test('a question of an article, word by word, comes first', () => {
  expect(keys('How do I add a member?')[0]).toBe('invite')
})

test('words that every article has find nothing by themselves beside one that none has', () => {
  expect(keys('how do I qwertz')).toEqual([])
})

test('accents and vowel signs make no difference', () => {
  expect(keys('كيف أغير اللغة')[0]).toBe('language')
  expect(keys('pässword')[0]).toBe('password')
})

test('nothing typed is all of them, and words of no article are none', () => {
  expect(keys('  ')).toHaveLength(entries.length)
  expect(keys('xylophone')).toEqual([])
})

test('slips are letters left out, put in, changed and swapped', () => {
  expect(slipsBetween('theme', 'theme', 2)).toBe(0)
  expect(slipsBetween('thme', 'theme', 2)).toBe(1)
  expect(slipsBetween('htmee', 'theme', 2)).toBe(2)
  expect(slipsBetween('hteme', 'theme', 2)).toBe(1)
  expect(slipsBetween('password', 'theme', 2)).toBe(3)
})
