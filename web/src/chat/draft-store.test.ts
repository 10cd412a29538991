import { beforeEach, expect, test } from 'vitest'
import { setOwner } from '../platform/owner.ts'
import { acceptDraft, forgetDrafts, readDraft, restoreDraft, takeDraft, writeDraft } from './draft-store.ts'

const file = { id: 'f', name: 'a.txt', mime: 'text/plain', size: 1, url: '/api/files/f' }
beforeEach(() => {
  setOwner('', false)
  forgetDrafts()
  localStorage.clear()
})

test('a draft and its files are there after a reload, for each conversation its own', () => {
  writeDraft('t1', { text: 'half a thought', attachments: [file] })
  writeDraft('t2', { text: 'another' })
  forgetDrafts()
  expect(readDraft('t1')).toEqual({ text: 'half a thought', attachments: [file] })
  expect(readDraft('t2').text).toBe('another')
})

test('a message on its way is not lost when the page dies, and is still the same message', () => {
  writeDraft('t1', { text: 'important' })
  takeDraft('t1', { text: 'important', attachments: [], messageId: 'm1' })
  expect(readDraft('t1').text).toBe('')
  forgetDrafts()
  expect(readDraft('t1')).toEqual({ text: 'important', attachments: [], messageId: 'm1' })
})

test('an accepted message leaves the store, what was typed meanwhile stays', () => {
  takeDraft('new', { text: 'sent', attachments: [], messageId: 'm1' })
  writeDraft('new', { text: 'typed meanwhile' })
  acceptDraft('new', 't9')
  forgetDrafts()
  expect(readDraft('new')).toEqual({ text: '', attachments: [] })
  expect(readDraft('t9')).toEqual({ text: 'typed meanwhile', attachments: [] })
})

test('a refused message comes back before what was typed meanwhile, as another message', () => {
  takeDraft('t1', { text: 'refused', attachments: [file], messageId: 'm1' })
  writeDraft('t1', { text: 'next' })
  restoreDraft('t1')
  expect(readDraft('t1')).toEqual({ text: 'refused\n\nnext', attachments: [file] })
})

test.each([
  ['its text is changed', { text: 'sent, or not' }],
  ['a file is added', { attachments: [file] }],
])('a message that came back keeps its id until %s', (_, change) => {
  takeDraft('t1', { text: 'sent', attachments: [], messageId: 'm1' })
  restoreDraft('t1')
  expect(readDraft('t1').messageId).toBe('m1')
  writeDraft('t1', { text: 'sent' })
  expect(readDraft('t1').messageId).toBe('m1')
  writeDraft('t1', change)
  expect(readDraft('t1').messageId).toBeUndefined()
})

test('an empty draft leaves nothing in the browser', () => {
  writeDraft('t1', { text: 'a' })
  writeDraft('t1', { text: '' })
  forgetDrafts()
  expect(Object.keys(localStorage)).toEqual([])
})

test('each person has their own drafts, and finds them again', () => {
  setOwner('ada', true)
  writeDraft('new', { text: 'Ada’s' })
  setOwner('', false)
  expect(readDraft('new').text).toBe('')
  setOwner('grace', true)
  writeDraft('new', { text: 'Grace’s' })
  setOwner('ada', false)
  expect(readDraft('new').text).toBe('Ada’s')
  forgetDrafts()
  expect(readDraft('new').text).toBe('Ada’s')
})

test('what a visitor has written is theirs after signing in, beside what they had', () => {
  setOwner('ada', true)
  writeDraft('new', { text: 'from last week' })
  setOwner('', false)
  writeDraft('new', { text: 'typed before signing in' })
  writeDraft('t1', { text: 'more' })
  setOwner('ada', true)
  expect(readDraft('new').text).toBe('typed before signing in\n\nfrom last week')
  expect(readDraft('t1').text).toBe('more')
  setOwner('', false)
  expect([readDraft('new').text, readDraft('t1').text]).toEqual(['', ''])
})
