import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest()
const b64 = (data: string | Uint8Array) => Buffer.from(data).toString('base64url')

/** As much CBOR as an attestation needs: a map with these entries, whose values are encoded already. */
const map = (...entries: Uint8Array[]) => Buffer.concat([Uint8Array.of(0xa0 + entries.length / 2), ...entries])
const bytes = (data: Uint8Array) =>
  Buffer.concat([
    data.length < 256 ? Uint8Array.of(0x58, data.length) : Uint8Array.of(0x59, data.length >> 8, data.length & 255),
    data,
  ])
const word = (text: string) => Buffer.concat([Uint8Array.of(0x60 + text.length), Buffer.from(text)])

export interface Ceremony {
  challenge: string
  origin?: string
  /** False for a device that did not ask for its lock. */
  verified?: boolean
}

/** A device with one passkey for this host, as WebAuthn level 2 has it: ES256, no attestation. */
export function authenticator(rpId: string, origin: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(16)
  let counter = 0

  const clientData = (type: string, { challenge, origin: at = origin }: Ceremony) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: at, crossOrigin: false }))
  const head = (flags: number, verified: boolean) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(++counter)
    return Buffer.concat([sha256(rpId), Uint8Array.of(flags | 1 | (verified ? 4 : 0)), count])
  }
  const shared = { id: b64(id), rawId: b64(id), type: 'public-key', clientExtensionResults: {} }

  return {
    make(ceremony: Ceremony) {
      const key = map(
        Uint8Array.of(0x01),
        Uint8Array.of(0x02),
        Uint8Array.of(0x03),
        Uint8Array.of(0x26), // ES256, -7
        Uint8Array.of(0x20),
        Uint8Array.of(0x01), // P-256
        Uint8Array.of(0x21),
        bytes(Buffer.from(x, 'base64url')),
        Uint8Array.of(0x22),
        bytes(Buffer.from(y, 'base64url')),
      )
      const credential = Buffer.concat([Buffer.alloc(16), Uint8Array.of(0, id.length), id, key])
      const authData = Buffer.concat([head(0x40, ceremony.verified ?? true), credential])
      const attestation = map(word('fmt'), word('none'), word('attStmt'), map(), word('authData'), bytes(authData))
      const clientDataJSON = b64(clientData('webauthn.create', ceremony))
      return { ...shared, response: { clientDataJSON, attestationObject: b64(attestation), transports: ['internal'] } }
    },
    answer(ceremony: Ceremony) {
      const data = clientData('webauthn.get', ceremony)
      const authData = head(0, ceremony.verified ?? true)
      const signature = sign('sha256', Buffer.concat([authData, sha256(data)]), privateKey)
      return {
        ...shared,
        response: { clientDataJSON: b64(data), authenticatorData: b64(authData), signature: b64(signature) },
      }
    },
  }
}
