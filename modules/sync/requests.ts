import { AppError } from '@atrium/contract/errors'
import type { Row } from '@atrium/contract/module'
import type { Context } from './contents.ts'
import type { ShownRequest, UploadRequest } from './rows.ts'
import { say } from './say.ts'
import { find, foldersAbove, getFolder } from './tree.ts'

export type StoredRequest = Row<UploadRequest>

/** What a link of a request allows, and no other link. */
export const SENDING = 'sending'
/** Of one person. */
const MOST = 500

/** Whether it takes files now. `folder`: whether the folder is there. */
export function stateOf(request: UploadRequest, now: Date, hasFolder: boolean): ShownRequest['state'] {
  if (!hasFolder) return 'gone'
  if (!request.isOpen) return 'off'
  if (request.endsAt !== null && Date.parse(request.endsAt) <= now.getTime()) return 'ended'
  return request.maxFiles !== null && request.received >= request.maxFiles ? 'full' : 'open'
}

/** The folder of a request; null where it, or one above it, is in the trash or gone. */
export async function folderOfRequest({ store }: Pick<Context, 'store'>, { folder }: UploadRequest) {
  const entry = await find(store, folder)
  return entry && (await foldersAbove(store, entry)) ? entry : null
}

async function shown(context: Context, request: StoredRequest): Promise<ShownRequest> {
  const [folder, links] = [await folderOfRequest(context, request), await context.links.list(request.id)]
  return {
    ...request,
    folderName: folder?.name ?? null,
    hasPassword: links.some(({ hasPassword }) => hasPassword),
    state: stateOf(request, context.now, folder !== null),
  }
}

const refusePast = ({ now }: Context, endsAt: string | null | undefined) => {
  if (endsAt && Date.parse(endsAt) <= now.getTime()) throw new AppError('bad_request', say('momentOver'))
}

async function makeLink({ links }: Context, id: string, password: string | undefined) {
  const { token } = await links.create({ subject: id, allows: [SENDING], password: password || undefined })
  return { id, url: `/sync/request/${token}` }
}

type Asked = Omit<UploadRequest, 'isOpen' | 'received'> & { password?: string | undefined }

export async function makeRequest(context: Context, { password, ...asked }: Asked) {
  refusePast(context, asked.endsAt)
  if (!(await getFolder(context.store, asked.folder))) throw new AppError('bad_request', say('requestNeedsFolder'))
  if ((await context.store.requests.count()) >= MOST)
    throw new AppError('conflict', say('requestsMost', { most: MOST }))
  const { id } = await context.store.requests.insert(asked)
  return makeLink(context, id, password)
}

export async function requestsOf(context: Context): Promise<ShownRequest[]> {
  const rows = await context.store.requests.list({ order: '-createdAt', limit: MOST })
  const found: ShownRequest[] = []
  for (const row of rows) found.push(await shown(context, row))
  return found
}

export async function changeRequest(
  context: Context,
  id: string,
  change: Partial<UploadRequest>,
  version: number | undefined,
): Promise<ShownRequest> {
  const was = await context.store.requests.get(id)
  // One that is over may be changed in all the rest.
  if (change.endsAt !== was.endsAt) refusePast(context, change.endsAt)
  return shown(context, await context.store.requests.update(id, change, version))
}

async function endLinks({ links }: Context, id: string): Promise<void> {
  for (const link of await links.list(id)) await links.revoke(link.id)
}

export async function renewRequest(context: Context, id: string, password: string | undefined) {
  await context.store.requests.get(id)
  await endLinks(context, id)
  return makeLink(context, id, password)
}

export async function removeRequest(context: Context, id: string): Promise<void> {
  await context.store.requests.remove(id)
  await endLinks(context, id)
}
