import { buffer } from 'node:stream/consumers'
import type { Entry } from 'yauzl'

/** cells; beyond it a compressed file would fill the memory */
export const CELLS_MAX = 20_000_000

export const tooManyCells = `This file has more than ${CELLS_MAX / 1_000_000} million cells. Split it, or keep fewer columns.`

/** What is wrong with a file, in a sentence for a person. */
export class Unreadable extends Error {}

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

/** `BC12` for column 55, row 12. */
function addressOf(row: number, column: number): string {
  let letters = ''
  for (let left = column; left > 0; left = Math.floor((left - 1) / 26))
    letters = String.fromCharCode(65 + ((left - 1) % 26)) + letters
  return letters + row
}

const noRow = (said: string) =>
  new Unreadable(`A row of this workbook has the number “${said.slice(0, 20)}”, which no sheet has.`)
const noCell = (said: string) =>
  new Unreadable(
    `A cell of this workbook stands at “${said.slice(0, 20)}”, which no sheet has: the last one is XFD1048576.`,
  )

/**
 * Takes a sheet's XML by pieces and refuses one whose table would be larger than can be held: a few cells far apart make it so.
 * A row or cell that does not say where it stands (ECMA-376 18.3.1.4, 18.3.1.73: it need not) follows the one before it.
 */
function sheetWalk() {
  let rest = ''
  let rows = 0
  let columns = 0
  let row = 0
  let column = 0
  let farthest = 'A1'
  let isSilent = false

  /** Answers the place of a cell that does not say it. */
  const see = (tag: string, attributes: string): string | null => {
    const found = PLACE.exec(attributes)
    const said = found?.[1] ?? found?.[2]
    if (tag === 'row') {
      row = said === undefined ? row + 1 : Number(said)
      if (!Number.isInteger(row) || row < 1 || row > ROWS_MAX) throw noRow(said ?? String(row))
      column = 0
    } else {
      const place = said === undefined ? { row, column: column + 1 } : placeOf(said)
      if (!place || place.column > COLUMNS_MAX) throw noCell(said ?? addressOf(row, column + 1))
      row = place.row
      column = place.column
      if (said !== undefined && (row > rows || column > columns)) farthest = said
    }
    rows = Math.max(rows, row)
    columns = Math.max(columns, column)
    if (rows * columns > CELLS_MAX)
      throw new Unreadable(
        `${tooManyCells} A cell of it stands at ${farthest}: delete what lies far from the table, and save it again.`,
      )
    if (tag === 'row' || said !== undefined) return null
    isSilent = true
    return addressOf(row, column)
  }

  /** Goes through the next piece; `write` is given the same XML with the place of every cell in it. */
  const take = (text: string, write?: (xml: string) => void) => {
    const all = rest + text
    let end = 0
    for (const found of all.matchAll(TAG)) {
      const place = see(found[1] as string, found[2] as string)
      const next = found.index + found[0].length
      if (write && place !== null) {
        const named = next - (found[2] as string).length - 1 // right behind the name of the tag
        write(`${all.slice(end, named)} r="${place}"${all.slice(named, next)}`)
      } else write?.(all.slice(end, next))
      end = next
    }
    const open = all.lastIndexOf('<')
    rest = open >= end && all.indexOf('>', open) < 0 ? all.slice(open) : ''
    write?.(all.slice(end, all.length - rest.length))
    if (rest.length > TAG_MAX) throw damaged()
  }
  return {
    take,
    get isSilent() {
      return isSilent
    },
  }
}

/** bytes of its styles: Excel knows 65,490 formats of cells, which is a third of it */
const STYLES_MAX = 32 * 1024 * 1024

/** Takes the XML of the styles by pieces, and refuses what no program writes: the reader looks at each format of each cell. */
function stylesWalk() {
  let bytes = 0
  let since = 0 // characters after the last tag began: styles have no text
  return {
    take(text: string) {
      bytes += text.length
      for (let at = 0; at < text.length; ) {
        const next = text.indexOf('<', at)
        since += (next < 0 ? text.length : next) - at
        if (since > TAG_MAX || bytes > STYLES_MAX) throw damaged()
        if (next < 0) return
        since = 0
        at = next + 1
      }
    },
  }
}

const isStyles = ({ fileName }: Entry) => /(?:^|\/)styles\.xml$/i.test(fileName)
const isSheet = ({ fileName }: Entry) => /(?:^|\/)worksheets\/[^/]+\.xml$/i.test(fileName)

/** The parts of a workbook with XML in them. Throws for what is no archive, or one of too many files. */
async function* partsOf(bytes: Uint8Array): AsyncGenerator<{ entry: Entry; pieces: AsyncIterable<Buffer> }> {
  const { fromBufferPromise } = await import('yauzl') // of all that is opened here, only a workbook needs it
  const zip = await fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), {
    lazyEntries: true,
    autoClose: false,
  })
  let entries = 0
  for await (const entry of zip.eachEntry()) {
    if (++entries > ENTRIES_MAX) throw damaged()
    if (/\.xml(?:\.rels)?$/i.test(entry.fileName)) yield { entry, pieces: await zip.openReadStreamPromise(entry) }
  }
}

/** Whether some cell does not say where it stands. */
async function look(bytes: Uint8Array, most: number): Promise<boolean> {
  let left = most
  let isSilent = false
  for await (const { entry, pieces } of partsOf(bytes)) {
    const sheet = isSheet(entry) ? sheetWalk() : null
    const styles = isStyles(entry) ? stylesWalk() : null
    const decoder = new TextDecoder()
    for await (const piece of pieces) {
      left -= piece.byteLength
      if (left < 0)
        throw new Unreadable(
          `This workbook unpacks to more than ${most / 1024 / 1024} MB. Split it, or save it as CSV.`,
        )
      const text = sheet || styles ? decoder.decode(piece, { stream: true }) : ''
      sheet?.take(text)
      styles?.take(text)
    }
    isSilent ||= sheet?.isSilent ?? false
  }
  return isSilent
}

/** The same workbook, with the place of every cell in it: the library that reads it asks for them. */
async function withPlaces(bytes: Uint8Array): Promise<Uint8Array> {
  const { ZipFile } = await import('yazl')
  const zip = new ZipFile()
  for await (const { entry, pieces } of partsOf(bytes)) {
    const parts: Buffer[] = []
    const sheet = isSheet(entry) ? sheetWalk() : null
    const decoder = new TextDecoder()
    for await (const piece of pieces) {
      if (!sheet) parts.push(piece)
      else {
        let text = ''
        sheet.take(decoder.decode(piece, { stream: true }), (xml) => {
          text += xml
        })
        parts.push(Buffer.from(text))
      }
    }
    zip.addBuffer(Buffer.concat(parts), entry.fileName, { compress: false })
  }
  zip.end()
  return buffer(zip.outputStream)
}

/**
 * Goes through a workbook once, before it is read, and refuses one that would not fit: its packed size says nothing of it.
 * Answers it as it can be read: with the places of its cells.
 */
export async function boundedWorkbook(bytes: Uint8Array, most = UNPACKED_MAX): Promise<Uint8Array> {
  try {
    return (await look(bytes, most)) ? await withPlaces(bytes) : bytes
  } catch (cause) {
    throw cause instanceof Unreadable ? cause : damaged(cause)
  }
}
