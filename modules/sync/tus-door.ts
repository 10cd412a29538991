import { AppError } from '@atrium/contract/errors'
import type { Row } from '@atrium/contract/module'
import type { ModuleCall } from '@atrium/contract/module-server'
import type { JobContext } from '@atrium/contract/module-work'
import { DataStore, ERRORS, MemoryLocker, Server, Upload as TusUpload } from '@tus/server'
import { ALGORITHMS, type Check, checkOf, TusError } from './checksum.ts'
import { type Bytes, bytesOf, type Context, putFile } from './contents.ts'
import type sync from './module.ts'
import { LARGEST_FILE, type Upload } from './rows.ts'
import { say } from './say.ts'
import { getFolder, requireName } from './tree.ts'

type StoredUpload = Row<Upload>

export const TUS_PATH = '/api/m/sync/tus'
/** ms after which an upload that nobody goes on with is forgotten */
const GIVEN_UP_AFTER = 7 * 24 * 60 * 60 * 1000

const ABILITIES = {
  'Tus-Resumable': '1.0.0',
  'Tus-Version': '1.0.0',
  'Tus-Extension': 'creation,creation-with-upload,creation-defer-length,termination,checksum',
  'Tus-Checksum-Algorithm': ALGORITHMS.join(','),
}

/** Two requests for one upload take turns on this instance; across instances the row's version decides. */
const locker = new MemoryLocker()

export const offsetOf = (upload: Pick<Upload, 'parts'>): number => upload.parts.reduce((sum, { size }) => sum + size, 0)
/** When all has come its parts are the file's, so the offset is the size. */
const shownOffset = (upload: Upload): number => (upload.entry ? (upload.size ?? 0) : offsetOf(upload))

export const momentIn = (sent: string | null | undefined, now: Date): string => {
  const time = Number(sent)
  const isMoment = sent && Number.isFinite(time) && time > 0 && time < 253_402_300_800_000 // the year 10,000
  return (isMoment ? new Date(time) : now).toISOString()
}

/**
 * The bytes as they come. Throws at their end when they are not those of the checksum. A connection that breaks off is an end
 * too: what has come is kept, and the client goes on from there, unless a checksum of the whole was promised.
 */
async function* checked(stream: AsyncIterable<Uint8Array>, check: Check | null): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of stream) {
      if (chunk.byteLength === 0) continue
      check?.hash.update(chunk)
      yield chunk
    }
  } catch (error) {
    if (check || !isBrokenOff(error)) throw error
  }
  check?.verify()
}

/** Whether a body ended because its connection did: not because the server refuses its size. */
const isBrokenOff = (error: unknown): boolean =>
  error === ERRORS.ABORTED ||
  (error instanceof Error && !('status_code' in error) && (error.name === 'AbortError' || isConnection(error)))
const isConnection = (error: Error): boolean =>
  /^(?:ECONNRESET|EPIPE|ERR_STREAM_PREMATURE_CLOSE|ABORT_ERR)$/.test((error as NodeJS.ErrnoException).code ?? '') ||
  /aborted|disconnected|premature/i.test(error.message)

type NewUpload = Omit<Upload, 'entry'>

/** Who speaks the protocol: what uploads are theirs, what one begins as, and what becomes of one that is whole. */
export interface Side {
  path: string
  /** Whether they are told which file it has become. */
  tellsEntry: boolean
  /** Throws `not_found`. */
  get(id: string): Promise<StoredUpload>
  make(sent: { metadata: Record<string, string | null>; size: number | null }): Promise<NewUpload>
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
 * Uploads as the tus server wants them, kept by the kit: an upload is a row, and the bytes of each request are a kept file
 * of their own, on the disk before the request is answered. Nothing of it is lost with the process, and no other person
 * reaches it.
 */
function storeFor(context: Context, side: Side, check: Check | null, writing: Promise<unknown>[]): DataStore {
  const { store, files } = context
  const { get } = side

  const write = async (stream: AsyncIterable<Uint8Array>, id: string, offset: number): Promise<number> => {
    const row = await get(id)
    const chunks = checked(stream, check)
    const first = await chunks.next()
    if (first.done) return offset
    const all = async function* () {
      yield first.value
      yield* chunks
    }
    const kept = await files.save(row.name, 'application/octet-stream', all())
    await store.uploads.update(id, { parts: [...row.parts, { file: kept.id, size: kept.size }] }, row.version)
    return offset + kept.size
  }

  const overrides: Pick<DataStore, 'create' | 'write' | 'getUpload' | 'remove' | 'declareUploadLength'> = {
    async create(upload) {
      const { metadata = {}, size = null } = upload
      const row = await store.uploads.insert(await side.make({ metadata, size }))
      upload.id = row.id
      return upload
    },
    write(stream, id, offset) {
      const done = write(stream, id, offset)
      writing.push(done.catch(() => undefined)) // its failure is the request's, told by the tus server
      return done
    },
    async getUpload(id) {
      const row = await get(id)
      return new TusUpload({
        id,
        size: row.size ?? undefined,
        offset: shownOffset(row),
        metadata: row.metadata,
        creation_date: row.createdAt,
      })
    },
    async remove(id) {
      await discard(context, await get(id))
    },
    async declareUploadLength(id, size) {
      await store.uploads.update(id, { size })
    },
  }
  const made = Object.assign(new DataStore(), overrides)
  made.extensions = ['creation', 'creation-with-upload', 'creation-defer-length', 'termination']
  return made
}

/** The file is in its folder in the same change that takes its last bytes: both are there, or neither is. */
async function finish(context: Context, side: Side, id: string): Promise<string> {
  const { store } = context
  const upload = await side.get(id)
  if (upload.entry) return upload.entry
  const entry = await side.keep(upload, await bytesOf(context, upload.name, upload.parts))
  await store.uploads.update(id, { entry, parts: [] })
  return entry
}

/** Answers a request of the tus protocol 1.0.0 (creation, creation-with-upload, deferred length, termination, checksum). */
export async function tusDoor(
  { request, context }: ModuleCall<typeof sync>,
  side: Side = ownSide(context),
): Promise<Response> {
  const check = checkIn(request)
  if (check instanceof Response) return check
  let failure: unknown
  const writing: Promise<unknown>[] = []
  const server = new Server({
    path: side.path,
    relativeLocation: true,
    maxSize: LARGEST_FILE,
    locker,
    datastore: storeFor(context, side, check, writing),
    onUploadFinish: async (_, { id }) => {
      const entry = await finish(context, side, id)
      return side.tellsEntry ? { headers: { 'X-Entry': entry } } : {}
    },
    onResponseError: (_, error) => {
      if (error instanceof Error && !('status_code' in error)) failure = error
      return undefined
    },
  })
  const response = await server.handleWeb(request)
  await Promise.all(writing) // the tus server does not wait for it when the connection breaks off
  if (failure) throw failure instanceof AppError && side.refusal ? side.refusal(failure) : failure // so that the core takes back what was written, and says why in its own form
  response.headers.delete('access-control-allow-origin')
  for (const [name, value] of Object.entries(ABILITIES)) response.headers.set(name, value)
  return response
}

function checkIn(request: Request): Check | null | Response {
  try {
    return checkOf(request.headers.get('upload-checksum'))
  } catch (error) {
    if (!(error instanceof TusError)) throw error
    return new Response(error.body, { status: error.status_code, headers: ABILITIES })
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
