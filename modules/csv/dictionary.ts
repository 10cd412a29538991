import { AppError } from '@atrium/contract/errors'
import { say } from './say.ts'

/**
 * Different texts, each with a number from 0. They lie outside of the heap: a million costs its letters and about 16 bytes each,
 * and there may be as many as there are.
 */
export interface Dictionary {
  readonly size: number
  /** What it takes. */
  readonly bytes: number
  /** The text's number, a new one where it is new. */
  codeOf(text: string): number
  value(code: number): string
}

/** Marks the place of a text that has letters beyond Latin-1: it lies among the wide ones. */
const WIDE = 0x8000_0000
const LETTERS_MAX = 0x7fff_ffff
/** Texts that are kept as such when they have been asked for: most columns have no more. */
const CACHED = 65_536
const CACHED_LETTERS = 100
const PIECE = 4_096

const full = () => new AppError('too_large', say('valuesTooLong'))

/** The same of a text and of its letters in memory, whichever they are. */
function mixed(hash: number): number {
  const once = Math.imul(hash ^ (hash >>> 15), 0x2c1b_3c6d)
  return (once ^ (once >>> 12)) >>> 0
}
const FNV_START = 0x811c_9dc5 | 0
const FNV_PRIME = 0x0100_0193

function grown<T extends Uint8Array | Uint16Array | Uint32Array>(
  array: T,
  make: new (size: number) => T,
  least: number,
) {
  const more = new make(Math.max(array.length * 2, least))
  more.set(array)
  return more
}

export function createDictionary(): Dictionary {
  let narrow = new Uint8Array(256)
  let narrowEnd = 0
  let wide = new Uint16Array(0)
  let wideEnd = 0
  let starts = new Uint32Array(32)
  let lengths = new Uint32Array(32)
  let slots = new Uint32Array(64)
  let size = 0
  const cached: string[] = []

  const isSame = (code: number, text: string): boolean => {
    const length = lengths[code] as number
    if (length !== text.length) return false
    const start = starts[code] as number
    const letters = start >= WIDE ? wide : narrow
    const from = start >= WIDE ? start - WIDE : start
    for (let at = 0; at < length; at++) if (letters[from + at] !== text.charCodeAt(at)) return false
    return true
  }
  const hashOfCode = (code: number): number => {
    const start = starts[code] as number
    const letters = start >= WIDE ? wide : narrow
    const from = start >= WIDE ? start - WIDE : start
    let hash = FNV_START
    for (let at = from; at < from + (lengths[code] as number); at++)
      hash = Math.imul(hash ^ (letters[at] as number), FNV_PRIME)
    return mixed(hash)
  }
  const place = (code: number) => {
    const mask = slots.length - 1
    let slot = hashOfCode(code) & mask
    while (slots[slot] !== 0) slot = (slot + 1) & mask
    slots[slot] = code + 1
  }
  const add = (text: string, isWide: boolean): number => {
    const { length } = text
    if ((isWide ? wideEnd : narrowEnd) + length > LETTERS_MAX) throw full()
    if (size === starts.length) {
      starts = grown(starts, Uint32Array, 0)
      lengths = grown(lengths, Uint32Array, 0)
    }
    if (isWide) {
      if (wideEnd + length > wide.length) wide = grown(wide, Uint16Array, wideEnd + length + 256)
      for (let at = 0; at < length; at++) wide[wideEnd + at] = text.charCodeAt(at)
      starts[size] = wideEnd + WIDE
      wideEnd += length
    } else {
      if (narrowEnd + length > narrow.length) narrow = grown(narrow, Uint8Array, narrowEnd + length)
      for (let at = 0; at < length; at++) narrow[narrowEnd + at] = text.charCodeAt(at)
      starts[size] = narrowEnd
      narrowEnd += length
    }
    lengths[size] = length
    size++
    if (size * 2 > slots.length) {
      slots = new Uint32Array(slots.length * 2)
      for (let code = 0; code < size; code++) place(code)
    } else place(size - 1)
    return size - 1
  }

  const written = (code: number): string => {
    const start = starts[code] as number
    const length = lengths[code] as number
    const letters = start >= WIDE ? wide : narrow
    const from = start >= WIDE ? start - WIDE : start
    let text = ''
    for (let at = 0; at < length; at += PIECE)
      text += String.fromCharCode.apply(
        null,
        letters.subarray(from + at, from + Math.min(length, at + PIECE)) as unknown as number[],
      )
    return text
  }

  return {
    get size() {
      return size
    },
    get bytes() {
      return narrow.byteLength + wide.byteLength + starts.byteLength + lengths.byteLength + slots.byteLength
    },
    codeOf(text) {
      let hash = FNV_START
      let all = 0
      for (let at = 0; at < text.length; at++) {
        const letter = text.charCodeAt(at)
        all |= letter
        hash = Math.imul(hash ^ letter, FNV_PRIME)
      }
      const mask = slots.length - 1
      for (let slot = mixed(hash) & mask; ; slot = (slot + 1) & mask) {
        const found = slots[slot] as number
        if (found === 0) return add(text, all > 255)
        if (isSame(found - 1, text)) return found - 1
      }
    },
    value(code) {
      if (code >= CACHED) return written(code)
      const known = cached[code]
      if (known !== undefined) return known
      const text = written(code)
      if (text.length <= CACHED_LETTERS) cached[code] = text
      return text
    },
  }
}
