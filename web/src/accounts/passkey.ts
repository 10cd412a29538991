import type { SignedIn } from '@atrium/contract/accounts'
import { entering } from '../platform/entrance.ts'

/** Whether this browser can turn the server's options into a question to the person's passkey. */
export const canUsePasskey = (): boolean =>
  typeof PublicKeyCredential === 'function' && 'parseRequestOptionsFromJSON' in PublicKeyCredential

/** Signs in with a passkey of this device; null when the person closed the browser's question. */
export async function enterWithPasskey(): Promise<SignedIn | null> {
  const options = await entering<never>('/api/login/passkey/options')
  let credential: Credential | null
  try {
    credential = await navigator.credentials.get({
      publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options),
    })
  } catch (error) {
    if (error instanceof DOMException && (error.name === 'NotAllowedError' || error.name === 'AbortError')) return null
    throw error
  }
  if (!(credential instanceof PublicKeyCredential)) return null
  return entering<SignedIn>('/api/login/passkey', { response: credential.toJSON() })
}
