import { createDictionary, type Dictionary } from './dictionary.ts'

/** The cells of a column, in the order of the rows: a list of texts, or one that is packed. */
export interface Cells extends Iterable<string> {
  readonly length: number
  at(place: number): string | undefined
}

type Codes = Uint8Array | Uint16Array | Uint32Array

/** A column as its different values, and for each row which of them it has. */
export interface Packed extends Cells {
  readonly codes: Codes
  /** Some may have no row any more. */
  readonly values: Pick<Dictionary, 'size' | 'value'>
}

/** Rows from which a column is packed: below it a list is faster. */
const PACKED_FROM = 20_000

export const isPacked = (cells: Cells): cells is Packed => 'codes' in cells

function packed(codes: Codes, values: Packed['values']): Packed {
  const { length } = codes
  return {
    codes,
    values,
    length,
    at(place) {
      const code = codes[place]
      return code === undefined ? undefined : values.value(code)
    },
    *[Symbol.iterator]() {
      for (let at = 0; at < length; at++) yield values.value(codes[at] as number)
    },
  }
}

/** As few bytes a row as the number of different values asks for. */
const codesFor = (size: number, length: number): Codes =>
  size <= 0x100 ? new Uint8Array(length) : size <= 0x1_0000 ? new Uint16Array(length) : new Uint32Array(length)

/** Takes the cells of a column one after the other. */
export function packer() {
  const dictionary = createDictionary()
  let codes = new Uint32Array(1_024)
  let length = 0
  let last = ''
  let lastCode = -1
  return {
    push(cell: string): void {
      if (length === codes.length) {
        const more = new Uint32Array(length * 2)
        more.set(codes)
        codes = more
      }
      if (lastCode < 0 || cell !== last) {
        lastCode = dictionary.codeOf(cell)
        last = cell
      }
      codes[length++] = lastCode
    },
    get length() {
      return length
    },
    end(): Packed {
      const own = codesFor(dictionary.size, length)
      own.set(codes.subarray(0, length))
      return packed(own, dictionary)
    },
  }
}

/** A column of so many cells. */
export function makeCells(length: number, cellAt: (place: number) => string): Cells {
  if (length < PACKED_FROM) return Array.from({ length }, (_, at) => cellAt(at))
  const made = packer()
  for (let at = 0; at < length; at++) made.push(cellAt(at))
  return made.end()
}

/** How many rows have each value of a packed column, by its code; of these rows, or of all. */
export function countsByCode({ codes, values }: Packed, rows: Int32Array | null = null): Uint32Array {
  const counts = new Uint32Array(values.size)
  if (rows) for (const at of rows) counts[codes[at] as number] = (counts[codes[at] as number] as number) + 1
  else
    for (let at = 0; at < codes.length; at++) counts[codes[at] as number] = (counts[codes[at] as number] as number) + 1
  return counts
}

/** Different values with how many rows have each, of these rows or of all. */
export function* countsIn(cells: Cells, rows: Int32Array | null = null): Generator<readonly [string, number]> {
  if (isPacked(cells)) {
    const counts = countsByCode(cells, rows)
    for (let code = 0; code < counts.length; code++)
      if (counts[code]) yield [cells.values.value(code), counts[code] as number]
    return
  }
  const counts = new Map<string, number>()
  const count = (cell: string) => counts.set(cell, (counts.get(cell) ?? 0) + 1)
  if (rows) for (const at of rows) count(cells.at(at) as string)
  else for (const cell of cells) count(cell)
  yield* counts
}

/** Values of a list that are remembered, so that each is looked at once. */
const REMEMBERED = 100_000

/** The same cells, each changed; what is the same in many rows is looked at once. `onChange` is told of how many cells. */
export function mapCells(cells: Cells, change: (cell: string) => string, onChange: (count: number) => void): Cells {
  if (!isPacked(cells)) {
    const known = new Map<string, string>()
    return Array.from(cells, (cell) => {
      let next = known.get(cell)
      if (next === undefined) {
        next = change(cell)
        if (known.size < REMEMBERED) known.set(cell, next)
      }
      if (next !== cell) onChange(1)
      return next
    })
  }
  const counts = countsByCode(cells)
  const dictionary = createDictionary()
  const becomes = new Uint32Array(counts.length)
  let isSame = true
  for (let code = 0; code < counts.length; code++) {
    const count = counts[code] as number
    if (count === 0) continue
    const cell = cells.values.value(code)
    const next = change(cell)
    if (next !== cell) {
      onChange(count)
      isSame = false
    }
    becomes[code] = dictionary.codeOf(next)
  }
  if (isSame) return cells
  const codes = codesFor(dictionary.size, cells.length)
  for (let at = 0; at < codes.length; at++) codes[at] = becomes[cells.codes[at] as number] as number
  return packed(codes, dictionary)
}

/** The cells at these places, in this order. */
export function pickCells(cells: Cells, places: ArrayLike<number>): Cells {
  const { length } = places
  if (!isPacked(cells)) return Array.from({ length }, (_, at) => cells.at(places[at] as number) as string)
  const codes = codesFor(cells.values.size, length)
  for (let at = 0; at < length; at++) codes[at] = cells.codes[places[at] as number] as number
  return packed(codes, cells.values)
}

/** What each cell is worth; NaN where it is worth nothing. */
export function amountsOf(cells: Cells, amountOf: (cell: string) => number | null): Float64Array {
  const amounts = new Float64Array(cells.length)
  if (!isPacked(cells)) {
    for (let at = 0; at < amounts.length; at++) amounts[at] = amountOf(cells.at(at) as string) ?? Number.NaN
    return amounts
  }
  const counts = countsByCode(cells)
  const own = Float64Array.from(counts, (count, code) =>
    count === 0 ? Number.NaN : (amountOf(cells.values.value(code)) ?? Number.NaN),
  )
  for (let at = 0; at < amounts.length; at++) amounts[at] = own[cells.codes[at] as number] as number
  return amounts
}

/** Whether the cell of a row passes; of a packed column each value is asked about once. */
export function testCells(cells: Cells, passes: (cell: string) => boolean): (place: number) => boolean {
  if (!isPacked(cells)) return (place) => passes(cells.at(place) as string)
  const known = new Uint8Array(cells.values.size)
  return (place) => {
    const code = cells.codes[place] as number
    if (known[code] === 0) known[code] = passes(cells.values.value(code)) ? 2 : 1
    return known[code] === 2
  }
}
