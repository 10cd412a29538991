import type { PasskeyEntry } from '@atrium/contract/account-security'
import { api } from '../platform/api.ts'

/** Whether this browser can make passkeys, and speaks of them in JSON (2025 and later). */
export const passkeysWork = (): boolean =>
  'PublicKeyCredential' in globalThis && 'parseCreationOptionsFromJSON' in PublicKeyCredential

/** Makes a passkey on this device, or a key that is plugged in, and keeps its public half on the server. */
export async function makePasskey(name: string, password?: string): Promise<PasskeyEntry> {
  const options = await api.post<PublicKeyCredentialCreationOptionsJSON>('/api/user/passkeys/options', { password })
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
  const made = await navigator.credentials.create({ publicKey })
  if (!(made instanceof PublicKeyCredential)) throw new Error('The browser made no passkey.')
  return api.post<PasskeyEntry>('/api/user/passkeys', { name, response: made.toJSON() })
}
