import type { Attachment } from '@atrium/contract/chat'
import type { ErrorBody } from '@atrium/contract/errors'
import type { StoredFile } from '@atrium/contract/files'
import { sentences } from '@atrium/contract/sentences'
import { askToSignIn } from '../accounts/sign-in-request.ts'
import { ApiError, api, authHeaders } from '../platform/api.ts'
import { onOwnerChange } from '../platform/owner.ts'
import { readDraft, writeDraft } from './draft-store.ts'

/** Bytes of a file, and files of a message, as contract/files.ts and chat.ts have them, which the browser cannot import without zod; a test holds them equal. */
export const FILE_MAX = 50 * 1024 * 1024
export const FILES_MAX = 20

/** A file on its way to the server. When it is there it becomes an attachment of the draft. */
export interface Upload {
  id: string
  file: File
  /** An address to show an image by. */
  preview: string | null
  /** 0–100 */
  progress: number
  /** A sentence, or a key of `chat.upload`, when it failed. */
  error: string | null
  retry: boolean
}

const uploads = new Map<string, readonly Upload[]>()
const requests = new Map<string, XMLHttpRequest>()
/** Pictures of stored attachments, by their id, for as long as they are in a draft. */
const previews = new Map<string, string>()
/** Stored files that have been nowhere but in a draft of this tab. */
const unsent = new Set<string>()
const listeners = new Set<() => void>()
const none: readonly Upload[] = []
let count = 0

export const readUploads = (key: string): readonly Upload[] => uploads.get(key) ?? none
export const previewOf = (attachment: Attachment): string | null =>
  previews.get(attachment.id) ?? (/^image\/(png|jpe?g|gif|webp|avif)$/.test(attachment.mime) ? attachment.url : null)

