import { AppError } from '@atrium/contract/errors'
import { answering, defineServer } from '@atrium/contract/module-server'
import { activityOf } from './activity.ts'
import {
  type Context,
  contentOf,
  isInUse,
  keep,
  keepStream,
  putFile,
  removeVersion,
  restoreVersion,
  versionsOf,
} from './contents.ts'
import { fileTree } from './file-tree.ts'
import { favourites, findFiles, placed, recentFiles } from './finding.ts'
import { pageOf } from './listing.ts'
import sync from './module.ts'
import { requestDoor, showRequest } from './request-door.ts'
import { changeRequest, makeRequest, removeRequest, renewRequest, requestsOf } from './requests.ts'
import routes from './routes.ts'
import type { StoredEntry } from './rows.ts'
import { sampleFiles } from './sample.ts'
import { say } from './say.ts'
import { serveContent, smallPicture } from './serve-content.ts'
import { serveShared, share, sharesOf, showShared, unshare } from './sharing.ts'
import { freeTrash, restoreAll, trashAll, trashOf } from './trash.ts'
import {
  entriesIn,
  entryBy,
  folderAt,
  folderCalled,
  folderSaid,
  foldersAbove,
  freeNameIn,
  outermost,
  requireName,
} from './tree.ts'
import { discard, forgetOld, tidy, tusDoor, uploadOf, waiting } from './tus-door.ts'
import { zipOf } from './zip-folder.ts'

const placeOf = ({ id, name }: StoredEntry) => ({ id, name })

async function folderOf({ store, now }: Context, folder = '', path = '', make = false): Promise<StoredEntry | null> {
  const found = await folderAt(store, folder, path, make ? now : undefined)
  if (found !== undefined) return found
  const called = folder === '' && !path.includes('/') ? await folderCalled(store, path) : null
  if (!called) throw new AppError('not_found', say('noFolderAt', { path }))
  return called
}

/** Bytes that another module, a model or a sentence gives. */
async function bytesIn(
  context: Context,
  name: string,
  given: { text?: string; base64?: string; file?: string },
): Promise<Parameters<typeof putFile>[2]> {
  if (given.file !== undefined) {
    const kept = await context.files.find(given.file)
    if (!kept) throw new AppError('not_found', say('fileToSaveGone'))
    const { id, size, mime, sha256 } = kept
    // What another version has goes with that version: this one gets its own.
    if (await isInUse(context, id)) return keepStream(context, name, context.files.read(id))
    return { size, mime, sha256, parts: [{ file: id, size }] }
  }
  if (given.base64 !== undefined) return keep(context, name, Buffer.from(given.base64, 'base64'))
  return keep(context, name, new TextEncoder().encode(given.text ?? ''))
}

