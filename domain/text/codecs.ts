// Base64 (RFC 4648) and per cent signs (RFC 3986), of UTF-8.

const PIECE = 0x2000

export function toBase64(text: string): string {
  const bytes = new TextEncoder().encode(text)
  let binary = ''
  for (let at = 0; at < bytes.length; at += PIECE) binary += String.fromCharCode(...bytes.subarray(at, at + PIECE))
  return btoa(binary)
}

/** What a decoding gives: a text, or why there is none. */
export type Decoded = { text: string } | { fault: 'sign' | 'length' | 'binary'; at: number }

/** Of either alphabet, with or without its `=`, line ends within it. `at` is the place of what does not belong. */
export function fromBase64(written: string): Decoded {
  const data = written.replace(/^\s*data:[^,]{0,200};base64,/, '')
  const strange = /[^A-Za-z0-9+/_\-=\s]|=(?=\s*[^=\s])/.exec(data)
  if (strange) return { fault: 'sign', at: strange.index + written.length - data.length }
  const signs = data
    .replace(/[\s=]+/g, '')
    .replaceAll('-', '+')
    .replaceAll('_', '/')
  if (signs.length % 4 === 1) return { fault: 'length', at: written.length }
  const bytes = Uint8Array.from(atob(signs), (sign) => sign.charCodeAt(0))
  return decodedUtf8(bytes)
}

function decodedUtf8(bytes: Uint8Array): Decoded {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    const strange = text.search(/(?![\t\n\v\f\r])\p{Cc}/u)
    return strange < 0 ? { text } : { fault: 'binary', at: strange }
  } catch (error) {
    if (error instanceof TypeError) return { fault: 'binary', at: 0 }
    throw error
  }
}

/** As a part of an address: all but letters, digits and `-._~` with per cent signs. */
export const toPercent = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/** Per cent signs that no two digits follow stay as they are; in a query `+` is a blank. */
export function fromPercent(written: string): Decoded {
  const parts: Uint8Array[] = []
  const encoder = new TextEncoder()
  const isQuery = /^\S*$/.test(written.trim()) && !/%20/.test(written) && /=|%/.test(written)
  for (const run of written.match(/(?:%[\dA-Fa-f]{2})+|(?:[^%]|%(?![\dA-Fa-f]{2}))+/g) ?? []) {
    if (/^%[\dA-Fa-f]{2}/.test(run)) {
      const bytes = new Uint8Array(run.length / 3)
      for (let at = 0; at < bytes.length; at++) bytes[at] = Number.parseInt(run.slice(at * 3 + 1, at * 3 + 3), 16)
      parts.push(bytes)
    } else parts.push(encoder.encode(isQuery ? run.replaceAll('+', ' ') : run))
  }
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return decodedUtf8(all)
}