export function onUploads(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function put(key: string, next: readonly Upload[]): void {
  uploads.set(key, next)
  for (const listener of listeners) listener()
}

function change(id: string, part: Partial<Upload>): void {
  const key = keyOf(id)
  if (key === undefined) return
  put(
    key,
    readUploads(key).map((upload) => (upload.id === id ? { ...upload, ...part } : upload)),
  )
}

/** Starts uploading files for a composer. A file that is too large is listed with its error and never sent. */
export function addFiles(key: string, files: readonly File[]): void {
  const room = FILES_MAX - readUploads(key).length - readDraft(key).attachments.length
  const added = files.map((file, index): Upload => {
    const error = index >= room ? 'tooMany' : file.size > FILE_MAX ? 'tooLarge' : file.size === 0 ? 'empty' : null
    const preview = /^image\/(png|jpe?g|gif|webp|avif)$/.test(file.type) ? URL.createObjectURL(file) : null
    return { id: `upload-${++count}`, file, preview, progress: 0, error, retry: false }
  })
  put(key, [...readUploads(key), ...added])
  for (const upload of added) if (!upload.error) start(upload)
}

export const retryUpload = (id: string): void => again(id, false)

function again(id: string, isSecond: boolean): void {
  const upload = readUploads(keyOf(id) ?? '').find((one) => one.id === id)
  if (!upload || requests.has(id)) return
  change(id, { error: null, progress: 0 })
  start(upload, isSecond)
}

export function removeUpload(key: string, id: string): void {
  const upload = readUploads(key).find((one) => one.id === id)
  // What has arrived whole is stored: the answer says under which id, and it is deleted then.
  if (upload?.progress !== 100) requests.get(id)?.abort()
  requests.delete(id)
  release(upload?.preview)
  put(
    key,
    readUploads(key).filter((one) => one.id !== id),
  )
}

/** A file that no message will bring is not kept at the server either. */
function discard(fileId: string): void {
  api.delete(`/api/files/${encodeURIComponent(fileId)}`).catch((error: unknown) => {
    // What stays behind is the server's housekeeping; gone already is what was wanted.
    if (!(error instanceof ApiError && error.status === 404)) console.error('A file could not be deleted.', error)
  })
}

export function removeAttachment(key: string, id: string): void {
  writeDraft(key, { attachments: readDraft(key).attachments.filter((one) => one.id !== id) })
  forgetPreviews([id])
  // One that has gone out may be in a message, also when its draft has come back.
  if (unsent.delete(id)) discard(id)
}

/** A message goes out with these files: from now on they may belong to it. */
export function filesGoOut(ids: readonly string[]): void {
  for (const id of ids) unsent.delete(id)
}

/** The pictures of attachments that have gone out: from now on the server shows them. */
export function forgetPreviews(ids: readonly string[]): void {
  for (const id of ids) {
    release(previews.get(id))
    previews.delete(id)
  }
}

/** What is being uploaded for a new conversation goes on in the one it has become. */
export function moveUploads(from: string, to: string): void {
  if (from === to || readUploads(from).length === 0) return
  const moved = readUploads(from)
  put(from, none)
  put(to, [...readUploads(to), ...moved])
}

function release(preview: string | null | undefined): void {
  if (preview) URL.revokeObjectURL(preview)
}

/** Whoever has left takes their files along. */
onOwnerChange(({ takesAlong }) => {
  if (takesAlong) return
  for (const [key, list] of uploads) for (const { id } of list) removeUpload(key, id)
  forgetPreviews([...previews.keys()])
  unsent.clear()
})

/** The composer that has the upload now. */
const keyOf = (id: string): string | undefined =>
  [...uploads].find(([, list]) => list.some((upload) => upload.id === id))?.[0]

// XMLHttpRequest, because fetch does not tell how much has been sent.
function start({ id, file, preview }: Upload, isSecond = false): void {
  const request = new XMLHttpRequest()
  requests.set(id, request)
  request.open('POST', `/api/files?name=${encodeURIComponent(file.name || 'file')}`)
  request.withCredentials = true
  request.setRequestHeader('Content-Type', file.type || 'application/octet-stream')
  for (const [name, value] of Object.entries(authHeaders())) request.setRequestHeader(name, value)
  request.upload.onprogress = ({ loaded, total }) => change(id, { progress: total > 0 ? (loaded / total) * 100 : 0 })
  request.onerror = () => {
    requests.delete(id)
    change(id, { error: sentences.connecting, retry: true })
  }
  request.onload = () => {
    requests.delete(id)
    const answer = parsed(request.responseText)
    if (request.status >= 200 && request.status < 300) {
      if (isStored(answer)) finish(id, answer, preview)
      // Cut on its way, or a proxy's page.
      else change(id, { error: sentences.connecting, retry: true })
      return
    }
    if (request.status === 401) {
      change(id, { error: 'signIn', retry: true })
      if (!isSecond) void askToSignIn(401).then((mayGoAgain) => mayGoAgain && again(id, true))
      return
    }
    const told = (answer as Partial<ErrorBody> | null)?.error?.message
    const error = told ?? sentenceFor(request.status)
    change(id, { error, retry: request.status >= 500 || request.status === 429 })
  }
  request.send(file)
}

const isStored = (answer: unknown): answer is StoredFile =>
  typeof answer === 'object' && answer !== null && typeof (answer as Partial<StoredFile>).id === 'string'

/** An answer's JSON; null when it is none. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

const sentenceFor = (status: number): string =>
  status === 413 ? 'tooLarge' : status >= 500 ? sentences.serverIssues : sentences.badRequest

function finish(id: string, { id: fileId, name, mime, size, url }: StoredFile, preview: string | null): void {
  const key = keyOf(id)
  // Removed while the answer was on its way.
  if (key === undefined) {
    discard(fileId)
    return
  }
  unsent.add(fileId)
  if (preview) previews.set(fileId, preview)
  put(
    key,
    readUploads(key).filter((upload) => upload.id !== id),
  )
  writeDraft(key, { attachments: [...readDraft(key).attachments, { id: fileId, name, mime, size, url }] })
}
