import { AppError } from '@atrium/contract/errors'
import type { ModuleCall } from '@atrium/contract/module-server'
import { type Context, putOver } from './contents.ts'
import { isOfSorts } from './file-sorts.ts'
import type sync from './module.ts'
import { isOfSystem } from './names.ts'
import { folderOfRequest, type StoredRequest, stateOf } from './requests.ts'
import { LARGEST_FILE, RequestView, Sender } from './rows.ts'
import { say } from './say.ts'
import { freeNameIn, requireName } from './tree.ts'
import { momentIn, type Side, tusDoor } from './tus-door.ts'

type Call = ModuleCall<typeof sync>

/** Uploads of one request that are on their way at a time: they take room before anything has come of them. */
const MOST_UNDER_WAY = 100
/** ms after which one of which nothing more has come keeps nobody else from sending; its sender may still go on with it */
const UNDER_WAY = 60 * 60 * 1000
/** ms in which what one sender sends is told of at once */
const TOLD_TOGETHER = 20_000
const NAMES_TOLD = 5
/** Senders of one hour that are told of one by one: a stranger may call themselves anew with each file. */
const SENDERS_TOLD = 10
const HOUR = 60 * 60 * 1000

const gone = () => new AppError('not_found', say('requestGone'))

/** The request that the link is of, and the folder; whatever is wrong with either, it is the same to a stranger. */
async function opened({ link, context }: Call) {
  const request = await context.store.requests.get(link?.subject ?? '').catch(() => null)
  const folder = request && (await folderOfRequest(context, request))
  if (!request || !folder) throw gone()
  return { request, folder }
}

export async function showRequest(call: Call): Promise<Response> {
  const { request } = await opened(call)
  const view = RequestView.parse({
    ...request,
    filesLeft: request.maxFiles === null ? null : Math.max(0, request.maxFiles - request.received),
    state: stateOf(request, call.context.now, true),
  })
  return Response.json(view, { headers: { 'cache-control': 'no-store' } })
}

const CLOSED = { off: 'requestOff', ended: 'requestEnded', full: 'requestFull' } as const

/** Throws where the request takes nothing now. */
function refuseClosed({ now }: Context, request: StoredRequest): void {
  const state = stateOf(request, now, true)
  if (state in CLOSED) throw new AppError('conflict', say(CLOSED[state as keyof typeof CLOSED]))
}

/** bytes as megabytes, for a sentence */
const megabytes = (bytes: number) => Math.max(0.1, Math.round(bytes / 100_000) / 10)

const senderIn = (request: StoredRequest, sent: string | null | undefined): string => {
  if (!request.asksName) return ''
  const name = (sent ?? '')
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
  if (name === '') throw new AppError('bad_request', say('requestNeedsName'))
  return Sender.parse(name.slice(0, 80).toWellFormed())
}

/** How many are on their way: not those that somebody began and left. */
async function countUnderWay({ store, now }: Context, request: StoredRequest): Promise<number> {
  const where = { request: request.id, entry: null }
  const newest = await store.uploads.list({ where, order: '-updatedAt', limit: MOST_UNDER_WAY })
  return newest.filter(({ updatedAt }) => Date.parse(updatedAt) > now.getTime() - UNDER_WAY).length
}

