import { AppError } from '@atrium/contract/errors'
import type { Row } from '@atrium/contract/module'
import type { ModuleCall } from '@atrium/contract/module-server'
import type { JobContext } from '@atrium/contract/module-work'
import type { ResumableUploads, SentMetadata } from '@atrium/contract/resumable'
import { type Bytes, bytesOf, type Context, putFile } from './contents.ts'
import type sync from './module.ts'
import { LARGEST_FILE, type Upload } from './rows.ts'
import { say } from './say.ts'
import { getFolder, requireName } from './tree.ts'

type StoredUpload = Row<Upload>
type Call = ModuleCall<typeof sync>

export const TUS_PATH = '/api/m/sync/tus'
/** ms after which an upload that nobody goes on with is forgotten */
const GIVEN_UP_AFTER = 7 * 24 * 60 * 60 * 1000

export const offsetOf = (upload: Pick<Upload, 'parts'>): number => upload.parts.reduce((sum, { size }) => sum + size, 0)
/** When all has come its parts are the file's, so the offset is the size. */
const shownOffset = (upload: Upload): number => (upload.entry ? (upload.size ?? 0) : offsetOf(upload))

export const momentIn = (sent: string | null | undefined, now: Date): string => {
  const time = Number(sent)
  const isMoment = sent && Number.isFinite(time) && time > 0 && time < 253_402_300_800_000 // the year 10,000
  return (isMoment ? new Date(time) : now).toISOString()
}

type NewUpload = Omit<Upload, 'entry'>

/** Who speaks the protocol: what uploads are theirs, what one begins as, and what becomes of one that is whole. */
export interface Side {
  path: string
  /** Whether they are told which file it has become. */
  tellsEntry: boolean
  /** Throws `not_found`. */
  get(id: string): Promise<StoredUpload>
  make(sent: { metadata: SentMetadata; size: number | null }): Promise<NewUpload>
  /** Answers the id of the file. */
  keep(upload: StoredUpload, bytes: Bytes): Promise<string>
  /** What they are told of a refusal. */
  refusal?(error: AppError): AppError
}

/** That of people with an account, and of those who are shared a folder. */
function ownSide(context: Context): Side {
  const { store, now, principal } = context
  return {
    path: TUS_PATH,
    tellsEntry: true,
    get: (id) => uploadOf(context, id),
    async make({ metadata, size }) {
      const name = requireName(metadata.filename ?? metadata.name ?? '')
      const parent = metadata.parent ?? ''
      await getFolder(store, parent)
      const modifiedAt = momentIn(metadata.modified, now)
      return { name, parent, size, modifiedAt, metadata, parts: [], by: principal.userId }
    },
    async keep(upload, bytes) {
      const isThere = await getFolder(store, upload.parent).catch(() => undefined)
      const parent = isThere === undefined ? '' : upload.parent // thrown away meanwhile: to the top
      return (await putFile(context, { ...upload, parent }, bytes)).id
    },
  }
}

/**
 * An upload is a row, and the bytes of each request are a kept file of their own, on the disk before the request is answered. Nothing
 * of it is lost with the process, and no other person reaches it.
 */
function uploadsOf(context: Context, side: Side): ResumableUploads {
  const { store, files } = context
  const { path, get, make } = side
  const told = (entry: string): Record<string, string> => (side.tellsEntry ? { 'X-Entry': entry } : {})
  return {
    path,
    largest: LARGEST_FILE,
    mayBeOfUnknownSize: true,
    begin: async (sent) => (await store.uploads.insert(await make(sent))).id,
    async find(id) {
      const row = await get(id)
      const { size, metadata, createdAt, entry } = row
      return { size, offset: shownOffset(row), metadata, createdAt, ...(entry && { became: told(entry) }) }
    },
    async append(id, bytes) {
      const row = await get(id)
      const kept = await files.save(row.name, 'application/octet-stream', bytes)
      await store.uploads.update(id, { parts: [...row.parts, { file: kept.id, size: kept.size }] }, row.version)
      return kept.size
    },
    async setSize(id, size) {
      await store.uploads.update(id, { size })
    },
    // The file is in its folder in the same change that takes its last bytes: both are there, or neither is.
    async finish(id) {
      const upload = await get(id)
      if (upload.entry) return told(upload.entry)
      const entry = await side.keep(upload, await bytesOf(context, upload.name, upload.parts))
      await store.uploads.update(id, { entry, parts: [] })
      return told(entry)
    },
    remove: async (id) => discard(context, await get(id)),
  }
}

/** Answers a request of the tus protocol. */
export async function tusDoor({ resume, context }: Call, side: Side = ownSide(context)): Promise<Response> {
  try {
    return await resume(uploadsOf(context, side))
  } catch (error) {
    throw error instanceof AppError && side.refusal ? side.refusal(error) : error
  }
}

export async function discard({ store, files }: Context, upload: StoredUpload): Promise<void> {
  for (const part of upload.parts) await files.remove(part.file)
  await store.uploads.remove(upload.id)
}

/** In what is shared with somebody, only what they began themselves. */
const theirs = ({ share, userId }: Context['principal']) => (share ? { by: userId } : {})

/** Throws `not_found` for one that somebody else began in a folder which is shared with the caller: nobody ends it but them and the owner. */
export async function uploadOf({ store, principal }: Context, id: string): Promise<StoredUpload> {
  const upload = await store.uploads.get(id)
  if (principal.share && upload.by !== principal.userId) throw new AppError('not_found', say('noSuchUpload'))
  return upload
}

/** The caller's uploads that wait to go on, the last first. */
export async function waiting({ store, principal }: Pick<Context, 'store' | 'principal'>) {
  const by = { in: [principal.userId, ...(principal.share ? [] : [null])] }
  const uploads = await store.uploads.list({
    where: { entry: null, by, request: null },
    order: '-updatedAt',
    limit: 100,
  })
  return uploads.map((upload) => ({
    id: upload.id,
    name: upload.name,
    parent: upload.parent,
    size: upload.size ?? 0,
    offset: offsetOf(upload),
    modifiedAt: upload.modifiedAt,
    url: `${TUS_PATH}/${upload.id}`,
  }))
}

/** Uploads that are forgotten in one change. */
const FORGOTTEN_AT_ONCE = 200

/** Forgets uploads that were given up, and those that came to their end long ago. */
export async function forgetOld(context: Context): Promise<number> {
  const before = context.now.getTime() - GIVEN_UP_AFTER
  const where = theirs(context.principal)
  const uploads = await context.store.uploads.list({ where, order: 'updatedAt', limit: FORGOTTEN_AT_ONCE })
  const old = uploads.filter(({ updatedAt }) => Date.parse(updatedAt) < before)
  for (const upload of old) await discard(context, upload)
  return old.length
}

/** Every night, for those too who upload nothing any more. The trash and old versions are kept until the person says otherwise. */
export async function tidy(_: object, { step }: JobContext<typeof sync>): Promise<void> {
  for (let round = 1; ; round++) if ((await step(`round ${round}`, forgetOld)) < FORGOTTEN_AT_ONCE) return
}
