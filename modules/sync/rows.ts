import { type Row, rowOf } from '@atrium/contract/module'
import { z } from 'zod'
import { SORTS } from './file-sorts.ts'
import { cleanName, isOfSystem, sortKey } from './names.ts'

// What the module keeps, and what of it is shown.

export const Id = z.string().max(64)
/** The id of a folder; empty at the top. */
export const Folder = z.string().max(64)
export const Moment = z.iso.datetime()
export const byIdOrName = { id: Id.optional(), name: z.string().max(400).optional() }
export const isNamed = ({ id, name }: { id?: string; name?: string }) => Boolean(id || name?.trim())
export const NAME_IT = 'Say which file or folder: its name.'
export const Done = z.object({ count: z.number() })

/** bytes; the quota is far below */
export const LARGEST_FILE = 20 * 1024 ** 3

const EntryFields = z.object({
  kind: z.enum(['file', 'folder']),
  /** Cleaned whichever way it comes in: a move, an undo, an archive of an older version. */
  name: z
    .string('A file or folder needs a name.')
    .overwrite(cleanName)
    .min(1, 'A name needs a letter or a digit in it.'),
  parent: Folder.default(''),
  /** bytes; 0 of a folder */
  size: z.number().int().min(0).default(0),
  mime: z.string().default(''),
  /** hex */
  sha256: z.string().default(''),
  /** The row of `contents` that it shows; null of a folder. */
  content: z.string().nullable().default(null),
  /** When it was last changed on the device it came from. */
  modifiedAt: Moment,
  /** Of the person, or of the whole team. */
  isFavourite: z.boolean().optional(),
  /** As a program called it that came by WebDAV, where `name` had to be another: `a?b`. It sees this one. */
  given: z.string().max(255).nullish(),
  /** What programs have set by WebDAV, by Clark name: XML. */
  properties: z.record(z.string().max(1000), z.string()).nullish(),
  /** By what lists stand in order, folders first: follows from kind and name, whichever way they are written. */
  sort: z.string().default(''),
  /** What systems keep beside people's files for themselves; follows from the name. */
  isOfSystem: z.boolean().optional(),
})
/** A file or a folder. */
export const Entry = EntryFields.overwrite(({ isOfSystem: _, ...entry }) => ({
  ...entry,
  sort: sortKey(entry),
  ...(isOfSystem(entry.name) && { isOfSystem: true }),
}))
export type Entry = z.infer<typeof Entry>
export type StoredEntry = Row<Entry>
export const EntryRow = rowOf(EntryFields.omit({ sort: true, isOfSystem: true }))
export type EntryRow = z.infer<typeof EntryRow>

/** One version of a file. Its bytes lie in one kept file, or in several one behind the other. */
export const Content = z.object({
  entry: Id,
  size: z.number().int().min(0),
  mime: z.string(),
  sha256: z.string(),
  parts: z.array(z.object({ file: Id, size: z.number().int().min(1) })),
  modifiedAt: Moment,
})
export type Content = z.infer<typeof Content>
export type Part = Content['parts'][number]

/** The text found in a file's newest version, for the search. */
export const Text = z.object({ entry: Id, text: z.string() })

/** A file that is on its way in, by the tus protocol. */
export const Upload = z.object({
  name: z.string(),
  parent: Folder,
  /** bytes; null while the client does not know */
  size: z.number().int().min(0).nullable(),
  modifiedAt: Moment,
  /** As sent, for HEAD. */
  metadata: z.record(z.string(), z.string().nullable()),
  parts: Content.shape.parts,
  /** Who began it: in a shared folder it is theirs alone to go on with, and to give up. Absent of older ones. */
  by: z.string().nullish(),
  /** What it was asked for by, and who says they send it. */
  request: z.string().nullish(),
  sender: z.string().nullish(),
  /** What it became. */
  entry: z.string().nullable().default(null),
})
export type Upload = z.infer<typeof Upload>

