import { createHash } from 'node:crypto'
import { User } from '@atrium/contract/accounts'
import { Id } from '@atrium/contract/chat'
import { AppError } from '@atrium/contract/errors'
import { PICTURE_MAX_BYTES } from '@atrium/contract/profile'
import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Queryable } from '../platform/database/connect.ts'
import { readBytes } from '../platform/http/body.ts'
import { type Call, type Route, route } from '../platform/http/route.ts'
import type { AccountsContext } from './context.ts'
import { pictures, users } from './tables.ts'

const TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const
const etag = { ETag: { description: 'Of this picture, for If-None-Match.', schema: z.string(), always: true } }
const pictureAnswers = {
  200: { description: 'The picture', content: Object.fromEntries(TYPES.map((type) => [type, null])), headers: etag },
  304: { description: 'What If-None-Match names is still so.', headers: etag },
}

const missing = 'There is no picture here.'

/** What the bytes say they are, whatever the sender says: pictures that cannot hold scripts. */
function kindOfPicture(bytes: Buffer): string | null {
  const starts = (hex: string, at = 0) => bytes.subarray(at, at + hex.length / 2).toString('hex') === hex
  if (starts('89504e470d0a1a0a')) return 'image/png'
  if (starts('ffd8ff')) return 'image/jpeg'
  if (starts('52494646') && starts('57454250', 8)) return 'image/webp' // RIFF … WEBP
  return null
}

/** Keeps a picture as a person's. Throws `unsupported_media_type` when it is none. */
export async function keepPicture(tx: Queryable, userId: string, bytes: Buffer): Promise<void> {
  const mime = kindOfPicture(bytes)
  if (!mime) throw new AppError('unsupported_media_type', 'A picture is a PNG, JPEG or WebP file. Choose another one.')
  const version = createHash('sha256').update(bytes).digest('hex').slice(0, 16)
  const kept = { version, mime, bytes }
  await tx
    .insert(pictures)
    .values({ userId, ...kept })
    .onConflictDoUpdate({ target: pictures.userId, set: kept })
  const image = `/api/users/${userId}/picture?v=${version}`
  await tx.update(users).set({ image }).where(eq(users.id, userId))
}

/** The picture of a person: theirs to set and see, and for administrators to see. */
export function pictureRoutes({ db, currentUser }: AccountsContext): Route[] {
  async function put({ principal, incoming }: Call): Promise<User> {
    const bytes = await readBytes(incoming, PICTURE_MAX_BYTES)
    await db.transaction((tx) => keepPicture(tx, principal.owner, bytes))
    return currentUser(principal)
  }

  async function remove({ principal }: Call): Promise<User> {
    await db.transaction(async (tx) => {
      await tx.delete(pictures).where(eq(pictures.userId, principal.owner))
      await tx.update(users).set({ image: null }).where(eq(users.id, principal.owner))
    })
    return currentUser(principal)
  }

  async function get({ principal, params, request }: Call<{ id: string }>): Promise<Response> {
    if (params.id !== principal.owner && principal.kind !== 'administrator') throw new AppError('not_found', missing)
    const [row] = await db.select().from(pictures).where(eq(pictures.userId, params.id))
    if (!row) throw new AppError('not_found', missing)
    const etag = `"${row.version}"`
    const headers = {
      etag,
      'cache-control': 'private, no-cache', // kept by the browser, asked about each time: rights may end
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'content-disposition': 'inline',
    }
    if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers })
    return new Response(new Uint8Array(row.bytes), { headers: { ...headers, 'content-type': row.mime } })
  }

  const own = { tag: 'accounts', access: 'account.own', path: '/api/user/picture', answer: User } as const
  return [
    route(
      {
        ...own,
        method: 'PUT',
        summary: 'Sets your picture: a PNG, JPEG or WebP file',
        limit: 'upload',
        rawBody: true,
        takes: TYPES,
      },
      put,
    ),
    route({ ...own, method: 'DELETE', summary: 'Removes your picture', limit: 'write' }, remove),
    route(
      {
        tag: 'accounts',
        method: 'GET',
        path: '/api/users/:id/picture',
        summary: 'The picture of a person',
        access: 'picture.read',
        limit: 'read',
        params: z.object({ id: Id }),
        answers: pictureAnswers,
      },
      get,
    ),
  ]
}