export default defineServer(
  sync,
  {
    list: async ({ folder, path, ...asked }, context) => {
      const { store } = context
      const here = await folderOf(context, folder, path)
      const above = here ? await foldersAbove(store, here) : []
      if (!above) throw new AppError('not_found', say('folderInTrash'))
      const { share } = context.principal
      const at = { folder: here, path: [...above, ...(here ? [here] : [])].map(placeOf) }
      // At the top of what is shared stands that alone, wherever it lies.
      if (share && !here) return { ...at, entries: [await store.entries.get(share.record)], next: null, total: 1 }
      return { ...at, ...(await pageOf(store, here?.id ?? '', asked)) }
    },

    find: async ({ words }, context) => {
      const found = await findFiles(context, words)
      return {
        files: found.map(({ id, name, size, excerpt, path }) => ({
          id,
          name,
          folder: path.map((folder) => folder.name).join('/'),
          size,
          excerpt,
        })),
      }
    },
    recent: async ({ limit }, context) => ({ files: await recentFiles(context, limit) }),
    search: async ({ words }, context) => ({ entries: await findFiles(context, words) }),

    activity: (asked, context) => activityOf(context, asked),
    look: async ({ id }, context) => {
      const entry = await placed(context.store, await context.store.entries.get(id), null)
      if (!entry) throw new AppError('not_found', say('folderInTrash'))
      return { entry }
    },
    read: async (which, context) => {
      const entry = await entryBy(context.store, which)
      const { parts } = await contentOf(context, entry)
      const [only, another] = parts
      const text = only && !another ? await context.files.text(only.file) : null
      return { entry, text, parts, url: `/api/m/sync/content/${entry.content}` }
    },

    save: async ({ name, folder, path, ...given }, context) => {
      const parent = (await folderOf(context, folder, path, true))?.id ?? ''
      const bytes = await bytesIn(context, name, given)
      return putFile(context, { parent, name, modifiedAt: context.now.toISOString() }, bytes)
    },

    makeFolder: async ({ name, parent }, context) => {
      const folder = await folderOf(context, parent, name, true)
      if (!folder || folder.id === parent) throw new AppError('bad_request', say('folderNeedsName'))
      return folder
    },

    rename: async ({ id, name, version }, { store }) => {
      const entry = await store.entries.get(id)
      const clean = requireName(name)
      const there = await store.entries.list({ where: { parent: entry.parent, name: clean }, limit: 2 })
      if (there.some((one) => one.id !== id)) throw new AppError('conflict', say('nameTaken', { clean }))
      return store.entries.update(id, { name: clean, given: null }, version)
    },

    favour: async ({ ids, isFavourite }, { store }) => {
      const entries = await Promise.all([...new Set(ids)].map((id) => store.entries.get(id)))
      const changed = entries.filter((entry) => (entry.isFavourite ?? false) !== isFavourite)
      for (const { id } of changed) await store.entries.update(id, { isFavourite })
      return { count: changed.length }
    },

    favourites: async (_, context) => ({ entries: await favourites(context) }),

    move: async ({ ids, to }, { store }) => {
      const target = await folderSaid(store, to)
      const into = target?.id ?? ''
      const above = target ? [...((await foldersAbove(store, target)) ?? []), target] : []
      const entries = await outermost(store, ids)
      for (const { id, name, parent } of entries) {
        if (above.some((folder) => folder.id === id)) throw new AppError('conflict', say('movedIntoItself', { name }))
        if (parent === into) continue
        const free = await freeNameIn(store, into, name, id)
        await store.entries.update(id, { parent: into, name: free, ...(free !== name && { given: null }) })
      }
      return { count: entries.length }
    },

    remove: async ({ ids }, context) => ({ count: await trashAll(context, ids) }),
    trash: (_, context) => trashOf(context),
    restore: async ({ ids }, context) => ({ count: await restoreAll(context, ids) }),
    emptyTrash: (_, context) => freeTrash(context),

    versions: async ({ id }, context) => {
      const entry = await context.store.entries.get(id)
      const versions = await versionsOf(context, id)
      return { versions: versions.map((version) => ({ ...version, isCurrent: version.id === entry.content })) }
    },
    restoreVersion: ({ id, content }, context) => restoreVersion(context, id, content),
    removeVersion: async ({ id, content }, context) => ({ bytes: await removeVersion(context, id, content) }),

    share: (which, context) => share(context, which),
    shares: async ({ id }, context) => ({ shares: await sharesOf(context, id) }),
    unshare: async ({ id }, context) => ({ count: await unshare(context, id) }),

    request: (asked, context) => makeRequest(context, asked),
    requests: async (_, context) => ({ requests: await requestsOf(context) }),
    changeRequest: ({ id, version, ...change }, context) => changeRequest(context, id, change, version),
    renewRequest: ({ id, password }, context) => renewRequest(context, id, password),
    removeRequest: async ({ id }, context) => {
      await removeRequest(context, id)
      return { count: 1 }
    },
    arrivals: async ({ request, ...page }, { store }) => {
      await store.requests.get(request)
      const { rows, next } = await store.arrivals.page({ where: { request }, order: '-createdAt', ...page })
      return { arrivals: rows, next }
    },

    uploads: async (_, context) => ({ uploads: await waiting(context) }),
    prepare: async (_, context) => ({ count: await forgetOld(context) }),
    discardUpload: async ({ id }, context) => {
      await discard(context, await uploadOf(context, id))
      return { count: 1 }
    },

    sample: async (_, context) => {
      const modifiedAt = context.now.toISOString()
      for (const { path, name, text } of sampleFiles) {
        const parent = (await folderOf(context, '', path, true))?.id ?? ''
        await putFile(context, { parent, name, modifiedAt }, await bytesIn(context, name, { text }))
      }
      return { count: sampleFiles.length }
    },
  },
  {
    jobs: { tidy },
    dav: fileTree,
    routes: answering(routes, {
      begin: (call) => tusDoor(call),
      progress: (call) => tusDoor(call),
      go: (call) => tusDoor(call),
      giveUp: (call) => tusDoor(call),
      requested: showRequest,
      sendBegin: requestDoor,
      sendProgress: requestDoor,
      sendGo: requestDoor,
      sendGiveUp: requestDoor,
      content: async ({ request, params, context }) => {
        const content = await context.store.contents.get(params.id ?? '')
        const entry = await context.store.entries.get(content.entry)
        // The core has it for those whose file it is: whoever is shared it gets it whole.
        const small = context.principal.share ? null : smallPicture(request, content)
        return small ?? serveContent(request, context, entry, content)
      },
      zip: async ({ request, context }) => {
        const { store } = context
        const ids = new URL(request.url).searchParams.get('ids')?.split(',').filter(Boolean)
        const entries = ids ? await outermost(store, ids) : await entriesIn(store, '')
        const [only, another] = entries
        return zipOf(context, entries, only && !another ? only.name : 'Files')
      },
      shared: showShared,
      sharedContent: serveShared,
      sharedByForm: serveShared,
    }),
  },
)
