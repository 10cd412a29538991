import { RowVersion } from '@atrium/contract/integers'
import { collection, defineModule, type Row, rowOf } from '@atrium/contract/module'
import { z } from 'zod'
import { cleanName } from './names.ts'

/** As it is shown and saved; `names.ts` cleans what is sent. */
const Name = z
  .string('A file or folder needs a name.')
  .trim()
  .min(1, 'A file or folder needs a name.')
  .max(200, 'A name has at most 200 characters.')
const Id = z.string().max(64)
/** The id of a folder; empty at the top. */
const Folder = z.string().max(64)
const Moment = z.iso.datetime()

/** A file or a folder. */
export const Entry = z.object({
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
})
export type Entry = z.infer<typeof Entry>
export type StoredEntry = Row<Entry>
export const EntryRow = rowOf(Entry)
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
const Text = z.object({ entry: Id, text: z.string() })

/** A file that is on its way in, by the tus protocol. */
const Upload = z.object({
  name: z.string(),
  parent: Folder,
  /** bytes; null while the client does not know */
  size: z.number().int().min(0).nullable(),
  modifiedAt: Moment,
  /** As sent, for HEAD. */
  metadata: z.record(z.string(), z.string().nullable()),
  parts: Content.shape.parts,
  /** What it became. */
  entry: z.string().nullable().default(null),
})
export type Upload = z.infer<typeof Upload>

/** What a share link opens: the link's subject is this row. */
const Share = z.object({ entry: Id, name: z.string() })

const Place = z.object({ id: z.string(), name: z.string() })
const Found = EntryRow.extend({
  /** The folders above it, the outermost first. */
  path: z.array(Place),
  /** The words around what was found in its text. */
  excerpt: z.string().nullable(),
})
export type Found = z.infer<typeof Found>
const Version = z.object({
  id: z.string(),
  size: z.number(),
  mime: z.string(),
  sha256: z.string(),
  modifiedAt: z.string(),
  createdAt: z.string(),
  isCurrent: z.boolean(),
})
const Shared = z.object({
  id: z.string(),
  entry: z.string(),
  name: z.string(),
  hasPassword: z.boolean(),
  expiresAt: z.string().nullable(),
  createdAt: z.string(),
  uses: z.number(),
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
  expiresAt: z.string().nullable(),
})
export type SharedView = z.infer<typeof SharedView>

const byIdOrName = { id: Id.optional(), name: z.string().max(400).optional() }
const isNamed = ({ id, name }: { id?: string; name?: string }) => Boolean(id || name?.trim())
const NAME_IT = 'Say which file or folder: its name.'
const Ids = z.object({
  ids: z.array(Id).min(1, 'Choose a file or folder first.').max(1000, 'At most 1,000 at once.'),
})
const Done = z.object({ count: z.number() })

