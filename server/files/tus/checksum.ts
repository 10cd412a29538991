import { createHash, type Hash } from 'node:crypto'
import { CHECKSUMS } from '@atrium/contract/tus-described'

/** What the store tells the tus server to answer. */
export class TusError extends Error {
  readonly status_code: number
  readonly body: string

  constructor(status: number, body: string) {
    super(body)
    this.status_code = status
    this.body = `${body}\n`
  }
}

export interface Check {
  hash: Hash
  /** Throws 460 when the bytes were others. */
  verify(): void
}

/** From the header `Upload-Checksum: sha1 <base64>`; null without it. Throws 400 for one that cannot be checked. */
export function checkOf(header: string | null): Check | null {
  if (header === null) return null
  const [algorithm = '', expected = '', more] = header.trim().split(' ')
  const known = CHECKSUMS.find((name) => name === algorithm.toLowerCase())
  if (!known) throw new TusError(400, `That checksum algorithm is not one of these: ${CHECKSUMS.join(', ')}.`)
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(expected) || more !== undefined)
    throw new TusError(400, 'Upload-Checksum is an algorithm and a digest in base64.')
  const hash = createHash(known)
  return {
    hash,
    verify: () => {
      const digest = hash.digest()
      if (!digest.equals(Buffer.from(expected, 'base64'))) throw new TusError(460, 'Checksum Mismatch')
    },
  }
}
