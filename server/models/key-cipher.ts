import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const IV = 12 // bytes, as NIST SP 800-38D recommends for GCM
const TAG = 16

export interface KeyCipher {
  seal(key: string, userId: string): string
  /** null when it was sealed under another secret, for another person, or was changed */
  open(sealed: string, userId: string): string | null
}

/**
 * AES-256-GCM under a key derived from the session secret (HKDF, RFC 5869), bound to the person's id. Each purpose has a key of its
 * own: what was sealed for one opens for no other.
 */
export function createKeyCipher(secret: string, purpose = 'atrium provider keys 1'): KeyCipher {
  const derived = Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
  return {
    seal(key, userId) {
      const iv = randomBytes(IV)
      const cipher = createCipheriv('aes-256-gcm', derived, iv)
      cipher.setAAD(Buffer.from(userId))
      const text = Buffer.concat([cipher.update(key, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64')
    },
    open(sealed, userId) {
      const bytes = Buffer.from(sealed, 'base64')
      if (bytes.length < IV + TAG) return null
      const decipher = createDecipheriv('aes-256-gcm', derived, bytes.subarray(0, IV), { authTagLength: TAG })
      decipher.setAAD(Buffer.from(userId))
      decipher.setAuthTag(bytes.subarray(IV, IV + TAG))
      try {
        return Buffer.concat([decipher.update(bytes.subarray(IV + TAG)), decipher.final()]).toString('utf8')
      } catch {
        return null // node tells a wrong tag by an error without more in it
      }
    },
  }
}
