import type { Role, SessionInfo, SignedIn, User } from '@atrium/contract/accounts'
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { i18n } from '../i18n/index.ts'
import { toast } from '../ui/toast.tsx'
import { ApiError, api } from './api.ts'
import { reconnectNews } from './live.ts'
import { readOwner, setOwner } from './owner.ts'

const GUEST_TOAST_DELAY = 200 // ms (spec 9)

export const meQuery = queryOptions({
  queryKey: ['/api/me'],
  queryFn: async ({ signal, client }): Promise<SessionInfo | null> => {
    try {
      const info = await api.get<SessionInfo>('/api/me', { signal, askToSignIn: false })
      setOwner(info.userId ?? '', isPassing(client))
      return info
    } catch (error) {
      // A refusal yields null without an error (spec 7): the look-up of the user then tells. No answer tells nothing.
      if (error instanceof ApiError && error.status > 0) return client.getQueryData<SessionInfo>(['/api/me']) ?? null
      throw error
    }
  },
})

export const userQuery = queryOptions({
  queryKey: ['/api/user'],
  queryFn: ({ signal }): Promise<User | null> =>
    api.get<User>('/api/user', { signal, askToSignIn: false }).catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 401) return null
      throw error
    }),
})

export interface Session {
  /** `loading` until the server has really answered: a failure says nothing about who is here. */
  status: 'loading' | 'unauthenticated' | 'authenticated'
  role: Role | null
  /** Of a member or guest. */
  userId: string | null
  /** A member's; null for a moment, and when it cannot be had. */
  user: User | null
  /** A session without an account: its work is kept when an account is made. */
  isGuest: boolean
  /** Signed in with an account of one's own: a user or an administrator. */
  isMember: boolean
  isAdmin: boolean
  /** Why it is not known who is here. It is asked again when the connection is back. */
  error: Error | null
}

/** Who is here (spec 4.1). The user is not looked up for guests, nor when the server says that there is no session. */
export function useSession(): Session {
  const me = useQuery(meQuery)
  const skipped = me.data?.role === 'guest' || (me.data !== null && me.data?.role === null)
  const lookup = useQuery({ ...userQuery, enabled: !me.isPending && !skipped })
  const user = skipped ? null : (lookup.data ?? null)
  const role = me.data?.role ?? (user ? 'user' : null)
  const known = role !== null || skipped || lookup.data === null
  return {
    status: role ? 'authenticated' : known ? 'unauthenticated' : 'loading',
    role,
    userId: me.data?.userId ?? user?.id ?? null,
    user,
    isGuest: role === 'guest',
    isMember: role === 'user' || role === 'admin',
    isAdmin: user?.isAdmin ?? role === 'admin',
    error: known ? null : (lookup.error ?? me.error),
  }
}

/** Who was here when we last looked. */
export function lastRole(client: QueryClient): Role | null {
  return client.getQueryData(meQuery.queryKey)?.role ?? client.getQueryData(userQuery.queryKey)?.role ?? null
}

/** Visitors and guests take what they made along when they sign in; the server gives it to their account. */
const isPassing = (client: QueryClient): boolean => readOwner() === '' || lastRole(client) === 'guest'

/** `other`: somebody else has come, in another tab, and what was fetched before is let go. */
export type Presence = 'same' | 'other' | 'nobody' | 'unknown'
let asking: Promise<Presence> | undefined

/** Asks the server anew who is here. `nobody` changes nothing yet: the person is asked to sign in again, over their page. */
export function whoIsHere(client: QueryClient): Promise<Presence> {
  asking ??= look(client).finally(() => {
    asking = undefined
  })
  return asking
}

async function look(client: QueryClient): Promise<Presence> {
  let info: SessionInfo
  try {
    info = await api.get<SessionInfo>('/api/me', { askToSignIn: false })
  } catch (error) {
    if (error instanceof ApiError) return 'unknown'
    throw error
  }
  if (info.role === null && lastRole(client)) return 'nobody'
  const isOther = (info.userId ?? '') !== readOwner()
  if (isOther) {
    arrive(client, info)
    return 'other'
  }
  client.setQueryData(meQuery.queryKey, info)
  void client.invalidateQueries({ queryKey: userQuery.queryKey })
  return 'same'
}

/** Somebody is here who was not. What was fetched before is another's, unless they only have a new name. */
function arrive(client: QueryClient, info: SessionInfo, user: User | null = null): void {
  const isNew = (info.userId ?? '') !== readOwner()
  const takesAlong = isPassing(client)
  client.setQueryData(meQuery.queryKey, info)
  if (user) client.setQueryData(userQuery.queryKey, user)
  else void client.resetQueries({ queryKey: userQuery.queryKey })
  setOwner(info.userId ?? '', takesAlong)
  reconnectNews()
  void (isNew && !takesAlong ? client.resetQueries(others) : client.invalidateQueries(others))
}

const isSession = (key: readonly unknown[]): boolean =>
  key[0] === meQuery.queryKey[0] || key[0] === userQuery.queryKey[0]

/** Everything that was fetched for the person before. */
export const others = { predicate: (query: { queryKey: readonly unknown[] }) => !isSession(query.queryKey) }

export const nobody: SessionInfo = { role: null, userId: null }

export function keepUser(client: QueryClient, signedIn: SignedIn): void {
  const { token: _, ...user } = signedIn
  arrive(client, { role: user.role, userId: user.id }, user)
}

let leaving = false
/** True while the person signs out: calls under way that are refused for it are no reason to ask them back in. */
export const isLeaving = (): boolean => leaving

export function setLeaving(now: boolean): void {
  leaving = now
}

/** Begins a session without an account and, 200 ms later, welcomes the guest. */
export async function startGuestSession(client: QueryClient): Promise<void> {
  await api.post<unknown>('/auth/guest', {}, { askToSignIn: false })
  await client.invalidateQueries({ queryKey: meQuery.queryKey })
  await client.invalidateQueries({ queryKey: userQuery.queryKey })
  reconnectNews()
  void client.invalidateQueries(others)
  setTimeout(
    () => toast({ title: i18n.t('accounts.guestWelcome'), description: i18n.t('accounts.guestWelcomeText') }),
    GUEST_TOAST_DELAY,
  )
}
