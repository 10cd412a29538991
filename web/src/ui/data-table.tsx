/* biome-ignore-all lint/a11y/useSemanticElements: rows that are placed one by one cannot be a table */
/* biome-ignore-all lint/a11y/useFocusableInteractive: the row has the focus, a cell has none */
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { PHONE, useMedia } from '../shell/use-media.ts'
import { SelectionBar } from './selection-bar.tsx'
import { TableHead } from './table-head.tsx'
import { isControl, isTyping, stepOf } from './table-keys.ts'
import { type Column, ordered, type Sort } from './table-order.ts'
import { TableRow } from './table-row.tsx'
import { usePrinting } from './use-printing.ts'
import { useSelection } from './use-selection.ts'

export interface DataTableProps<R> {
  rows: readonly R[]
  columns: readonly Column<R>[]
  rowId: (row: R) => string
  /** Names the table for those who do not see it. */
  label: string
  /** A click, or Enter. */
  onOpen?: (row: R) => void
  /** Makes rows selectable; what can be done with the chosen ones stands in a bar below. */
  selection?: { actions: (rows: R[], clear: () => void) => ReactNode }
  /** `#`, or Delete in the bar: with the chosen rows, or with the one that has the focus. */
  onDelete?: (rows: R[]) => void
  /** With `onSort` the sort as it is, kept by the page (in its address); alone, how it begins. */
  sort?: Sort | null
  onSort?: (sort: Sort | null) => void
  /**
   * The rows are the first of `total`, in the order in which the page asked for them: the table sorts none itself. `onMore` is asked
   * for those that follow when the last ones come in sight; absent at the end.
   */
  pages?: { total: number; onMore?: (() => void) | undefined }
  /** What stands there when there are no rows. */
  empty?: ReactNode
  /** px; a row is one line. */
  rowHeight?: number
  /** CSS; as much of the screen as is left below a page's head when absent. */
  maxHeight?: string
}

const HEAD = 36 // px
const AHEAD = 20 // rows before the last one at which more are asked for
const PRINTED_MAX = 5_000 // rows

/**
 * A table that stays quiet with 10,000 rows: only what is seen is drawn. One row has the focus; j and k or the arrows move
 * it, Enter or e opens, x chooses, Shift with them chooses a range, # deletes.
 */
