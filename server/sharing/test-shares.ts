import type { Share, SharedWithMe } from '@atrium/contract/sharing'
import type { Client, TestApp } from '../test-app.ts'

export interface Acted<T> {
  status: number
  output: T
  change: string | null
  error?: { message: string }
}

/** Calls the module's actions, as whoever asks, in the scope that is named. */
export const acting =
  (module: string) =>
  async <T = Record<string, unknown>>(who: Client, action: string, input: object = {}, scope = '') => {
    const answer = await who.send('POST', `/api/m/${module}/${action}`, input, scope ? { 'x-scope': scope } : {})
    return { status: answer.status, ...((await answer.json()) as object) } as Acted<T>
  }

/** A record of Ann's, shared with Ben: the scope in which he has it. */
export async function sharedWith(
  app: TestApp,
  place: { module: string; collection: string; id: string },
  ann: Client,
  role: 'viewer' | 'editor',
) {
  const ben = await app.member()
  const path = `/api/m/${place.module}/collections/${place.collection}/${place.id}/shares`
  const { email } = await ben.call<{ email: string }>('GET', '/api/user')
  const made = await ann.call<Share>('POST', path, { with: email, role })
  const [mine] = (await ben.call<SharedWithMe>('GET', '/api/shares')).shares
  return { ben, path, made, mine, scope: `share:${mine?.id}` }
}

/** The statuses of these calls in the scope, by method and path. */
export async function statuses(who: Client, scope: string, calls: readonly (readonly [string, string, object?])[]) {
  const found: Record<string, number> = {}
  for (const [method, path, body] of calls)
    found[`${method} ${path}`] = (await who.send(method, path, body, { 'x-scope': scope })).status
  return found
}
