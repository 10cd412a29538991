import type { CodeNeeded } from '@atrium/contract/account-security'
import type { Credentials, Registration, Role, SessionInfo, SignedIn, User } from '@atrium/contract/accounts'
import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { i18n } from '../i18n/index.ts'
import { type ToastOptions, toast } from '../ui/toast.tsx'
import { ApiError, AUTH_TOKEN, api, referenceFor, sentenceFor } from './api.ts'
import { reconnectNews } from './live.ts'
import { readOwner, setOwner } from './owner.ts'
import { storage } from './storage.ts'

const LOGIN_REFRESH_DELAY = 100 // ms (spec 9)
const GUEST_TOAST_DELAY = 200 // ms (spec 9)

const meQuery = queryOptions({
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

const userQuery = queryOptions({
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
const others = { predicate: (query: { queryKey: readonly unknown[] }) => !isSession(query.queryKey) }

const nobody: SessionInfo = { role: null, userId: null }

function keepUser(client: QueryClient, signedIn: SignedIn): void {
  const { token: _, ...user } = signedIn
  arrive(client, { role: user.role, userId: user.id }, user)
}

const failure = (title: string, error: unknown): ToastOptions => ({
  variant: 'destructive',
  title,
  description: sentenceFor(error),
  reference: referenceFor(error),
})

/** What a way of signing in comes to: signed in, a code is needed first, or the person thought better of it. */
export type Entered = SignedIn | CodeNeeded | null

export const isSignedIn = (entered: Entered): entered is SignedIn => entered !== null && 'token' in entered

/** A call of signing in: with its refusal it is an answer, not an ended session. */
export const entering = <T extends Entered>(path: string, body?: unknown): Promise<T> =>
  api.post<T>(path, body, { askToSignIn: false })

export const useLogin = () =>
  useEntrance((credentials: Credentials) => entering<SignedIn | CodeNeeded>('/api/login', credentials))

/** One way of signing in, with what follows it (spec 4.1). */
export function useEntrance<V>(enter: (value: V) => Promise<Entered>) {
  const client = useQueryClient()
  const { t } = useTranslation()
  return useMutation({
    mutationFn: enter,
    onSuccess: (signedIn) => {
      if (!isSignedIn(signedIn)) return
      keepUser(client, signedIn)
      setTimeout(async () => {
        await client.invalidateQueries({ queryKey: userQuery.queryKey })
        toast({
          title: t('accounts.welcomeBack'),
          description: t('accounts.loggedInAs', { username: signedIn.username }),
        })
      }, LOGIN_REFRESH_DELAY)
    },
    onError: (error) => {
      console.error('Login failed.', error)
      toast(failure(t('accounts.loginFailed'), error))
    },
  })
}

/** A guest who registers keeps everything: the same user is upgraded in place. */
export function useRegister() {
  const client = useQueryClient()
  const { t } = useTranslation()
  return useMutation({
    mutationFn: (registration: Registration) =>
      api.post<SignedIn>('/api/register', registration, { askToSignIn: false }),
    onSuccess: (signedIn) => keepUser(client, signedIn),
    onError: (error) => toast(failure(t('accounts.registrationFailed'), error)),
  })
}

let leaving = false
/** True while the person signs out: calls under way that are refused for it are no reason to ask them back in. */
export const isLeaving = (): boolean => leaving

export function useLogout() {
  const client = useQueryClient()
  const { t } = useTranslation()
  return useMutation({
    mutationFn: () => api.post<unknown>('/auth/logout', undefined, { askToSignIn: false }),
    onMutate: () => {
      leaving = true
    },
    onSettled: () => {
      leaving = false
    },
    onSuccess: async () => {
      storage.remove(AUTH_TOKEN)
      // At once: what is in memory of the person goes with them (owner.ts), whatever the calls below meet.
      setOwner('', false)
      client.setQueryData(userQuery.queryKey, null)
      client.setQueryData(meQuery.queryKey, nobody)
      reconnectNews()
      await Promise.all([client.invalidateQueries({ queryKey: meQuery.queryKey }), client.resetQueries(others)])
    },
    onError: (error) => toast(failure(t('accounts.logoutFailed'), error)),
  })
}

export function useGuest() {
  const client = useQueryClient()
  const { t } = useTranslation()
  return useMutation({
    mutationFn: () => startGuestSession(client),
    onError: (error) =>
      toast({
        variant: 'destructive',
        title: t('accounts.guestFailed'),
        description: error instanceof ApiError && error.status > 0 ? error.sentence : t('accounts.guestCreationFailed'),
        reference: referenceFor(error),
      }),
  })
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