/** What a share link opens: the link's subject is this row. */
export const Share = z.object({ entry: Id, name: z.string() })

export const Place = z.object({ id: z.string(), name: z.string() })
export const Found = EntryRow.extend({
  /** The folders above it, the outermost first. */
  path: z.array(Place),
  /** The words around what was found in its text. */
  excerpt: z.string().nullable(),
})
export type Found = z.infer<typeof Found>
export const Version = z.object({
  id: z.string(),
  size: z.number(),
  mime: z.string(),
  sha256: z.string(),
  modifiedAt: z.string(),
  createdAt: z.string(),
  isCurrent: z.boolean(),
})
export const Shared = z.object({
  id: z.string(),
  entry: z.string(),
  name: z.string(),
  hasPassword: z.boolean(),
  expiresAt: z.string().nullable(),
  createdAt: z.string(),
  uses: z.number(),
  downloads: z.number(),
  downloadedAt: z.string().nullable(),
})
export type Shared = z.infer<typeof Shared>

/** GET /shared/:token, what a visitor is shown. */
export const SharedView = z.object({
  /** What was shared. */
  root: EntryRow,
  /** What of it is looked at: the file, or a folder in it. */
  entry: EntryRow,
  path: z.array(Place),
  entries: z.array(EntryRow),
  /** Where the folder goes on, as `after`; null at its end. */
  next: z.string().nullable(),
  expiresAt: z.string().nullable(),
})
export type SharedView = z.infer<typeof SharedView>

/** A name that a stranger gives themselves. */
export const Sender = z.string().max(80, 'A name has at most 80 characters.')

/** What people are asked for who have a link: files into a folder, by whoever has it, without an account. */
const RequestFields = z.object({
  title: z
    .string('Say what you ask for.')
    .trim()
    .min(1, 'Say what you ask for.')
    .max(120, 'A title has at most 120 characters.'),
  message: z.string().max(2000, 'A message has at most 2,000 characters.').default(''),
  endsAt: Moment.nullable().default(null),
  /** bytes of one file */
  maxBytes: z.number().int().min(1, 'A file may have at least one byte.').max(LARGEST_FILE).nullable().default(null),
  maxFiles: z.number().int().min(1, 'Ask for at least one file.').max(100_000).nullable().default(null),
  /** Any when there are none. */
  kinds: z.array(z.enum(SORTS)).max(SORTS.length).default([]),
  asksName: z.boolean().default(true),
  /** Whether its owner is told of what arrives. */
  notifiesOwner: z.boolean().default(true),
})
export const NewRequest = RequestFields
export const UploadRequest = RequestFields.extend({
  folder: Id,
  isOpen: z.boolean().default(true),
  /** What has come. */
  received: z.number().int().min(0).default(0),
})
export type UploadRequest = z.infer<typeof UploadRequest>

/** A file that came by a request. */
export const Arrival = z.object({
  request: Id,
  entry: Id,
  name: z.string(),
  size: z.number().int().min(0),
  sender: z.string().default(''),
})

export const RequestState = z.enum(['open', 'off', 'ended', 'full', 'gone'])
/** A request as its owner sees it. */
export const ShownRequest = rowOf(UploadRequest).extend({
  /** Of the folder; null where it is gone. */
  folderName: z.string().nullable(),
  hasPassword: z.boolean(),
  state: RequestState,
})
export type ShownRequest = z.infer<typeof ShownRequest>

/** GET /requests/:token, what a visitor is shown: nothing of the folder. */
export const RequestView = z.object({
  title: z.string(),
  message: z.string(),
  endsAt: z.string().nullable(),
  maxBytes: z.number().nullable(),
  /** How many more may come; null for any number. */
  filesLeft: z.number().nullable(),
  kinds: z.array(z.enum(SORTS)),
  asksName: z.boolean(),
  state: RequestState.exclude(['gone']),
})
export type RequestView = z.infer<typeof RequestView>