export default defineModule({
  id: 'sync',
  title: 'Sync',
  summary: 'Your files: resumable uploads, versions, previews and share links.',
  kind: 'module',
  industries: ['productivity', 'all'],
  tier: 'free',
  triggers: ['/sync', '/upload'],
  icon: 'folder-sync',
  route: '/sync',
  dav: { title: 'Files' },
  collections: {
    entries: collection(Entry, {
      version: 1,
      search: ['name'],
      indexes: [['parent', 'name'], ['parent', 'given'], ['isFavourite']],
      shared: { opens: '?folder={id}' },
      partOf: { parent: 'entries' },
    }),
    contents: collection(Content, { version: 1, indexes: [['entry']], partOf: { entry: 'entries' } }),
    texts: collection(Text, { version: 1, search: ['text'], indexes: [['entry']], partOf: { entry: 'entries' } }),
    uploads: collection(Upload, { version: 1, partOf: { parent: 'entries' } }),
    shares: collection(Share, { version: 1, search: ['name'], indexes: [['entry']] }),
  },
  jobs: { tidy: { summary: 'Forgets uploads that were given up', every: 'day at 04:00' } },
  actions: {
    list: {
      summary: 'Files and folders',
      effect: 'read',
      input: z.object({
        folder: Folder.optional().describe('The id of a folder; the top when absent'),
        path: z.string().max(2000).optional().describe('A folder by its path instead: Documents/2026'),
      }),
      output: z.object({ folder: EntryRow.nullable(), path: z.array(Place), entries: z.array(EntryRow) }),
      says: ['list my files', 'show my files', 'what files do i have', 'list the files in {path}'],
      triggers: ['/sync'],
      tells: { list: 'entries', none: 'There are no files here yet.', each: '{name} ({kind})' },
    },
    find: {
      summary: 'Find files by their name or the text in them',
      effect: 'read',
      input: z.object({ words: z.string().max(200) }),
      output: z.object({
        files: z.array(
          z.object({
            id: z.string(),
            name: z.string(),
            folder: z.string(),
            size: z.number(),
            excerpt: z.string().nullable(),
          }),
        ),
      }),
      says: [
        'find the file {words}',
        'find my file {words}',
        'find files about {words}',
        'search my files for {words}',
        'where is the file {words}',
      ],
      tells: { list: 'files', none: 'No file has the words “{words}”.', each: '**{name}**[ in {folder}][: {excerpt}]' },
    },
    recent: {
      summary: 'The files that came or changed last',
      effect: 'read',
      input: z.object({ limit: z.number().int().min(1).max(50).default(10) }),
      output: z.object({
        files: z.array(EntryRow.pick({ id: true, name: true, parent: true, size: true, updatedAt: true })),
      }),
      says: ['show my recent files', 'what are my latest files', 'which files came last'],
      tells: { list: 'files', none: 'There are no files yet.', each: '{name}, {updatedAt}' },
    },
    search: {
      summary: 'The search of the page: whole rows and the folders above them',
      effect: 'read',
      input: z.object({ words: z.string().max(200) }),
      output: z.object({ entries: z.array(Found) }),
    },
    read: {
      summary: 'A file and the text in it',
      effect: 'read',
      input: z.object(byIdOrName).refine(isNamed, NAME_IT),
      output: z.object({
        entry: EntryRow,
        /** null when there is no text in it */
        text: z.string().nullable(),
        /** The kept files that hold its bytes, in their order. */
        parts: Content.shape.parts,
        url: z.string(),
      }),
      says: ['read the file {name}', 'what does the file {name} say'],
    },
    save: {
      summary: 'Save a file: a text, bytes in base64, or a file kept already',
      effect: 'write',
      input: z.object({
        name: Name,
        folder: Folder.optional(),
        path: z.string().max(2000).optional().describe('The folder by its path; made when it is not there'),
        text: z.string().optional(),
        base64: z.base64('That is no base64.').optional(),
        file: Id.optional().describe('The id of a kept file'),
      }),
      output: EntryRow,
    },
    makeFolder: {
      summary: 'Make a folder, and those above it',
      effect: 'write',
      input: z.object({
        name: z.string().max(2000).describe('A name, or a path of names: Documents/2026'),
        parent: Folder.default(''),
      }),
      output: EntryRow,
      says: ['make a folder {name}', 'make a folder called {name}', 'create a folder {name}', 'new folder {name}'],
      tells: 'The folder **{name}** is made.',
    },
    rename: {
      summary: 'Rename a file or folder',
      effect: 'write',
      input: z.object({ id: Id, name: Name, version: RowVersion.optional() }),
      output: EntryRow,
    },
    move: {
      summary: 'Move files and folders into a folder',
      effect: 'write',
      input: Ids.extend({ to: Folder }),
      output: Done,
    },
    favour: {
      summary: 'Mark files and folders as favourites, or no longer',
      effect: 'write',
      input: Ids.extend({ isFavourite: z.boolean() }),
      output: Done,
    },
    favourites: {
      summary: 'Favourite files and folders, wherever they lie',
      effect: 'read',
      input: z.object({}),
      output: z.object({ entries: z.array(Found) }),
      says: ['show my favourite files', 'what are my favourite files', 'which files are favourites'],
      tells: { list: 'entries', none: 'No file is a favourite yet.', each: '{name} ({kind})' },
    },
    remove: { summary: 'Move files and folders to the trash', effect: 'write', input: Ids, output: Done },
    trash: {
      summary: 'The trash',
      effect: 'read',
      input: z.object({}),
      output: z.object({ entries: z.array(EntryRow), bytes: z.number() }),
    },
    restore: { summary: 'Bring files and folders back from the trash', effect: 'write', input: Ids, output: Done },
    emptyTrash: {
      summary: 'Free the room that the trash takes, for good',
      effect: 'write',
      notShared: true,
      input: z.object({}),
      output: z.object({ count: z.number(), bytes: z.number() }),
    },
    versions: {
      summary: 'The versions of a file',
      effect: 'read',
      input: z.object({ id: Id }),
      output: z.object({ versions: z.array(Version) }),
    },
    restoreVersion: {
      summary: 'Give a file the content of an earlier version',
      effect: 'write',
      input: z.object({ id: Id, content: Id }),
      output: EntryRow,
    },
    removeVersion: {
      summary: 'Delete an earlier version for good',
      effect: 'write',
      notShared: true,
      input: z.object({ id: Id, content: Id }),
      output: z.object({ bytes: z.number() }),
    },
    share: {
      summary: 'Share a file or folder by a link',
      effect: 'write',
      notShared: true,
      input: z
        .object({
          ...byIdOrName,
          password: z.string().max(200).optional(),
          expiresAt: Moment.optional().describe('Never when absent'),
        })
        .refine(isNamed, NAME_IT),
      output: z.object({ id: z.string(), name: z.string(), url: z.string(), expiresAt: z.string().nullable() }),
      says: ['share {name}', 'share the file {name}', 'share the folder {name}', 'make a link to {name}'],
    },
    shares: {
      summary: 'Share links',
      effect: 'read',
      input: z.object({ id: Id.optional() }),
      output: z.object({ shares: z.array(Shared) }),
      says: ['what have i shared', 'show my share links'],
    },
    unshare: {
      summary: 'Remove a share link',
      effect: 'write',
      notShared: true,
      input: z.object({ id: Id }),
      output: Done,
    },
    uploads: {
      summary: 'Uploads that wait to go on',
      effect: 'read',
      input: z.object({}),
      output: z.object({
        uploads: z.array(
          z.object({
            id: z.string(),
            name: z.string(),
            parent: z.string(),
            size: z.number(),
            offset: z.number(),
            modifiedAt: z.string(),
            url: z.string(),
          }),
        ),
      }),
    },
    prepare: {
      summary: 'Make ready for uploads: forgets those that were given up a week ago',
      effect: 'write',
      input: z.object({}),
      output: Done,
    },
    discardUpload: { summary: 'Give an upload up', effect: 'write', input: z.object({ id: Id }), output: Done },
    sample: {
      summary: 'Add a few files to try things with',
      effect: 'write',
      notShared: true,
      input: z.object({}),
      output: Done,
    },
  },
})
