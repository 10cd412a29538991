/* biome-ignore-all lint/a11y/useSemanticElements: rows that are placed one by one cannot be a table */
/* biome-ignore-all lint/a11y/useFocusableInteractive: the row has the focus, a cell has none */
import { clsx } from 'clsx'
import { memo } from 'react'
import type { Column } from './table-order.ts'

interface TableRowProps<R> {
  row: R
  columns: readonly Column<R>[]
  at: number
  /** px below the head */
  top: number
  height: number
  template: string
  isActive: boolean
  /** undefined where rows cannot be chosen */
  isChosen: boolean | undefined
  canOpen: boolean
  choose: string
}

/** Drawn again only when something of it changes: the table scrolls past thousands. What happens in it the table hears. */
export const TableRow = memo(function TableRow<R>({
  row,
  columns,
  at,
  top,
  height,
  template,
  isActive,
  isChosen,
  canOpen,
  choose,
}: TableRowProps<R>) {
  return (
    <div
      role="row"
      aria-rowindex={at + 2}
      aria-selected={isChosen}
      tabIndex={isActive ? 0 : -1}
      data-row={at}
      className={clsx(
        'group/row absolute inset-x-0 top-0 grid items-center border-b border-line/60 focus-visible:-outline-offset-2 print:break-inside-avoid',
        canOpen && 'cursor-default',
        isChosen ? 'bg-accent-soft' : 'hover:bg-hover focus-visible:bg-hover',
      )}
      style={{ height, transform: `translateY(${top}px)`, gridTemplateColumns: template }}
    >
      {isChosen !== undefined && (
        <span role="gridcell" data-choose className="grid h-full place-items-center print:invisible">
          <input
            type="checkbox"
            aria-label={choose}
            tabIndex={-1}
            checked={isChosen}
            readOnly
            className={clsx(
              'size-3.5 accent-(--accent)',
              !isChosen &&
                'opacity-0 group-hover/row:opacity-100 group-focus-visible/row:opacity-100 touch:opacity-100',
            )}
          />
        </span>
      )}
      {columns.map((column) => (
        <span
          key={column.id}
          role="gridcell"
          className={clsx('min-w-0 truncate px-2', column.align === 'end' && 'text-end tabular')}
        >
          {/* A number keeps its own direction: its minus stands before it, whatever the page's. */}
          {column.align === 'end' ? <bdi>{column.cell(row)}</bdi> : column.cell(row)}
        </span>
      ))}
    </div>
  )
}) as <R>(props: TableRowProps<R>) => React.ReactElement
