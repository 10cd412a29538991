import { fieldsOf } from '@atrium/contract/field-facts'
import { isOrdered } from '@atrium/contract/filters'
import type { Order } from '@atrium/contract/module'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { api, sentenceFor } from '../platform/api.ts'
import type { ActionAnswer } from '../platform/module-client.ts'
import { moduleKey } from '../platform/news.ts'
import { useScope } from '../platform/scope.ts'
import { useAddress } from '../platform/use-address.ts'
import { PHONE, useMedia } from '../shell/use-media.ts'
import { Button } from '../ui/button.tsx'
import { DataTable } from '../ui/data-table.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Menu, MenuContent, MenuItem, MenuTrigger } from '../ui/menu.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { type Column, nextSort, type Sort } from '../ui/table-order.ts'
import { ChangeAll } from './change-all.tsx'
import { addressOf, filtersIn, writeFilter } from './filter-address.ts'
import type { RecordPlace, RecordRow, References } from './record-actions.ts'
import { cardColumn, columnsOf } from './record-columns.tsx'
import { RecordDialog } from './record-dialog.tsx'
import { RecordFilters } from './record-filters.tsx'
import { useListKeys } from './use-list-keys.ts'
import { useRecordActions } from './use-record-actions.ts'
import { useWithPeople } from './with-people.ts'

export interface RecordListProps extends RecordPlace {
  /** Names the list for those who do not see it. */
  label: string
  /** The columns, in this order; every field but long texts when absent. */
  columns?: readonly string[]
  /** What a reference's field can be. */
  references?: References
  /** What a new one begins with. */
  start?: Record<string, unknown>
  /** What stands there when there are no records at all. */
  empty?: ReactNode
}

/** Where a table of more columns than fit becomes a list of cards. */
const NARROW = '(max-width: 1100px)'
const FITTING = 4

interface ListPage {
  rows: RecordRow[]
  next: string | null
  count: number
}

/**
 * The records of a collection whose actions are those of `crud`: searched, filtered, ordered and fetched page by page by the
 * server, opened and changed in a dialog, several at once from the bar below. All of what is shown stands in the address.
 */
