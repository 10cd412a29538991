/** Pictures and sounds by their first bytes: what a model sends is not believed to be what it says. */

const ascii = (bytes: Uint8Array, start: number, end: number) =>
  Buffer.from(bytes.subarray(start, end)).toString('latin1')

export function pictureKind(bytes: Uint8Array): string | null {
  if (ascii(bytes, 0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png'
  if (ascii(bytes, 0, 3) === '\xff\xd8\xff') return 'image/jpeg'
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP') return 'image/webp'
  return /^GIF8[79]a$/.test(ascii(bytes, 0, 6)) ? 'image/gif' : null
}

export function soundKind(bytes: Uint8Array): string | null {
  const [first = 0, second = 0] = bytes
  // MPEG audio: eleven set bits, layer III; or a tag before it.
  if (ascii(bytes, 0, 3) === 'ID3' || (first === 0xff && (second & 0xe6) === 0xe2)) return 'audio/mpeg'
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WAVE') return 'audio/wav'
  if (ascii(bytes, 0, 4) === 'OggS') return 'audio/ogg'
  return ascii(bytes, 0, 4) === 'fLaC' ? 'audio/flac' : null
}