export function DataTable<R>({
  rows,
  columns,
  rowId,
  label,
  onOpen,
  selection,
  onDelete,
  sort,
  onSort,
  pages,
  empty,
  rowHeight,
  maxHeight = 'max(20rem, calc(100dvh - 13rem))',
}: DataTableProps<R>) {
  const { t, i18n } = useTranslation('kit')
  const id = useId()
  const isPhone = useMedia(PHONE)
  const isTouch = useMedia('(pointer: coarse)')
  const isPrinting = usePrinting()
  const height = rowHeight ?? (isTouch ? 48 : 40)
  const scroller = useRef<HTMLDivElement>(null)
  const [own, setOwn] = useState<Sort | null>(sort ?? null)
  const sorted = onSort ? (sort ?? null) : own
  const isPaged = pages !== undefined
  const list = useMemo(
    () => (isPaged ? rows : ordered(rows, columns, sorted, i18n.language)),
    [isPaged, rows, columns, sorted, i18n.language],
  )
  const idOf = useStable(rowId)
  const { ids, chosen, toggle, extend, all, clear } = useSelection(list, idOf)
  const isSelectable = Boolean(selection || onDelete)
  const shown = useMemo(() => columns.filter((column) => !(isPhone && column.hideOnPhone)), [columns, isPhone])
  const { template, least } = tracks(shown, isSelectable, isPhone)

  const [place, setPlace] = useState({ at: 0, id: '' })
  const isWanted = useRef(false)
  const active = useMemo(() => {
    const row = list[place.at]
    if (row && idOf(row) === place.id) return place.at
    const moved = list.findIndex((one) => idOf(one) === place.id)
    return moved >= 0 ? moved : Math.max(0, Math.min(place.at, list.length - 1))
  }, [list, place, idOf])

  const virtualizer = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count: list.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 8,
    scrollMargin: HEAD,
    scrollPaddingStart: HEAD,
    getItemKey: (at) => (list[at] === undefined ? at : idOf(list[at])),
    // The row that has the focus stays, wherever the table is scrolled to.
    rangeExtractor: useCallback(
      (range: Range) => {
        const seen = defaultRangeExtractor(range)
        if (seen.length === 0 || seen.includes(active) || active >= range.count) return seen
        return active < (seen[0] as number) ? [active, ...seen] : [...seen, active]
      },
      [active],
    ),
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another height makes every measure wrong
  useLayoutEffect(() => virtualizer.measure(), [height])

  const isNearEnd = (virtualizer.range?.endIndex ?? -1) >= list.length - AHEAD
  const onMore = useEffectEvent(() => pages?.onMore?.())
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever rows have come, or may be asked for again
  useEffect(() => {
    if (isNearEnd) onMore()
  }, [isNearEnd, list.length, pages?.onMore])

  const rowElement = (at: number) => scroller.current?.querySelector<HTMLElement>(`[data-row="${at}"]`)
  const moveTo = (at: number) => {
    const row = list[at]
    if (!row) return
    isWanted.current = true
    setPlace({ at, id: idOf(row) })
    virtualizer.scrollToIndex(at, { align: 'auto' })
  }
  // The row is drawn by now, or will be when the table has scrolled to it.
  useLayoutEffect(() => {
    if (!isWanted.current) return
    const element = rowElement(active)
    element?.focus({ preventScroll: true })
    if (element) isWanted.current = false
  })
  // The row that had the focus is gone: the next one has it.
  const hadFocus = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the rows change
  useLayoutEffect(() => {
    if (hadFocus.current && document.activeElement === document.body && list.length > 0) moveTo(active)
  }, [list])

  const remove = (which: R[]) => {
    const gone = new Set(which.map(idOf))
    const next = list.findIndex((row, at) => at >= active && !gone.has(idOf(row)))
    const heir = list[next]
    if (heir) setPlace({ at: next, id: idOf(heir) })
    onDelete?.(which)
    clear()
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.nativeEvent.isComposing || isTyping(event.target)) return
    const row = list[active]
    const step = stepOf(event, Math.max(1, Math.floor((scroller.current?.clientHeight ?? 400) / height) - 2))
    const mod = event.ctrlKey || event.metaKey
    if (event.altKey || !row) return
    if (step !== null && !mod) {
      const to = Math.max(0, Math.min(list.length - 1, active + step))
      if (event.shiftKey && isSelectable) extend(to, ids.size === 0 ? active : undefined)
      moveTo(to)
    } else if (mod && event.key.toLowerCase() === 'a' && isSelectable) all()
    else if (mod) return
    else if (event.key === 'Escape' && ids.size > 0) clear()
    else if (isControl(event.target)) return
    else if ((event.key === 'Enter' || event.key === 'e') && onOpen) onOpen(row)
    else if ((event.key === 'x' || event.key === ' ') && isSelectable) toggle(active)
    else if ((event.key === '#' || event.key === 'Delete') && onDelete) remove(chosen.length > 0 ? chosen : [row])
    else return
    event.preventDefault()
  }
  // j and k find the table also when nothing has the focus.
  const enter = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (event.defaultPrevented || document.activeElement !== document.body || event.ctrlKey || event.metaKey) return
    if ((event.key !== 'j' && event.key !== 'k') || list.length === 0) return
    event.preventDefault()
    moveTo(active)
  })
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent) => enter(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])

  const onClick = (event: MouseEvent) => {
    const element = (event.target as Element).closest<HTMLElement>('[data-row]')
    const at = Number(element?.dataset.row)
    const row = element ? list[at] : undefined
    if (!row) return
    setPlace({ at, id: idOf(row) })
    const isBox = (event.target as Element).closest('[data-choose]') !== null
    if (isSelectable && event.shiftKey) extend(at)
    else if (isSelectable && (isBox || event.metaKey || event.ctrlKey)) toggle(at)
    else if (!isControl(event.target) && getSelection()?.isCollapsed !== false) onOpen?.(row)
  }

  if (list.length === 0) return <>{empty ?? <p className="py-8 text-center text-muted">{t('table.empty')}</p>}</>

  const items = isPrinting
    ? list.slice(0, PRINTED_MAX).map((_, index) => ({ index, start: HEAD + index * height }))
    : virtualizer.getVirtualItems()
  return (
    <div className="relative flex min-w-0 flex-col">
      <div
        ref={scroller}
        role="grid"
        aria-label={label}
        aria-rowcount={(pages?.total ?? list.length) + 1}
        aria-colcount={shown.length + Number(isSelectable)}
        aria-multiselectable={isSelectable || undefined}
        tabIndex={-1}
        onKeyDown={onKey}
        onClick={onClick}
        onFocus={(event) => {
          hadFocus.current = true
          const at = Number((event.target as Element).closest<HTMLElement>('[data-row]')?.dataset.row ?? Number.NaN)
          const row = list[at]
          if (row && at !== active) setPlace({ at, id: idOf(row) })
        }}
        onBlur={(event) => {
          // Without a next one it is the row that went, which the effect above mends.
          if (event.relatedTarget) hadFocus.current = event.currentTarget.contains(event.relatedTarget)
        }}
        onMouseDown={(event) => {
          hadFocus.current = false
          if (event.shiftKey) event.preventDefault() // no text is marked on the way
        }}
        className="relative overflow-auto overscroll-x-contain print:max-h-none! print:overflow-visible"
        style={{ maxHeight }}
        data-table={id}
      >
        <TableHead
          columns={shown}
          sort={sorted}
          onSort={onSort ?? setOwn}
          template={template}
          least={least}
          choice={isSelectable ? { chosen: chosen.length, of: list.length, all, clear } : undefined}
        />
        <div
          role="rowgroup"
          className="relative"
          style={{ height: isPrinting ? items.length * height : list.length * height, minWidth: least }}
        >
          {items.map(({ index, start }) => {
            const row = list[index] as R
            const key = idOf(row)
            return (
              <TableRow
                key={key}
                row={row}
                columns={shown}
                at={index}
                top={start - HEAD}
                height={height}
                template={template}
                isActive={index === active}
                isChosen={isSelectable ? ids.has(key) : undefined}
                canOpen={onOpen !== undefined}
                choose={t('table.choose')}
              />
            )
          })}
        </div>
      </div>
      {isSelectable && chosen.length > 0 && (
        <SelectionBar count={chosen.length} onClear={clear} onDelete={onDelete && (() => remove(chosen))}>
          {selection?.actions(chosen, clear)}
        </SelectionBar>
      )}
    </div>
  )
}

/** The same function for as long as the table lives: pages write it anew at every drawing. */
function useStable<R>(rowId: (row: R) => string): (row: R) => string {
  const latest = useRef(rowId)
  latest.current = rowId
  return useCallback((row: R) => latest.current(row), [])
}

const CHOICE = 36 // px
const LEAST = 112 // px that a column without a width keeps on a desk

function tracks<R>(columns: readonly Column<R>[], isSelectable: boolean, isPhone: boolean) {
  const flexible = isPhone ? 64 : LEAST
  const template = columns
    .map(({ width, share = 1 }) => (width ? `${width}px` : `minmax(${flexible * share}px, ${share}fr)`))
    .join(' ')
  const least = columns.reduce(
    (sum, { width, share = 1 }) => sum + (width ?? flexible * share),
    isSelectable ? CHOICE : 0,
  )
  return { template: isSelectable ? `${CHOICE}px ${template}` : template, least }
}
