import { type DavCall, find, guard, hasBody, placeAt } from './call.ts'
import { noBytes } from './changing.ts'
import { parseIf, tokensIn } from './conditions.ts'
import { addLock, covering, type Lock, locksOf, lockText, removeLock, renewLock, timeoutOf } from './locks.ts'
import { depthOf } from './paths.ts'
import { DavRefusal } from './refusal.ts'
import { child, clark, DAV, elementText, xmlBody } from './xml.ts'

/** characters of XML */
const MOST_OF_HOLDER = 1000

function answer({ tree }: DavCall, lock: Lock, status: number): Response {
  const body = `<?xml version="1.0" encoding="utf-8"?>\n<D:prop xmlns:D="DAV:"><D:lockdiscovery>${lockText(tree, lock)}</D:lockdiscovery></D:prop>`
  const headers = { 'content-type': 'application/xml; charset=utf-8', 'lock-token': `<${lock.token}>` }
  return new Response(body, { status, headers })
}

/** Without a body: the lock whose token the header If has goes on (RFC 4918, section 9.10.2). */
async function renew(call: DavCall): Promise<Response> {
  const { request, db, tree, path, principal } = call
  const header = request.headers.get('if')
  if (header === null)
    throw new DavRefusal(400, 'A lock is renewed by its token in the header If; a new one needs a body.')
  const tokens = tokensIn(parseIf(header))
  const mine = covering(await locksOf(db, tree), path).find(
    ({ token, userId }) => tokens.has(token) && userId === principal.userId,
  )
  const lock = mine && (await renewLock(db, mine, timeoutOf(request.headers.get('timeout'))))
  if (!lock) throw new DavRefusal(412, 'That lock has ended.', { condition: '<D:lock-token-matches-request-uri/>' })
  return answer(call, lock, 200)
}

export async function lock(call: DavCall): Promise<Response> {
  const { request, db, tree, path, principal } = call
  if (!hasBody(request)) return renew(call)
  const body = await xmlBody(request)
  if (!body || clark(body) !== `{${DAV}}lockinfo`) throw new DavRefusal(400, 'LOCK takes a lockinfo element.')
  const scope = child(body, 'lockscope')
  const isExclusive = Boolean(scope && child(scope, 'exclusive'))
  const type = child(body, 'locktype')
  if (!(isExclusive || (scope && child(scope, 'shared'))) || !(type && child(type, 'write')))
    throw new DavRefusal(400, 'A lock is for writing, exclusive or shared.')
  const depth = depthOf(request, 'infinity')
  if (depth === '1') throw new DavRefusal(400, 'The header Depth of LOCK is 0 or infinity.')
  const owner = child(body, 'owner')
  const holder = owner ? elementText(owner) : ''
  if (holder.length > MOST_OF_HOLDER) throw new DavRefusal(400, 'What stands in owner is too long.')
  const seconds = timeoutOf(request.headers.get('timeout'))

  return call.perform('write', async (open) => {
    const there = await find(open, path)
    const place = there ? null : await placeAt(open, path)
    await guard(call, open, there, place ? [{ path, isMember: true }] : [])
    const isDeep = depth === 'infinity' && there?.kind === 'collection'
    const made = await addLock(db, tree, {
      ...{ path, isExclusive, isDeep, holder, seconds },
      userId: principal.userId as string, // only people have keys
    })
    if (!place) return answer(call, made, 200)
    try {
      await open.alone()
      await open.dav.write(open.context, place, noBytes(), { mime: '', modifiedAt: null })
      return answer(call, made, 201)
    } catch (error) {
      await removeLock(db, made.token)
      throw error
    }
  })
}

export async function unlock({ request, db, tree, path, principal }: DavCall): Promise<Response> {
  const token = /^\s*<([^<>\s]+)>\s*$/.exec(request.headers.get('lock-token') ?? '')?.[1]
  if (token === undefined) throw new DavRefusal(400, 'Say which lock: the header Lock-Token has its token.')
  const found = covering(await locksOf(db, tree), path).find((one) => one.token === token)
  if (!found)
    throw new DavRefusal(409, 'There is no such lock here.', { condition: '<D:lock-token-matches-request-uri/>' })
  if (found.userId !== principal.userId) throw new DavRefusal(403, 'Somebody else has locked this.')
  await removeLock(db, token)
  return new Response(null, { status: 204 })
}
