import type { Attachment } from '@atrium/contract/chat'
import type { ErrorBody } from '@atrium/contract/errors'
import type { StoredFile } from '@atrium/contract/files'
import { sentences } from '@atrium/contract/sentences'
import { requireSignIn } from '../accounts/sign-in-request.ts'
import { authHeaders } from '../platform/api.ts'
import { readDraft, writeDraft } from './draft-store.ts'

/** FILE_MAX_BYTES of contract/files.ts, which the browser cannot import without zod. */
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
/** Pictures of stored attachments, by their id, for as long as the page lives. */
const previews = new Map<string, string>()
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

function change(key: string, id: string, part: Partial<Upload>): void {
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
  for (const upload of added) if (!upload.error) start(key, upload)
}

export function retryUpload(key: string, id: string): void {
  const upload = readUploads(key).find((one) => one.id === id)
  if (!upload) return
  change(key, id, { error: null, progress: 0 })
  start(key, upload)
}

export function removeUpload(key: string, id: string): void {
  requests.get(id)?.abort()
  requests.delete(id)
  put(
    key,
    readUploads(key).filter((one) => one.id !== id),
  )
}

export function removeAttachment(key: string, id: string): void {
  writeDraft(key, { attachments: readDraft(key).attachments.filter((one) => one.id !== id) })
}

// XMLHttpRequest, because fetch does not tell how much has been sent.
function start(key: string, { id, file, preview }: Upload): void {
  const request = new XMLHttpRequest()
  requests.set(id, request)
  request.open('POST', `/api/files?name=${encodeURIComponent(file.name || 'file')}`)
  request.withCredentials = true
  request.setRequestHeader('Content-Type', file.type || 'application/octet-stream')
  for (const [name, value] of Object.entries(authHeaders())) request.setRequestHeader(name, value)
  request.upload.onprogress = ({ loaded, total }) =>
    change(key, id, { progress: total > 0 ? (loaded / total) * 100 : 0 })
  request.onerror = () => change(key, id, { error: sentences.connecting, retry: true })
  request.onload = () => {
    requests.delete(id)
    if (request.status >= 200 && request.status < 300)
      return finish(key, id, JSON.parse(request.responseText) as StoredFile, preview)
    if (request.status === 401) {
      change(key, id, { error: 'signIn', retry: true })
      void requireSignIn().then((signedIn) => signedIn && retryUpload(key, id))
      return
    }
    change(key, id, { error: sentenceIn(request), retry: request.status >= 500 || request.status === 429 })
  }
  request.send(file)
}

function finish(key: string, id: string, stored: StoredFile, preview: string | null): void {
  if (preview) previews.set(stored.id, preview)
  const { name, mime, size, url } = stored
  // Removed while the answer was on its way.
  if (!readUploads(key).some((upload) => upload.id === id)) return
  put(
    key,
    readUploads(key).filter((upload) => upload.id !== id),
  )
  writeDraft(key, { attachments: [...readDraft(key).attachments, { id: stored.id, name, mime, size, url }] })
}

function sentenceIn(request: XMLHttpRequest): string {
  const instead =
    request.status === 413 ? 'tooLarge' : request.status >= 500 ? sentences.serverIssues : sentences.badRequest
  if (!request.responseText.startsWith('{')) return instead
  return (JSON.parse(request.responseText) as Partial<ErrorBody>).error?.message ?? instead
}