/** The side of the tus protocol that strangers have: what they send becomes a new file, and they see nothing but their own upload. */
function sideOf(context: Context, request: StoredRequest, token: string): Side {
  const { store } = context
  const get: Side['get'] = async (id) => {
    const upload = await store.uploads.get(id)
    if (upload.request !== request.id) throw new AppError('not_found', say('noSuchUpload'))
    return upload
  }
  return {
    path: `/api/m/sync/requests/${token}/tus`,
    tellsEntry: false,
    get,
    async make({ metadata, size }) {
      const name = requireName(metadata.filename ?? '')
      refuseClosed(context, request)
      if (size === null) throw new AppError('bad_request', say('requestNeedsSize'))
      if (size > (request.maxBytes ?? LARGEST_FILE))
        throw new AppError(
          'too_large',
          say('requestTooLarge', { name, size: megabytes(request.maxBytes ?? LARGEST_FILE) }),
        )
      // What systems keep for themselves is shown to nobody: its owner would not see what takes their room.
      if (!isOfSorts(name, request.kinds) || isOfSystem(name))
        throw new AppError('unsupported_media_type', say('requestOtherKind', { name }))
      const sender = senderIn(request, metadata.sender)
      // The row is locked until this has ended: of two that begin at once the second sees the first.
      const { received } = await store.requests.update(request.id, (row) => row)
      const underWay = await countUnderWay(context, request)
      if (underWay >= MOST_UNDER_WAY) throw new AppError('rate_limited', say('requestBusy'))
      if (request.maxFiles !== null && received + underWay >= request.maxFiles)
        throw new AppError('conflict', say('requestFull'))
      const modifiedAt = momentIn(metadata.modified, context.now)
      return {
        name,
        parent: request.folder,
        size,
        modifiedAt,
        metadata,
        parts: [],
        by: null,
        request: request.id,
        sender,
      }
    },
    async keep(upload, bytes) {
      // Locked as above: two that end at once get two names, and are counted both. It may have been turned off while this came.
      const kept = await store.requests.update(request.id, (row) => ({ received: row.received + 1 }))
      if (!kept.isOpen) throw new AppError('conflict', say('requestOff'))
      const { received } = kept
      if (request.maxFiles !== null && received > request.maxFiles) throw new AppError('conflict', say('requestFull'))
      const { parent, modifiedAt } = upload
      const name = await freeNameIn(store, parent, upload.name)
      const { id } = await putOver(context, null, { parent, name, modifiedAt }, bytes)
      const sender = upload.sender ?? ''
      await store.arrivals.insert({ request: request.id, entry: id, name, size: bytes.size, sender })
      if (request.notifiesOwner) await tell(context, request, sender)
      return id
    },
    // How much room its owner has is theirs to know.
    refusal: (error) =>
      error.code === 'too_large' && error.said?.module !== 'sync'
        ? new AppError('too_large', say('requestNoRoom'))
        : error,
  }
}

/** What one sender sends in a short time is told of once, with the last names: in nobody's language, for the owner's is not known here. */
async function tell({ store, notify, now }: Context, request: StoredRequest, sender: string): Promise<void> {
  const last = await store.arrivals.list({ where: { request: request.id }, order: '-createdAt', limit: 100 })
  const within = (ms: number) => last.filter(({ createdAt }) => Date.parse(createdAt) >= now.getTime() - ms)
  const isCrowd = new Set(within(HOUR).map((one) => one.sender)).size > SENDERS_TOLD
  const recent = within(TOLD_TOGETHER).filter((one) => isCrowd || one.sender === sender)
  const from = isCrowd ? '' : sender
  const names = recent.slice(0, NAMES_TOLD).map(({ name }) => name)
  const more = recent.length > NAMES_TOLD ? ` (+${recent.length - NAMES_TOLD})` : ''
  await notify({
    kind: 'received',
    key: `received ${request.id} ${from}`,
    title: request.title,
    body: `${from ? `${from}: ` : ''}${names.join(', ')}${more}`.slice(0, 900).toWellFormed(),
    link: `/sync/requests?request=${request.id}`,
    at: new Date(now.getTime() + TOLD_TOGETHER),
  })
}

/** Answers a request of the tus protocol of whoever has an upload link. */
export async function requestDoor(call: Call): Promise<Response> {
  const { request } = await opened(call)
  const side = sideOf(call.context, request, call.params.token ?? '')
  // What is under way is told that the request is over, or was turned off meanwhile: nothing more of it is taken.
  const state = stateOf(request, call.context.now, true)
  if (call.request.method === 'PATCH' && (state === 'off' || state === 'ended'))
    throw new AppError('conflict', say(CLOSED[state]))
  return tusDoor(call, side)
}
