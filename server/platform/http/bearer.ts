import { createHash, timingSafeEqual } from 'node:crypto'

/** The token of `Authorization: Bearer …`. */
export const bearerOf = (request: Request): string | undefined =>
  /^bearer +(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]

const hashed = (text: string) => createHash('sha256').update(text).digest()

/** In the same time whatever was given: over hashes, so that not even the length tells. */
export const isSame = (given: string | undefined, secret: string): boolean =>
  given !== undefined && timingSafeEqual(hashed(given), hashed(secret))