export function RecordList(props: RecordListProps) {
  const { module, collection, as = '', label, start, empty } = props
  const { t } = useTranslation('kit')
  const references = useWithPeople(collection, props.references)
  useScope() // another scope has other answers
  const Address = useMemo(() => addressOf({ collection }), [collection])
  const [address, go] = useAddress(Address)
  const isNarrow = useMedia(NARROW)
  const isPhone = useMedia(PHONE)
  const actions = useRecordActions(props)
  const filters = filtersIn({ collection }, address)
  const { q = '', sort = '', item } = address as { q?: string; sort?: string; item?: string }
  const all = useMemo(() => columnsOf(collection, references, props.columns), [collection, references, props.columns])
  const hasCards = isPhone || (isNarrow && all.length > FITTING)
  const columns = useMemo(() => (hasCards ? cardColumn(all, fieldsOf(collection)) : all), [all, hasCards, collection])
  const order = sortOf(sort, collection)

  const asked = {
    ...(q && { words: q }),
    ...(filters.length > 0 && { where: Object.fromEntries(filters.map(({ field, value }) => [field.name, value])) }),
    ...(order && { order: [sort as Order<unknown>] }),
  }
  const list = useInfiniteQuery({
    queryKey: [...moduleKey(module.id), `list${as}`, 'pages', asked],
    queryFn: async ({ pageParam, signal }) => {
      const input = { ...asked, ...(pageParam && { after: pageParam }) }
      return (await api.post<ActionAnswer<ListPage>>(`/api/m/${module.id}/list${as}`, input, { signal })).output
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
  })
  const rows = useMemo(() => list.data?.pages.flatMap((page) => page.rows), [list.data])
  const open = (id: string | undefined) => go({ item: id })
  useListKeys({ onNew: () => open('new'), onUndo: actions.undoLast })
  const isNarrowed = q !== '' || filters.length > 0
  const clearAll = () =>
    go({ q: undefined, ...Object.fromEntries(filters.map(({ field }) => [`f.${field.name}`, undefined])) })

  return (
    <div className="flex min-w-0 flex-col gap-4">
      <div className="flex flex-wrap items-center gap-2 print:hidden">
        <SearchField
          label={t('records.search')}
          words={q}
          onWords={(words) => go({ q: words }, { replace: true })}
          className="w-full sm:w-56"
        />
        <RecordFilters
          collection={collection}
          filters={filters}
          references={references}
          onFilters={(next) =>
            go(
              Object.fromEntries(
                next.map(({ field, value }) => [
                  `f.${field.name}`,
                  value === undefined ? undefined : writeFilter(field, value),
                ]),
              ),
            )
          }
        />
        {hasCards && <OrderMenu columns={all} sort={order} onSort={(next) => go({ sort: next })} />}
        {rows && rows.length > 0 && (
          <span role="status" className="ms-auto text-sm text-muted tabular">
            {t('records.count', { count: list.data?.pages[0]?.count ?? rows.length })}
          </span>
        )}
      </div>
      {list.error && !rows ? (
        <EmptyState
          title={sentenceFor(list.error)}
          action={<Button onClick={() => void list.refetch()}>{t('records.again')}</Button>}
        />
      ) : !rows ? (
        <Skeleton className="h-40 w-full" />
      ) : (
        <DataTable<RecordRow>
          label={label}
          rows={rows}
          columns={columns}
          rowId={({ id }) => id}
          rowHeight={hasCards ? 64 : undefined}
          pages={{
            total: list.data?.pages[0]?.count ?? rows.length,
            onMore:
              list.hasNextPage && !list.isFetchingNextPage && !list.isFetchNextPageError
                ? () => void list.fetchNextPage()
                : undefined,
          }}
          sort={order}
          onSort={(next) => go({ sort: writeSort(next) })}
          onOpen={({ id }) => open(id)}
          onDelete={(gone) => void actions.remove(gone)}
          selection={{
            actions: (chosen, clear) => (
              <ChangeAll
                collection={collection}
                references={references}
                rows={chosen}
                actions={actions}
                onDone={clear}
              />
            ),
          }}
          empty={
            isNarrowed ? (
              <EmptyState
                title={t('records.noMatch')}
                action={<Button onClick={clearAll}>{t('records.clearAll')}</Button>}
              />
            ) : (
              (empty ?? <EmptyState title={t('table.empty')} />)
            )
          }
        />
      )}
      <RecordDialog
        {...props}
        references={references}
        id={item ?? null}
        row={rows?.find(({ id }) => id === item)}
        start={start}
        actions={actions}
        onClose={() => open(undefined)}
      />
    </div>
  )
}

const writeSort = (sort: Sort | null): string | undefined =>
  sort ? `${sort.direction === 'desc' ? '-' : ''}${sort.column}` : undefined

function sortOf(said: string, collection: RecordPlace['collection']): Sort | null {
  const column = said.replace(/^-/, '')
  const isField = fieldsOf(collection).some((field) => field.name === column && isOrdered(field))
  return isField ? { column, direction: said.startsWith('-') ? 'desc' : 'asc' } : null
}

interface OrderMenuProps {
  columns: readonly Column<RecordRow>[]
  sort: Sort | null
  onSort: (said: string | undefined) => void
}

/** Cards have no heads to be ordered by. */
function OrderMenu({ columns, sort, onSort }: OrderMenuProps) {
  const { t } = useTranslation('kit')
  return (
    <Menu>
      <MenuTrigger>
        <Button>{t('records.order')}</Button>
      </MenuTrigger>
      <MenuContent>
        {columns
          .filter(({ isOrdered }) => isOrdered)
          .map(({ id, header }) => (
            <MenuItem key={id} onSelect={() => onSort(writeSort(nextSort(sort, id)))}>
              {sort?.column === id ? `${header} ${sort.direction === 'desc' ? '↓' : '↑'}` : header}
            </MenuItem>
          ))}
      </MenuContent>
    </Menu>
  )
}
