import type { ResumableUploads } from '@atrium/contract/resumable'
import { CHECKSUMS } from '@atrium/contract/tus-described'
import { DataStore, ERRORS, MemoryLocker, Server, Upload } from '@tus/server'
import { type Check, checkOf, TusError } from './checksum.ts'

const EXTENSIONS = ['creation', 'creation-with-upload', 'termination']
const DEFERRED = 'creation-defer-length'

/** Two requests for one upload take turns on this instance; across instances the version of what is kept decides. */
const locker = new MemoryLocker()

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

/** Uploads as the tus server wants them. */
function storeFor(uploads: ResumableUploads, check: Check | null, writing: Promise<unknown>[]): DataStore {
  const write = async (stream: AsyncIterable<Uint8Array>, id: string, offset: number): Promise<number> => {
    const chunks = checked(stream, check)
    const first = await chunks.next()
    if (first.done) return offset
    const all = async function* () {
      yield first.value
      yield* chunks
    }
    return offset + (await uploads.append(id, all()))
  }
  const overrides: Pick<DataStore, 'create' | 'write' | 'getUpload' | 'remove' | 'declareUploadLength'> = {
    async create(upload) {
      const { metadata = {}, size = null } = upload
      upload.id = await uploads.begin({ metadata, size })
      return upload
    },
    write(stream, id, offset) {
      const done = write(stream, id, offset)
      writing.push(done.catch(() => undefined)) // its failure is the request's, told by the tus server
      return done
    },
    async getUpload(id) {
      const { size, offset, metadata, createdAt } = await uploads.find(id)
      return new Upload({ id, size: size ?? undefined, offset, metadata: { ...metadata }, creation_date: createdAt })
    },
    remove: (id) => uploads.remove(id),
    declareUploadLength: (id, size) => uploads.setSize(id, size),
  }
  const made = Object.assign(new DataStore(), overrides)
  made.extensions = uploads.mayBeOfUnknownSize ? [...EXTENSIONS, DEFERRED] : EXTENSIONS
  return made
}

/** Answers a request of the tus protocol 1.0.0 (creation, creation-with-upload, deferred length, termination, checksum). */
export async function tusDoor(request: Request, uploads: ResumableUploads): Promise<Response> {
  const abilities = {
    'Tus-Resumable': '1.0.0',
    'Tus-Version': '1.0.0',
    'Tus-Extension': [...EXTENSIONS, ...(uploads.mayBeOfUnknownSize ? [DEFERRED] : []), 'checksum'].join(','),
    'Tus-Checksum-Algorithm': CHECKSUMS.join(','),
  }
  const id = request.method === 'POST' ? null : (new URL(request.url).pathname.split('/').at(-1) ?? '')
  // Whose it is comes before how it is asked for: another's is as one that is not there.
  const begun = id === null ? null : await uploads.find(id)
  let check: Check | null
  try {
    check = checkOf(request.headers.get('upload-checksum'))
  } catch (error) {
    if (!(error instanceof TusError)) throw error
    return new Response(error.body, { status: error.status_code, headers: abilities })
  }
  let failure: unknown
  const writing: Promise<unknown>[] = []
  const server = new Server({
    path: uploads.path,
    relativeLocation: true,
    maxSize: uploads.largest,
    locker,
    datastore: storeFor(uploads, check, writing),
    onUploadFinish: async (_, { id }) => ({ headers: { ...(await uploads.finish(id)) } }),
    onResponseError: (_, error) => {
      if (error instanceof Error && !('status_code' in error)) failure = error
      return undefined
    },
  })
  const response = await server.handleWeb(request)
  await Promise.all(writing) // the tus server does not wait for it when the connection breaks off
  if (failure) throw failure // so that the core takes back what was written, and says why in its own form
  response.headers.delete('access-control-allow-origin')
  const became = request.method === 'HEAD' ? begun?.became : undefined
  for (const [name, value] of Object.entries({ ...abilities, ...became })) response.headers.set(name, value)
  return response
}
