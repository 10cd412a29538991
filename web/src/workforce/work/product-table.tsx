import type { Block } from '@atrium/contract/work-product'
import { clsx } from 'clsx'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDate, formatNumber } from '../../ui/formats.ts'
import { type Column, nextSort, ordered, type Sort } from '../../ui/table-order.ts'
import { usePrinting } from '../../ui/use-printing.ts'

type TableBlock = Extract<Block, { kind: 'table' }>
type Row = TableBlock['rows'][number]
type Cell = Row[string]

const PAGE = 100 // rows before "Show more"
const DIGITS_MAX = 6
const SHORT = 28 // characters

/** Numbers of a column are written alike: as many decimals as the one with the most, and years without grouping. */
export function numberFormat(values: readonly (Cell | undefined)[]): Intl.NumberFormatOptions {
  const numbers = values.filter((value) => typeof value === 'number')
  const decimals = (value: number) => (/\.(\d+)$/.exec(String(value))?.[1] ?? '').length
  const digits = Math.min(DIGITS_MAX, Math.max(0, ...numbers.map(decimals)))
  const isYear = numbers.length > 0 && numbers.every((value) => Number.isInteger(value) && value > 1900 && value < 2100)
  return {
    maximumFractionDigits: digits,
    // 3.5 and 12.25 stand below each other as 3.50 and 12.25; a long fraction does not stretch the others.
    minimumFractionDigits: digits <= 2 ? digits : 0,
    useGrouping: !isYear,
  }
}

/** A table of a product: sorted by its heads, its numbers in the page's language, scrolled within itself. */
export function ProductTable({ block, label }: { block: TableBlock; label: string }) {
  const { t, i18n } = useTranslation('seats')
  const isPrinting = usePrinting()
  const [sort, setSort] = useState<Sort | null>(null)
  const [shown, setShown] = useState(PAGE)
  const columns = useMemo(
    () =>
      block.columns.map(({ key, title, align }) => {
        const values = block.rows.map((row) => row[key])
        const isNumeric = values.some((value) => typeof value === 'number')
        const format = numberFormat(values)
        // What is short stays on its line; what is long gets room, and the table scrolls.
        const longest = Math.max(0, ...values.map((value) => (typeof value === 'string' ? value.length : 0)))
        const width =
          isNumeric || longest <= SHORT
            ? 'whitespace-nowrap print:whitespace-normal'
            : 'min-w-56 whitespace-pre-line wrap-anywhere'
        return { id: key, header: title, align: isNumeric ? ('end' as const) : align, format, width }
      }),
    [block],
  )
  const rows = useMemo(() => {
    const sortable: Column<Row>[] = columns.map(({ id, header }) => ({
      id,
      header,
      cell: () => null,
      sortValue: (row) => row[id] ?? null,
    }))
    return ordered(block.rows, sortable, sort, i18n.language)
  }, [block, columns, sort, i18n.language])
  const write = (value: Cell | undefined, format: Intl.NumberFormatOptions) => {
    if (typeof value === 'number') return formatNumber(value, i18n.language, format)
    if (!value) return ''
    return /^\d{4}-\d{2}-\d{2}($|T\d{2}:\d{2})/.test(value) ? formatDate(value, i18n.language) : value
  }
  const visible = isPrinting ? rows : rows.slice(0, shown)
  return (
    <>
      <section
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by the keyboard
        tabIndex={0}
        className="max-h-[32rem] overflow-auto overscroll-x-contain rounded-md border border-line print:rounded-none"
      >
        <table className="w-full border-separate border-spacing-0 text-sm print:text-[7.5pt] print:leading-snug">
          <thead>
            <tr>
              {columns.map(({ id, header, align }) => {
                const direction = sort?.column === id ? sort.direction : null
                const Arrow = direction === 'desc' ? ArrowDown : ArrowUp
                return (
                  <th
                    key={id}
                    scope="col"
                    aria-sort={direction === null ? undefined : direction === 'asc' ? 'ascending' : 'descending'}
                    className="sticky top-0 z-10 border-b border-line bg-surface px-2 py-1 font-medium whitespace-nowrap text-muted print:static print:whitespace-normal"
                  >
                    <button
                      type="button"
                      onClick={() => setSort(nextSort(sort, id))}
                      className={clsx(
                        'group/head flex h-7 w-full print:h-auto print:px-0 items-center gap-1 rounded-sm px-1 hover:text-ink touch:h-10',
                        direction && 'text-ink',
                        align === 'end' && 'flex-row-reverse text-end',
                      )}
                    >
                      <bdi>{header}</bdi>
                      <Arrow
                        aria-hidden
                        className={clsx(
                          'size-3 shrink-0 print:hidden',
                          !direction && 'opacity-0 group-hover/head:opacity-60 group-focus-visible/head:opacity-60',
                        )}
                      />
                    </button>
                  </th>
                )
              })}
            </tr>
          </thead>
          <tbody>
            {visible.map((row, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows of a product have no name of their own
              <tr key={at} className="hover:bg-hover print:break-inside-avoid">
                {columns.map(({ id, align, format, width }) => (
                  <td
                    key={id}
                    dir={align === 'end' ? undefined : 'auto'}
                    className={clsx(
                      'max-w-md border-b border-line px-3 py-1.5 align-top print:min-w-0 print:px-1 print:py-0.5',
                      width,
                      align === 'end' && 'text-end tabular-nums',
                    )}
                  >
                    {write(row[id], format)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p className="mt-1.5 flex flex-wrap items-center gap-x-3 text-xs text-muted tabular-nums">
        {t('deliverable.rows', { count: rows.length })}
        {rows.length > visible.length && (
          <button
            type="button"
            onClick={() => setShown(shown + PAGE * 5)}
            className="text-accent-ink underline-offset-2 hover:underline touch:min-h-11"
          >
            {t('value.more', { count: rows.length - visible.length })}
          </button>
        )}
      </p>
    </>
  )
}
