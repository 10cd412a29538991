import { open } from 'node:fs/promises'

/** A file of somebody's, as the server hands it out by pieces. */
export interface Source {
  name: string
  /** bytes */
  size: number
  open(): Promise<OpenSource>
}

export interface OpenSource {
  /** The bytes from `start` to before `end`; fewer where the file ends. */
  read(start: number, end: number): Promise<Uint8Array>
  close(): Promise<void>
}

export const diskSource = (name: string, path: string, size: number): Source => ({
  name,
  size,
  async open() {
    const file = await open(path)
    return {
      async read(start, end) {
        const bytes = Buffer.allocUnsafe(Math.max(0, end - start))
        const { bytesRead } = await file.read(bytes, 0, bytes.length, start)
        return bytes.subarray(0, bytesRead)
      },
      close: () => file.close(),
    }
  },
})

export function memorySource(name: string, content: string | Uint8Array): Source {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  return {
    name,
    size: bytes.byteLength,
    open: async () => ({
      read: async (start, end) => bytes.subarray(start, end),
      close: async () => undefined,
    }),
  }
}

/** Bytes that come once, in their order, as those of a file in an archive do: for a reader that never goes back. */
export const streamSource = (name: string, size: number, bytes: AsyncIterable<Uint8Array>): Source => ({
  name,
  size,
  async open() {
    const pieces = bytes[Symbol.asyncIterator]()
    let at = 0
    let rest: Uint8Array = new Uint8Array()
    return {
      async read(start, end) {
        if (start !== at) throw new Error(`${name} is read in its order only`)
        const parts: Uint8Array[] = []
        while (at < end) {
          if (rest.byteLength === 0) {
            const next = await pieces.next()
            if (next.done) break
            rest = next.value
          }
          const part = rest.subarray(0, end - at)
          rest = rest.subarray(part.byteLength)
          at += part.byteLength
          parts.push(part)
        }
        return Buffer.concat(parts)
      },
      async close() {
        await pieces.return?.()
      },
    }
  },
})
