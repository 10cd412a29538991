import { RowVersion } from '@atrium/contract/integers'
import { collection, defineModule } from '@atrium/contract/module'
import { z } from 'zod'
import { ActivityLine } from './activity-lines.ts'
import { linkActions } from './link-actions.ts'
import {
  Arrival,
  byIdOrName,
  Content,
  Done,
  Entry,
  EntryRow,
  Folder,
  Found,
  Id,
  isNamed,
  NAME_IT,
  Place,
  Share,
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

const Ids = z.object({
  ids: z.array(Id).min(1, 'Choose a file or folder first.').max(1000, 'At most 1,000 at once.'),
})

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
      shared: { opens: '?folder={id}', mayRename: true },
      partOf: { parent: 'entries' },
      activity: { fields: ['kind', 'name', 'parent', 'content'] },
    }),
    contents: collection(Content, { version: 1, indexes: [['entry']], partOf: { entry: 'entries' } }),
    texts: collection(Text, { version: 1, search: ['text'], indexes: [['entry']], partOf: { entry: 'entries' } }),
    uploads: collection(Upload, { version: 1, partOf: { parent: 'entries' } }),
    shares: collection(Share, {
      version: 1,
      search: ['name'],
      indexes: [['entry']],
      activity: { fields: ['entry', 'name'], of: 'entry' },
    }),
    requests: collection(UploadRequest, {
      version: 1,
      search: ['title'],
      indexes: [['folder']],
      activity: { fields: ['folder', 'title'], of: 'folder' },
    }),
    arrivals: collection(Arrival, { version: 1, indexes: [['request'], ['entry']] }),
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
    activity: {
      summary: 'What happened with files and folders, and by whom, the last first',
      effect: 'read',
      input: z.object({
        id: Id.optional().describe('Only of this file or folder, and of what lies in it'),
        limit: z.number().int().min(1).max(100).default(30),
        after: z.string().max(200).optional().describe('What the page before called next'),
      }),
      output: z.object({ lines: z.array(ActivityLine), next: z.string().nullable() }),
      examples: ['what happened with my files', 'show the activity of my files', 'who changed my files'],
      resultTemplate: { list: 'lines', none: 'Nothing has happened yet.', each: '{name}: {kind}, {at}' },
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
    ...linkActions,
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
