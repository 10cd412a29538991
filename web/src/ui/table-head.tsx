/* biome-ignore-all lint/a11y/useSemanticElements: rows that are placed one by one cannot be a table */
/* biome-ignore-all lint/a11y/useFocusableInteractive: the row has the focus, a cell has none */
import { clsx } from 'clsx'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type Column, nextSort, type Sort } from './table-order.ts'

interface TableHeadProps<R> {
  columns: readonly Column<R>[]
  sort: Sort | null
  onSort: (sort: Sort | null) => void
  template: string
  least: number
  choice?: { chosen: number; of: number; all: () => void; clear: () => void }
}

export function TableHead<R>({ columns, sort, onSort, template, least, choice }: TableHeadProps<R>) {
  const { t } = useTranslation('kit')
  return (
    <div role="rowgroup" className="sticky top-0 z-10" style={{ minWidth: least }}>
      <div
        role="row"
        aria-rowindex={1}
        className="grid h-9 items-center border-b border-line bg-canvas text-xs text-muted"
        style={{ gridTemplateColumns: template }}
      >
        {choice && (
          <span role="columnheader" className="grid place-items-center print:invisible">
            <input
              type="checkbox"
              aria-label={t('table.chooseAll')}
              className="size-3.5 accent-(--accent)"
              checked={choice.chosen === choice.of}
              ref={(box) => {
                if (box) box.indeterminate = choice.chosen > 0 && choice.chosen < choice.of
              }}
              onChange={choice.chosen === choice.of ? choice.clear : choice.all}
            />
          </span>
        )}
        {columns.map((column) => (
          <Head key={column.id} column={column} sort={sort} onSort={onSort} />
        ))}
      </div>
    </div>
  )
}

function Head<R>({ column, sort, onSort }: { column: Column<R> } & Pick<TableHeadProps<R>, 'sort' | 'onSort'>) {
  const direction = sort?.column === column.id ? sort.direction : null
  const isEnd = column.align === 'end'
  const Arrow = direction === 'desc' ? ArrowDown : ArrowUp
  return (
    <span
      role="columnheader"
      aria-sort={direction === null ? undefined : direction === 'asc' ? 'ascending' : 'descending'}
      className={clsx('flex min-w-0 px-2', isEnd && 'justify-end')}
    >
      {column.sortValue || column.isOrdered ? (
        <button
          type="button"
          onClick={() => onSort(nextSort(sort, column.id))}
          className={clsx(
            'group/head -mx-1 inline-flex h-7 min-w-0 items-center gap-1 rounded-sm px-1 hover:text-ink',
            direction && 'text-ink',
            isEnd && 'flex-row-reverse',
          )}
        >
          <span className="truncate font-medium">{column.header}</span>
          <Arrow
            aria-hidden
            className={clsx(
              'size-3 shrink-0 print:hidden',
              !direction && 'opacity-0 group-hover/head:opacity-60 group-focus-visible/head:opacity-60',
            )}
          />
        </button>
      ) : (
        <span className="truncate font-medium">{column.header}</span>
      )}
    </span>
  )
}
