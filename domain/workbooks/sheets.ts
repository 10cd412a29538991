import { boundedWorkbook, CELLS_MAX, tooManyCells, Unreadable } from './bounds.ts'

export interface Sheet {
  name: string
  /** Texts, numbers, booleans, dates, and null where nothing stands. */
  rows: readonly (readonly unknown[])[]
}

const isFilled = (cell: unknown) => cell !== null && cell !== undefined && cell !== ''

/**
 * The sheets of a workbook (ECMA-376) that have something in them. Throws `Unreadable` for what is none, has nothing in it, or would
 * fill the memory. Runs where people's files are read.
 */
export async function filledSheets(bytes: Uint8Array): Promise<Sheet[]> {
  const workbook = await boundedWorkbook(bytes)
  const { default: readSheets } = await import('read-excel-file/node')
  let sheets: Awaited<ReturnType<typeof readSheets>>
  try {
    sheets = await readSheets(Buffer.from(workbook.buffer, workbook.byteOffset, workbook.byteLength))
  } catch (cause) {
    throw new Unreadable('This is no XLSX file, or a damaged or protected one. Save it again as .xlsx or as CSV.', {
      cause,
    })
  }
  const filled = sheets.filter(({ data }) => data.some((row) => row.some(isFilled)))
  if (filled.length === 0) throw new Unreadable('Every sheet of this file is empty.')
  if (filled.reduce((sum, { data }) => sum + data.length * (data[0]?.length ?? 0), 0) > CELLS_MAX)
    throw new Unreadable(tooManyCells)
  return filled.map(({ sheet, data }) => ({ name: sheet, rows: data }))
}
