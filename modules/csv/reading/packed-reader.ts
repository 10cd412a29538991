import { packer } from '../cells.ts'
import type { Reading } from '../module.ts'
import type { Table } from '../table.ts'
import { tableBuilder } from './build.ts'

/** Rows that wait as lists before they are packed. */
const BATCH = 2_000

/** Reads a file that comes by pieces, whatever its length: its cells are packed as they come. */
export function packedReader(reading: Reading) {
  const decoder = new TextDecoder(reading.encoding)
  const columns: ReturnType<typeof packer>[] = []
  let names: readonly string[] = []
  let length = 0
  const building = tableBuilder(
    reading,
    ({ table }) => {
      names = table.columns.map(({ name }) => name)
      table.columns.forEach(({ values }, at) => {
        let column = columns[at]
        if (!column) {
          column = packer()
          columns[at] = column
          while (column.length < length) column.push('') // longer rows made it late
        }
        for (const cell of values) column.push(cell)
      })
      length += table.length
    },
    BATCH,
  )
  return {
    push: (bytes: Uint8Array) => building.push(decoder.decode(bytes, { stream: true })),
    get rows() {
      return building.rows
    },
    end(): Table {
      building.push(decoder.decode())
      building.end()
      return { columns: columns.map((column, at) => ({ name: names[at] as string, values: column.end() })), length }
    },
  }
}
