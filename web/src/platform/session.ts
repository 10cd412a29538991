import type { Credentials, Registration, Role, SessionInfo, SignedIn, User } from '@atrium/contract/accounts'
import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { i18n } from '../i18n/index.ts'
import { toast } from '../ui/toast.tsx'
import { ApiError, AUTH_TOKEN, api, sentenceFor } from './api.ts'
import { reconnectNews } from './live.ts'
import { storage } from './storage.ts'

const LOGIN_REFRESH_DELAY = 100 // ms (spec 9)
const GUEST_TOAST_DELAY = 200 // ms (spec 9)

const meQuery = queryOptions({
  queryKey: ['/api/me'],
  // Any refusal means that nobody is signed in (spec 7).
  queryFn: ({ signal }): Promise<SessionInfo | null> =>
    api.get<SessionInfo>('/api/me', { signal, askToSignIn: false }).catch((error: unknown) => {
      if (error instanceof ApiError) return null
      throw error
    }),
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
  status: 'loading' | 'unauthenticated' | 'authenticated'
  role: Role | null
  user: User | null
  /** A session without an account: its work is kept when an account is made. */
  isGuest: boolean
  /** Signed in with an account of one's own: a user or an administrator. */
  isMember: boolean
  isAdmin: boolean
}

/** Who is here (spec 4.1). The user is not looked up for guests, nor when the server says that there is no session. */
export function useSession(): Session {
  const me = useQuery(meQuery)
  const skipped = me.data?.role === 'guest' || (me.data !== null && me.data?.role === null)
  const lookup = useQuery({ ...userQuery, enabled: !me.isPending && !skipped })
  const user = skipped ? null : (lookup.data ?? null)
  const role = me.data?.role ?? (user ? 'user' : null)
  const loading = me.isPending || (!skipped && lookup.isPending)
  return {
    status: loading ? 'loading' : role ? 'authenticated' : 'unauthenticated',
    role,
    user,
    isGuest: role === 'guest',
    isMember: role === 'user' || role === 'admin',
    isAdmin: user?.isAdmin ?? role === 'admin',
  }
}

/** Who was here when we last looked. */
export function lastRole(client: QueryClient): Role | null {
  return client.getQueryData(meQuery.queryKey)?.role ?? client.getQueryData(userQuery.queryKey)?.role ?? null
}

const isSession = (key: readonly unknown[]): boolean =>
  key[0] === meQuery.queryKey[0] || key[0] === userQuery.queryKey[0]

/** Everything that was fetched for the person before. */
const others = { predicate: (query: { queryKey: readonly unknown[] }) => !isSession(query.queryKey) }

function keepUser(client: QueryClient, signedIn: SignedIn): void {
  const { token: _, ...user } = signedIn
  client.setQueryData(userQuery.queryKey, user)
  const info: SessionInfo = { role: user.role, userId: user.id }
  client.setQueryData(meQuery.queryKey, info)
  reconnectNews()
}

export function useLogin() {
  const client = useQueryClient()
  const { t } = useTranslation()
  return useMutation({
    mutationFn: (credentials: Credentials) => api.post<SignedIn>('/api/login', credentials, { askToSignIn: false }),
    onSuccess: (signedIn) => {
      keepUser(client, signedIn)
      void client.invalidateQueries(others)
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
      toast({ variant: 'destructive', title: t('accounts.loginFailed'), description: sentenceFor(error) })
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
    onSuccess: (signedIn) => {
      keepUser(client, signedIn)
      void client.invalidateQueries(others)
    },
    onError: (error) =>
      toast({ variant: 'destructive', title: t('accounts.registrationFailed'), description: sentenceFor(error) }),
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
      client.setQueryData(userQuery.queryKey, null)
      await client.invalidateQueries({ queryKey: meQuery.queryKey })
      reconnectNews()
      await client.resetQueries(others)
    },
    onError: (error) =>
      toast({ variant: 'destructive', title: t('accounts.logoutFailed'), description: sentenceFor(error) }),
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
