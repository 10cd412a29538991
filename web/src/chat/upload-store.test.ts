import { ChatRequest } from '@atrium/contract/chat'
import { FILE_MAX_BYTES } from '@atrium/contract/files'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setOwner } from '../platform/owner.ts'
import { forgetDrafts, readDraft } from './draft-store.ts'
import {
  addFiles,
  FILE_MAX,
  FILES_MAX,
  filesGoOut,
  forgetPreviews,
  moveUploads,
  previewOf,
  readUploads,
  removeAttachment,
  removeUpload,
} from './upload-store.ts'

/** Requests that answer when the test says so. */
const requests: FakeRequest[] = []
interface FakeRequest {
  status: number
  responseText: string
  aborted: boolean
  onload?: () => void
  upload: { onprogress?: (event: { loaded: number; total: number }) => void }
}
const answer = (status: number, body: string, index = requests.length - 1) => {
  const request = requests[index] as FakeRequest
  request.status = status
  request.responseText = body
  request.onload?.()
}
const stored = (id: string) =>
  JSON.stringify({ id, name: 'a.png', mime: 'image/png', size: 3, url: `/api/files/${id}` })
const picture = () => new File(['abc'], 'a.png', { type: 'image/png' })

let addresses: Set<string>
beforeEach(() => {
  requests.length = 0
  addresses = new Set()
  let count = 0
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => {
    count += 1
    addresses.add(`blob:${count}`)
    return `blob:${count}`
  })
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation((address) => void addresses.delete(address))
  vi.stubGlobal(
    'XMLHttpRequest',
    vi.fn(function (this: FakeRequest & Record<string, unknown>) {
      this.upload = {}
      this.aborted = false
      for (const method of ['open', 'setRequestHeader', 'send']) this[method] = () => undefined
      this.abort = () => {
        this.aborted = true
      }
      requests.push(this)
    }),
  )
  setOwner('ada', true)
})
afterEach(() => {
  setOwner('', false)
  forgetDrafts()
  localStorage.clear()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test.each([
  ['a proxy’s page', 200, '<html>Sign in to the network</html>'],
  ['half an answer', 200, '{"id": "f'],
  ['something else', 200, '[]'],
])('%s in place of the stored file is told as lost, and can be tried again', (_, status, body) => {
  addFiles('t', [picture()])
  answer(status, body)
  expect(readUploads('t')).toMatchObject([{ error: "I'm having trouble connecting right now.", retry: true }])
  expect(readDraft('t').attachments).toEqual([])
})

test('a refusal that is no JSON has the sentence of the spec', () => {
  addFiles('t', [picture()])
  answer(502, '{oops')
  expect(readUploads('t')).toMatchObject([
    { error: 'The server is experiencing issues. Please try again later.', retry: true },
  ])
})

test('a file on its way when its new conversation gets a name arrives there', () => {
  addFiles('new', [picture()])
  moveUploads('new', 't9')
  expect([readUploads('new').length, readUploads('t9').length]).toEqual([0, 1])
  answer(200, stored('f1'))
  expect(readDraft('t9').attachments.map(({ id }) => id)).toEqual(['f1'])
  expect(readDraft('new').attachments).toEqual([])
})

test('no picture is held in memory longer than it is shown', () => {
  addFiles('t', [picture(), picture(), picture()])
  answer(200, stored('f1'), 0)
  answer(200, stored('f2'), 1)
  const [first] = readDraft('t').attachments
  expect(first && previewOf(first)).toBe('blob:1')
  expect(addresses.size).toBe(3)
  removeUpload('t', readUploads('t')[0]?.id ?? '')
  removeAttachment('t', 'f1')
  forgetPreviews(['f2'])
  expect(addresses.size).toBe(0)
})

test('who leaves takes files and pictures along, also those on their way', () => {
  addFiles('t', [picture(), picture()])
  answer(200, stored('f1'), 0)
  setOwner('', false)
  expect([readUploads('t'), readDraft('t').attachments]).toEqual([[], []])
  expect(requests[1]?.aborted).toBe(true)
  expect(addresses.size).toBe(0)
})

test('a file that is taken out of the draft, or was stored when its upload was called off, is deleted at the server', () => {
  const deleted: string[] = []
  vi.stubGlobal(
    'fetch',
    vi.fn(async (path: string, { method }: RequestInit) => {
      deleted.push(`${method} ${path}`)
      return Response.json({ ok: true })
    }),
  )
  addFiles('t', [picture(), picture(), picture()])
  for (const index of [0, 1]) answer(200, stored(`f${index + 1}`), index)
  removeAttachment('t', 'f1')
  // Gone out: it may be in a message, although its draft has come back.
  filesGoOut(['f2'])
  removeAttachment('t', 'f2')
  requests[2]?.upload.onprogress?.({ loaded: 3, total: 3 })
  removeUpload('t', readUploads('t')[0]?.id ?? '')
  expect(requests[2]?.aborted).toBe(false)
  answer(200, stored('f3'), 2)
  expect(deleted).toEqual(['DELETE /api/files/f1', 'DELETE /api/files/f3'])
  expect(readDraft('t').attachments).toEqual([])
})

test('the limits are the contract’s', () => {
  expect(FILE_MAX).toBe(FILE_MAX_BYTES)
  const files = (count: number) => ({ attachments: Array.from({ length: count }, (_, index) => String(index)) })
  expect(ChatRequest.safeParse(files(FILES_MAX)).success).toBe(true)
  expect(ChatRequest.safeParse(files(FILES_MAX + 1)).success).toBe(false)
})
