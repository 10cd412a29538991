import type { Entry, ZipFile } from 'yauzl'
import { CELLS_MAX, tooManyCells, Unreadable } from './limits.ts'

/** Excel's own limits: the last cell of a sheet is XFD1048576. */
const ROWS_MAX = 1_048_576
const COLUMNS_MAX = 16_384
/** bytes of XML that a workbook may unpack to; the reader holds them as text */
const UNPACKED_MAX = 256 * 1024 * 1024
/** characters of one tag */
const TAG_MAX = 100_000
/** Files in the archive: a workbook has a few dozen. */
const ENTRIES_MAX = 10_000

const TAG = /<(?:[\w.-]+:)?(row|c)(?=[\s/>])((?:[^<>"']|"[^<"]*"|'[^<']*')*)>/g
const PLACE = /\sr\s*=\s*(?:"([^"]*)"|'([^']*)')/

const damaged = (cause?: unknown) =>
  new Unreadable('This is no XLSX file, or a damaged or protected one. Save it again as .xlsx or as CSV.', { cause })

/** `BC12` is column 55, row 12. Null when it is no cell of a sheet. */
export function placeOf(address: string): { row: number; column: number } | null {
  const found = /^([A-Z]{1,3})([1-9]\d{0,6})$/.exec(address)
  if (!found) return null
  const column = [...(found[1] as string)].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)
  const row = Number(found[2])
  return row <= ROWS_MAX && column <= COLUMNS_MAX ? { row, column } : null
}

/** Takes a sheet's XML by pieces and refuses one whose table would be larger than can be held: a few cells far apart make it so. */
function sheetBounds() {
  let rest = ''
  let rows = 0
  let columns = 0
  let inRow = 0
  let farthest = 'A1'

  const see = (tag: string, attributes: string) => {
    const found = PLACE.exec(attributes)
    const said = found?.[1] ?? found?.[2]
    if (tag === 'row') {
      const row = said === undefined ? rows + 1 : Number(said)
      if (!Number.isInteger(row) || row < 1 || row > ROWS_MAX)
        throw new Unreadable(
          `A row of this workbook has the number “${String(said).slice(0, 20)}”, which no sheet has.`,
        )
      rows = Math.max(rows, row)
      inRow = 0
    } else if (said === undefined) columns = Math.max(columns, ++inRow)
    else {
      const place = placeOf(said)
      if (!place)
        throw new Unreadable(
          `A cell of this workbook stands at “${said.slice(0, 20)}”, which no sheet has: the last one is XFD1048576.`,
        )
      if (place.row > rows || place.column > columns) farthest = said
      inRow = place.column
      rows = Math.max(rows, place.row)
      columns = Math.max(columns, place.column)
    }
    if (rows * columns > CELLS_MAX)
      throw new Unreadable(
        `${tooManyCells} A cell of it stands at ${farthest}: delete what lies far from the table, and save it again.`,
      )
  }

  return (text: string) => {
    const all = rest + text
    let end = 0
    for (const found of all.matchAll(TAG)) {
      see(found[1] as string, found[2] as string)
      end = found.index + found[0].length
    }
    const open = all.lastIndexOf('<')
    rest = open >= end && all.indexOf('>', open) < 0 ? all.slice(open) : ''
    if (rest.length > TAG_MAX) throw damaged()
  }
}

async function read(zip: ZipFile, entry: Entry, budget: { left: number; most: number }): Promise<void> {
  const isSheet = /(?:^|\/)worksheets\/[^/]+\.xml$/i.test(entry.fileName)
  const look = isSheet ? sheetBounds() : () => undefined
  const decoder = new TextDecoder()
  for await (const piece of await zip.openReadStreamPromise(entry)) {
    budget.left -= (piece as Buffer).byteLength
    if (budget.left < 0)
      throw new Unreadable(
        `This workbook unpacks to more than ${budget.most / 1024 / 1024} MB. Split it, or save it as CSV.`,
      )
    if (isSheet) look(decoder.decode(piece as Buffer, { stream: true }))
  }
}

/** Goes through a workbook once, before it is read, and refuses one that would not fit: its packed size says nothing of it. */
export async function refuseUnbounded(bytes: Uint8Array, most = UNPACKED_MAX): Promise<void> {
  const { fromBufferPromise } = await import('yauzl') // of all that is opened here, only a workbook needs it
  const budget = { left: most, most }
  try {
    const zip = await fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), {
      lazyEntries: true,
      autoClose: false,
    })
    let entries = 0
    for await (const entry of zip.eachEntry()) {
      if (++entries > ENTRIES_MAX) throw damaged()
      if (/\.xml(?:\.rels)?$/i.test(entry.fileName)) await read(zip, entry, budget)
    }
  } catch (cause) {
    throw cause instanceof Unreadable ? cause : damaged(cause)
  }
}
