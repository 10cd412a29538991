import type { StoredFile } from '@atrium/contract/files'
import { FILE_MAX } from '../../chat/upload-store.ts'
import { api } from '../../platform/api.ts'

export { FILE_MAX }

/** Whether its name ends as one of `.csv`, `.txt`; anything does where nothing is named. */
export const isAccepted = (name: string, accept: readonly string[]): boolean =>
  accept.length === 0 || accept.some((ending) => name.toLowerCase().endsWith(ending.toLowerCase()))

/** Keeps a file with the person's own. */
export const storeFile = (file: File): Promise<StoredFile> =>
  api.post<StoredFile>(`/api/files?name=${encodeURIComponent(file.name || 'file')}`, file, {
    headers: { 'Content-Type': file.type || 'application/octet-stream' },
  })

const kinds: Readonly<Record<string, string>> = {
  '.csv': 'text/csv',
  '.tsv': 'text/tab-separated-values',
  '.json': 'application/json',
  '.sarif': 'application/json',
  '.xml': 'application/xml',
  '.md': 'text/markdown',
  '.html': 'text/html',
}
/** Endings of files that are not written as text. */
const BINARY = /^\.(pdf|docx?|xlsx?|pptx?|zip|png|jpe?g|gif|webp)$/i

/** The ending under which pasted text is kept; null where only other kinds of files are taken. */
export function pastedEnding(accept: readonly string[]): string | null {
  if (accept.length === 0) return '.txt'
  return accept.find((ending) => ending.startsWith('.') && !BINARY.test(ending)) ?? null
}

export function pastedFile(text: string, title: string, ending: string): File {
  const name =
    title
      .replace(/[\\/:*?"<>|\p{Cc}]+/gu, ' ')
      .trim()
      .slice(0, 80) || 'text'
  return new File([text], `${name}${ending}`, { type: kinds[ending] ?? 'text/plain' })
}
