import type { Job } from '@atrium/contract/playbook'
import { z } from 'zod'

/** A text of the workspace's files, or one that was given. */
export interface Document {
  /** Of a file of Sync; empty of one that was given. */
  id: string
  name: string
  /** The folders above it. */
  folder: string
  text: string
  /** `YYYY-MM-DD` of its last change; null when not known. */
  changedOn: string | null
}

const Entry = z.object({
  id: z.string(),
  kind: z.enum(['file', 'folder']),
  name: z.string(),
  modifiedAt: z.string(),
})
const Listed = z.object({ entries: z.array(Entry) })
const Read = z.object({ text: z.string().nullable() })

/** Files that are read in one run: each is a step of its own. */
export const DOCUMENTS_MAX = 60
const READABLE = /\.(?:md|markdown|txt|html?|pdf|docx|odt|rtf)$/i
const DEPTH_MAX = 3

export interface Documents {
  documents: Document[]
  /** Names of files in which no text was found, and how many were beyond the first. */
  unread: string[]
  beyond: number
  /** Why nothing was read; null when something could be. */
  closed: string | null
}

/** The texts of a folder of Sync and the folders in it, `Knowledge base/Accounts`; of all files when the name is empty. */
export async function documentsIn(job: Job, folder: string): Promise<Documents> {
  const none = (closed: string): Documents => ({ documents: [], unread: [], beyond: 0, closed })
  if (!(await job.can('sync.list')) || !(await job.can('sync.read')))
    return none('The files of the workspace (Sync) are not installed, or not granted to this seat.')
  const list = async (id: string) => (await job.read('sync.list', id ? { folder: id } : {}, Listed)).entries
  let at = ''
  for (const name of folder.split('/').map((part) => part.trim())) {
    if (name === '') continue
    const found = (await list(at)).find(
      (entry) => entry.kind === 'folder' && entry.name.toLowerCase() === name.toLowerCase(),
    )
    if (!found) return none(`There is no folder “${folder}” among the files of the workspace (Sync).`)
    at = found.id
  }
  const files: { entry: z.infer<typeof Entry>; folder: string }[] = []
  const walk = async (id: string, path: string, depth: number): Promise<void> => {
    for (const entry of await list(id)) {
      if (entry.kind === 'file' && READABLE.test(entry.name)) files.push({ entry, folder: path })
      if (entry.kind === 'folder' && depth < DEPTH_MAX)
        await walk(entry.id, path ? `${path}/${entry.name}` : entry.name, depth + 1)
    }
  }
  await walk(at, folder, 0)
  const documents: Document[] = []
  const unread: string[] = []
  for (const { entry, folder: path } of files.slice(0, DOCUMENTS_MAX)) {
    const { text } = await job.read('sync.read', { id: entry.id }, Read)
    if (text?.trim())
      documents.push({ id: entry.id, name: entry.name, folder: path, text, changedOn: entry.modifiedAt.slice(0, 10) })
    else unread.push(entry.name)
  }
  const isEmpty = documents.length === 0
  return {
    documents,
    unread,
    beyond: Math.max(0, files.length - DOCUMENTS_MAX),
    closed: isEmpty
      ? `There is no text in ${folder ? `the folder “${folder}”` : 'the files of the workspace (Sync)'}.`
      : null,
  }
}
