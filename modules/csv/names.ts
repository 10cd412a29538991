import { AppError } from '@atrium/contract/errors'
import { say } from './say.ts'
import { columnOf, type Table } from './table.ts'
import { bareName } from './writing.ts'

const plain = (text: string) =>
  bareName(
    text
      .trim()
      .replace(/^(?:the |my )?(?:dataset|table|file) /i, '')
      .replace(/^[“"']|[”"'.?]+$/g, ''),
  )
    .toLowerCase()
    .replace(/[‘’ʼ]/g, "'")
    .replace(/[\s_-]+/g, ' ')
    .trim()

export const named = (names: readonly string[]) =>
  names
    .slice(0, 8)
    .map((name) => `“${name}”`)
    .join(', ')

/** The one of these that a person means: by the whole name, or by its beginning where no other has it. */
export function meant<T>(wanted: string, all: readonly T[], nameOf: (one: T) => string): T[] {
  const said = plain(wanted)
  const exact = all.filter((one) => nameOf(one) === wanted.trim())
  if (exact.length > 0) return exact
  const same = all.filter((one) => plain(nameOf(one)) === said)
  if (same.length > 0) return same
  return said.length < 3 ? [] : all.filter((one) => plain(nameOf(one)).startsWith(said))
}

/** The column's name as the table has it. Throws `not_found` with those that there are. */
export function findColumn(table: Pick<Table, 'columns'>, wanted: string): string {
  const exact = columnOf({ ...table, length: 0 }, wanted)
  if (exact) return exact.name
  const found = meant(wanted.replace(/^(?:the )?column /i, ''), table.columns, ({ name }) => name)
  if (found.length === 1) return found[0]?.name as string
  throw new AppError('not_found', say('noColumnAmong', { wanted, value: named(table.columns.map(({ name }) => name)) }))
}
