import { useSyncExternalStore } from 'react'
import { onSessionEnded } from '../platform/api.ts'
import { queryClient } from '../platform/query.ts'
import { isLeaving, lastRole } from '../platform/session.ts'

export interface SignInRequest {
  /** `expired`: somebody was signed in a moment ago; their page and drafts are still here. */
  reason: 'expired' | 'needed'
  settle: (signedIn: boolean) => void
}

let request: SignInRequest | undefined
let answer: Promise<boolean> | undefined
const listeners = new Set<() => void>()

function tell(): void {
  for (const listener of listeners) listener()
}

/**
 * Asks the person to sign in, in a dialog over the page as it stands. True when they did: try again what was refused.
 * Calls that are refused meanwhile share the one dialog.
 */
export function requireSignIn(): Promise<boolean> {
  answer ??= new Promise<boolean>((resolve) => {
    request = {
      reason: isMember(lastRole(queryClient)) ? 'expired' : 'needed',
      settle: (signedIn) => {
        request = undefined
        answer = undefined
        tell()
        resolve(signedIn)
      },
    }
    tell()
  })
  return answer
}

/** From now on a call that is refused because the session has ended asks for a new one and goes again. */
export function watchSession(): void {
  onSessionEnded(() => (lastRole(queryClient) && !isLeaving() ? requireSignIn() : Promise.resolve(false)))
}

const isMember = (role: string | null): boolean => role === 'user' || role === 'admin'

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useSignInRequest = (): SignInRequest | undefined => useSyncExternalStore(subscribe, () => request)
