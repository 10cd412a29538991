import { RowVersion } from '@atrium/contract/integers'
import { collection, defineModule, rowOf } from '@atrium/contract/module'
import { z } from 'zod'
import {
  Arrival,
  Content,
  Entry,
  EntryRow,
  Folder,
  Found,
  Id,
  Moment,
  NewRequest,
  Place,
  Share,
  Shared,
  ShownRequest,
  Text,
  Upload,
  UploadRequest,
  Version,
} from './rows.ts'

/** As it is shown and saved; `names.ts` cleans what is sent. */
const Name = z
  .string('A file or folder needs a name.')
  .trim()
  .min(1, 'A file or folder needs a name.')
  .max(200, 'A name has at most 200 characters.')
/** Of what lies in a folder; folders come first where it is by name. */
const ListOrder = z.enum(['name', '-name', 'changed', '-changed', 'size', '-size'])

const byIdOrName = { id: Id.optional(), name: z.string().max(400).optional() }
const isNamed = ({ id, name }: { id?: string; name?: string }) => Boolean(id || name?.trim())
const NAME_IT = 'Say which file or folder: its name.'
const Ids = z.object({
  ids: z.array(Id).min(1, 'Choose a file or folder first.').max(1000, 'At most 1,000 at once.'),
})
const { title, message, endsAt, maxBytes, maxFiles, kinds, asksName, notifiesOwner, isOpen } = UploadRequest.shape
/** What is not said stays as it is. */
const RequestChange = z.object({
  title: title.optional(),
  message: message.unwrap().optional(),
  endsAt: endsAt.unwrap().optional(),
  maxBytes: maxBytes.unwrap().optional(),
  maxFiles: maxFiles.unwrap().optional(),
  kinds: kinds.unwrap().optional(),
  asksName: asksName.unwrap().optional(),
  notifiesOwner: notifiesOwner.unwrap().optional(),
  isOpen: isOpen.unwrap().optional(),
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
      version: 2, // since 2 with `sort`, which the schema fills
      search: ['name'],
      indexes: [
        ['parent', 'name'],
        ['parent', 'given'],
        ['isFavourite'],
        ['parent', 'sort'],
        ['parent', '-sort'],
        ['parent', 'modifiedAt'],
        ['parent', '-modifiedAt'],
        ['parent', 'size'],
        ['parent', '-size'],
      ],
      shared: { opens: '?folder={id}' },
      partOf: { parent: 'entries' },
    }),
    contents: collection(Content, { version: 1, indexes: [['entry']], partOf: { entry: 'entries' } }),
    texts: collection(Text, { version: 1, search: ['text'], indexes: [['entry']], partOf: { entry: 'entries' } }),
    uploads: collection(Upload, { version: 1, partOf: { parent: 'entries' } }),
    shares: collection(Share, { version: 1, search: ['name'], indexes: [['entry']] }),
    requests: collection(UploadRequest, { version: 1, search: ['title'], indexes: [['folder']] }),
    arrivals: collection(Arrival, { version: 1, indexes: [['request']] }),
  },
  notifications: {
    received: { title: 'A file came by an upload link', defaults: { inbox: true, push: true, mail: false } },
  },
  jobs: { tidy: { summary: 'Forgets uploads that were given up', every: 'day at 04:00' } },
  actions: {
    list: {
      summary: 'Files and folders',
      effect: 'read',
      input: z.object({
        folder: Folder.optional().describe('The id of a folder; the top when absent'),
        path: z.string().max(2000).optional().describe('A folder by its path instead: Documents/2026'),
        order: ListOrder.default('name'),
        folders: z.boolean().default(false).describe('Only the folders in it'),
        limit: z.number().int().min(1).max(1000).default(500),
        after: z.string().max(2000).optional().describe('What the page before called next'),
      }),
      output: z.object({
        folder: EntryRow.nullable(),
        path: z.array(Place),
        entries: z.array(EntryRow),
        /** Where it goes on; null at the end. */
        next: z.string().nullable(),
        /** All that lies in it, on the first page alone. */
        total: z.number().nullable(),
      }),
      examples: ['list my files', 'show my files', 'what files do i have', 'list the files in {path}'],
      triggers: ['/sync'],
      resultTemplate: { list: 'entries', none: 'There are no files here yet.', each: '{name} ({kind})' },
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
      examples: [
        'find the file {words}',
        'find my file {words}',
        'find files about {words}',
        'search my files for {words}',
        'where is the file {words}',
      ],
      resultTemplate: {
        list: 'files',
        none: 'No file has the words “{words}”.',
        each: '**{name}**[ in {folder}][: {excerpt}]',
      },
    },
    recent: {
      summary: 'The files that came or changed last',
      effect: 'read',
      input: z.object({ limit: z.number().int().min(1).max(50).default(10) }),
      output: z.object({
        files: z.array(EntryRow.pick({ id: true, name: true, parent: true, size: true, updatedAt: true })),
      }),
      examples: ['show my recent files', 'what are my latest files', 'which files came last'],
      resultTemplate: { list: 'files', none: 'There are no files yet.', each: '{name}, {updatedAt}' },
    },
    search: {
      summary: 'The search of the page: whole rows and the folders above them',
      effect: 'read',
      input: z.object({ words: z.string().max(200) }),
      output: z.object({ entries: z.array(Found) }),
    },
    look: {
      summary: 'One file or folder, and where it lies',
      effect: 'read',
      input: z.object({ id: Id }),
      output: z.object({ entry: Found }),
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
      examples: ['read the file {name}', 'what does the file {name} say'],
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
      examples: ['make a folder {name}', 'make a folder called {name}', 'create a folder {name}', 'new folder {name}'],
      resultTemplate: 'The folder **{name}** is made.',
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
      examples: ['show my favourite files', 'what are my favourite files', 'which files are favourites'],
      resultTemplate: { list: 'entries', none: 'No file is a favourite yet.', each: '{name} ({kind})' },
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
      examples: ['share {name}', 'share the file {name}', 'share the folder {name}', 'make a link to {name}'],
    },
    shares: {
      summary: 'Share links',
      effect: 'read',
      input: z.object({ id: Id.optional() }),
      output: z.object({ shares: z.array(Shared) }),
      examples: ['what have i shared', 'show my share links'],
    },
    unshare: {
      summary: 'Remove a share link',
      effect: 'write',
      notShared: true,
      input: z.object({ id: Id }),
      output: Done,
    },
    request: {
      summary: 'Ask people for files by a link: they upload into a folder without an account, and see nothing of it',
      effect: 'write',
      notShared: true,
      input: NewRequest.extend({ folder: Id, password: z.string().max(200).optional() }),
      output: z.object({ id: z.string(), url: z.string() }),
    },
    requests: {
      summary: 'Links by which people upload files',
      effect: 'read',
      input: z.object({}),
      output: z.object({ requests: z.array(ShownRequest) }),
      examples: ['show my upload links', 'which upload links are there'],
      resultTemplate: { list: 'requests', none: 'Nobody is asked for files.', each: '**{title}**: {received} files' },
    },
    changeRequest: {
      summary: 'Change what an upload link asks for, or turn it off and on',
      effect: 'write',
      notShared: true,
      input: RequestChange.extend({ id: Id, version: RowVersion.optional() }),
      output: ShownRequest,
    },
    renewRequest: {
      summary: 'Give an upload request a new link, and a new password or none; the old link ends',
      effect: 'write',
      notShared: true,
      input: z.object({ id: Id, password: z.string().max(200).optional() }),
      output: z.object({ id: z.string(), url: z.string() }),
    },
    removeRequest: {
      summary: 'Remove an upload link; what has come stays',
      effect: 'write',
      notShared: true,
      input: z.object({ id: Id }),
      output: Done,
    },
    arrivals: {
      summary: 'What has come by an upload link, and from whom, the last first',
      effect: 'read',
      input: z.object({
        request: Id,
        limit: z.number().int().min(1).max(200).default(50),
        after: z.string().max(2000).optional(),
      }),
      output: z.object({ arrivals: z.array(rowOf(Arrival)), next: z.string().nullable() }),
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
