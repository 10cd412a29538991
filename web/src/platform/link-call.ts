import { beginsWithZeros, type LinkCall, type LinkOffer, type LinkWork } from '@atrium/contract/link-work'
import { api } from './api.ts'

const AT_ONCE = 512

/** Does the work of a challenge: a second or so, without holding up the page. */
export async function solve({ challenge, bits }: LinkWork, signal?: AbortSignal): Promise<string> {
  const encoder = new TextEncoder()
  for (let from = 0; ; from += AT_ONCE) {
    signal?.throwIfAborted()
    const digests = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, at) =>
        crypto.subtle.digest('SHA-256', encoder.encode(`${challenge}.${from + at}`)),
      ),
    )
    const found = digests.findIndex((digest) => beginsWithZeros(new Uint8Array(digest), bits))
    if (found >= 0) return String(from + found)
  }
}

interface LinkCallOptions {
  /** Of a link that has one. */
  password?: string
  /** What stands in the field that no person sees. */
  website?: string
  signal?: AbortSignal
}

/** What the link of this token lets one do. */
export const linkOffer = (module: string, token: string, { password, signal }: LinkCallOptions = {}) =>
  api.get<LinkOffer>(`/api/m/${module}/links/${token}`, {
    ...(signal && { signal }),
    headers: passwordHeader(password),
    askToSignIn: false,
  })

/** Calls an action by a share link that allows it, for whoever has the link, with or without an account. */
export async function callByLink<O>(
  module: string,
  token: string,
  action: string,
  input: unknown,
  { password, website = '', signal }: LinkCallOptions = {},
): Promise<O> {
  const { work } = await linkOffer(module, token, { password, signal } as LinkCallOptions)
  const nonce = await solve(work, signal)
  const body: LinkCall = { input, work: { challenge: work.challenge, nonce }, website }
  const { output } = await api.post<{ output: O }>(`/api/m/${module}/links/${token}/${action}`, body, {
    ...(signal && { signal }),
    headers: passwordHeader(password),
    askToSignIn: false,
  })
  return output
}

const passwordHeader = (password?: string): Record<string, string> =>
  password ? { 'x-link-password': encodeURIComponent(password) } : {}
