import { type DecimalSign, decimalSignOf } from '@atrium/domain/numbers/reading'
import type { Table } from './table.ts'

/** How these columns write decimals, by the first of their cells that leaves no doubt; undefined when none does. */
export const decimalSignIn = (
  { rows }: Pick<Table, 'rows'>,
  columns: readonly (string | null | undefined)[],
): DecimalSign | undefined =>
  decimalSignOf(rows.flatMap(({ fields }) => columns.map((column) => (column ? (fields[column] ?? '') : ''))))
