import { type FieldKind, fieldsOf, type NamedField } from '@atrium/contract/field-facts'
import { isOrdered } from '@atrium/contract/filters'
import { fieldLabel } from '../i18n/module-texts.ts'
import type { Column } from '../ui/table-order.ts'
import { FieldValue } from './fields/field-value.tsx'
import { namesOf, type RecordPlace, type RecordRow, type References } from './record-actions.ts'

const NUMBERS = new Set<FieldKind>(['number', 'money', 'quantity', 'percent', 'duration'])
/** px */
const WIDTHS: Partial<Record<FieldKind, number>> = {
  checkbox: 80,
  rating: 110,
  date: 130,
  moment: 180,
  colour: 120,
  choice: 130,
  money: 120,
  number: 110,
  quantity: 120,
  percent: 100,
  duration: 100,
  file: 100,
  image: 100,
}

/** A table's columns from a record's fields; long texts have none unless they are asked for. */
export function columnsOf(
  collection: RecordPlace['collection'],
  references: References | undefined,
  wanted: readonly string[] | undefined,
): Column<RecordRow>[] {
  const all = fieldsOf(collection)
  const fields = wanted
    ? wanted.flatMap((name) => all.filter((field) => field.name === name))
    : all.filter(({ kind }) => kind !== 'longText' && kind !== 'richText')
  return fields.map((field, at) => ({
    id: field.name,
    header: fieldLabel(field),
    cell: (row) => <FieldValue field={field} value={row[field.name]} names={namesOf(references, field)} />,
    isOrdered: isOrdered(field),
    align: NUMBERS.has(field.kind) ? 'end' : 'start',
    width: WIDTHS[field.kind],
    share: at === 0 ? 2 : 1, // it says which row it is
  }))
}

/** On a phone a row is a card: the first column, and the others that are not empty in a line below. */
export function cardColumn(columns: readonly Column<RecordRow>[], fields: readonly NamedField[]): Column<RecordRow>[] {
  const [first, ...rest] = columns
  if (!first) return []
  const isFilled = (row: RecordRow, name: string) => {
    const value = row[name]
    if (fields.find((field) => field.name === name)?.kind === 'checkbox') return value === true
    return value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)
  }
  return [
    {
      ...first,
      cell: (row) => (
        <span className="flex min-w-0 flex-col gap-0.5 py-1">
          <span className="truncate">{first.cell(row)}</span>
          <span className="flex min-w-0 items-center gap-2.5 overflow-hidden text-xs whitespace-nowrap text-muted">
            {rest
              .filter(({ id }) => isFilled(row, id))
              .map((column) => (
                <span key={column.id} title={column.header} className="shrink-0">
                  {column.cell(row)}
                </span>
              ))}
          </span>
        </span>
      ),
    },
  ]
}
