// How one comes and goes: only the pages and menus that do it load this.
import type { CodeNeeded } from '@atrium/contract/account-security'
import type { Credentials, Registration, SignedIn } from '@atrium/contract/accounts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type ToastOptions, toast } from '../ui/toast.tsx'
import { ApiError, AUTH_TOKEN, api, referenceFor, sentenceFor } from './api.ts'
import { reconnectNews } from './live.ts'
import { setOwner } from './owner.ts'
import { keepUser, meQuery, nobody, others, setLeaving, startGuestSession, userQuery } from './session.ts'
import { storage } from './storage.ts'

const LOGIN_REFRESH_DELAY = 100 // ms (spec 9)

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

export function useLogout() {
  const client = useQueryClient()
  const { t } = useTranslation()
  return useMutation({
    mutationFn: () => api.post<unknown>('/auth/logout', undefined, { askToSignIn: false }),
    onMutate: () => setLeaving(true),
    onSettled: () => setLeaving(false),
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
