import { beforeEach, expect, test } from 'vitest'
import { acceptDraft, forgetDrafts, readDraft, restoreDraft, takeDraft, writeDraft } from './draft-store.ts'

const file = { id: 'f', name: 'a.txt', mime: 'text/plain', size: 1, url: '/api/files/f' }
beforeEach(() => {
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

test('a message on its way is not lost when the page dies', () => {
  writeDraft('t1', { text: 'important' })
  takeDraft('t1', { text: 'important', attachments: [] })
  expect(readDraft('t1').text).toBe('')
  forgetDrafts()
  expect(readDraft('t1').text).toBe('important')
})

test('an accepted message leaves the store, what was typed meanwhile stays', () => {
  takeDraft('new', { text: 'sent', attachments: [] })
  writeDraft('new', { text: 'typed meanwhile' })
  acceptDraft('new', 't9')
  forgetDrafts()
  expect(readDraft('new').text).toBe('')
  expect(readDraft('t9').text).toBe('typed meanwhile')
})

test('a refused message comes back before what was typed meanwhile', () => {
  takeDraft('t1', { text: 'refused', attachments: [file] })
  writeDraft('t1', { text: 'next' })
  restoreDraft('t1')
  expect(readDraft('t1')).toEqual({ text: 'refused\n\nnext', attachments: [file] })
})

test('an empty draft leaves nothing in the browser', () => {
  writeDraft('t1', { text: 'a' })
  writeDraft('t1', { text: '' })
  forgetDrafts()
  expect(Object.keys(localStorage)).toEqual([])
})
