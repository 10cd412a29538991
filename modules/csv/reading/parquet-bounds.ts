import { CELLS_MAX, tooManyCells, Unreadable } from '@atrium/domain/workbooks/bounds'
import type { FileMetaData } from 'hyparquet'

/** bytes that one page may unpack to; writers make pages of 1 MB */
export const PAGE_MAX = 128 * 1024 * 1024
/** bytes that all columns may unpack to */
const UNPACKED_MAX = 512 * 1024 * 1024

/** Refuses a file whose own numbers do not agree: room is made for what they say, not for what is there. */
export function refuseOddPages({ num_rows, row_groups, schema }: FileMetaData, size: number): void {
  const odd = () => new Unreadable('The sizes in this Parquet file do not agree. Write it again.')
  const rows = row_groups.reduce((sum, group) => sum + Number(group.num_rows), 0)
  if (rows !== Number(num_rows)) throw odd()
  let values = 0
  let unpacked = 0
  for (const { columns, num_rows: its } of row_groups) {
    if (columns.length > schema.length) throw odd()
    for (const { meta_data: column } of columns) {
      if (!column) continue
      const [packed, whole, count] = [
        Number(column.total_compressed_size),
        Number(column.total_uncompressed_size),
        Number(column.num_values),
      ]
      if (
        packed < 0 ||
        whole < 0 ||
        packed > size ||
        count < 0 ||
        (schema.length <= columns.length + 1 && count > Number(its))
      )
        throw odd()
      values += count
      unpacked += whole
    }
  }
  if (values > CELLS_MAX) throw new Unreadable(tooManyCells)
  if (unpacked > UNPACKED_MAX)
    throw new Unreadable(`This Parquet file unpacks to more than ${UNPACKED_MAX / 1024 / 1024} MB. Split it.`)
}
