import { useSyncExternalStore } from 'react'
import { onSessionEnded } from '../platform/api.ts'
import { onCatchUp } from '../platform/live.ts'
import { departures } from '../platform/owner.ts'
import { queryClient } from '../platform/query.ts'
import { isLeaving, lastRole, whoIsHere } from '../platform/session.ts'

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
 * Calls that are refused meanwhile share the one dialog. When somebody else signs in it is false for all of them: what
 * one person wanted is not done in another's name.
 */
export function requireSignIn(): Promise<boolean> {
  const before = departures()
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
  return answer.then((signedIn) => signedIn && departures() === before)
}

/** After a refusal that may come from a session that has ended (401, or 404 for what a visitor cannot see): true when the call may go again. */
async function askBackIn(status: number): Promise<boolean> {
  if ((status !== 401 && status !== 404) || !lastRole(queryClient) || isLeaving()) return false
  const before = departures()
  const presence = await whoIsHere(queryClient)
  if (departures() !== before || isLeaving()) return false
  if (presence === 'nobody') return requireSignIn()
  // Somebody is here: they came back, in another tab perhaps, after the call had been refused.
  return status === 401 && presence !== 'unknown'
}

/** The same for what a person is doing now, be it a visitor: what needs an account asks for one. */
export const askToSignIn = (status: number): Promise<boolean> =>
  status === 401 && !lastRole(queryClient) ? requireSignIn() : askBackIn(status)

/** Before a tab catches up with what it has missed. Visitors may at any time. */
async function mayCatchUp(): Promise<boolean> {
  return (await whoIsHere(queryClient)) !== 'nobody' || requireSignIn()
}

/** From now on what is refused because the session has ended asks for a new one and goes again. */
export function watchSession(): void {
  onSessionEnded(askBackIn)
  onCatchUp(mayCatchUp)
}

const isMember = (role: string | null): boolean => role === 'user' || role === 'admin'

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useSignInRequest = (): SignInRequest | undefined => useSyncExternalStore(subscribe, () => request)
