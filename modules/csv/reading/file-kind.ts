/** Bytes that are another kind of file, whatever it is called: what to tell. */
export function otherKind(head: Uint8Array): 'zip' | 'parquet' | 'pdf' | 'xls' | 'gzip' | null {
  const starts = (...bytes: number[]) => bytes.every((byte, at) => head[at] === byte)
  if (starts(0x50, 0x4b, 0x03, 0x04)) return 'zip'
  if (starts(0x50, 0x41, 0x52, 0x31)) return 'parquet'
  if (starts(0x25, 0x50, 0x44, 0x46)) return 'pdf'
  if (starts(0xd0, 0xcf, 0x11, 0xe0)) return 'xls'
  if (starts(0x1f, 0x8b)) return 'gzip'
  return null
}
