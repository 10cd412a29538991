/* biome-ignore-all lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys */
import { Skeleton } from '@atrium/web/kit'
import { clsx } from 'clsx'
import { CalendarDays, Hash, ToggleLeft, Type } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { isNumeric } from '../kinds.ts'
import type { Choice } from '../measuring/facets.ts'
import type { Profile } from '../measuring/profile.ts'
import { type ColumnType, isBlank } from '../table.ts'
import { useAnswer } from './client.ts'
import type { Source } from './engine.ts'
import { shownCount } from './formats.ts'
import { useTexts } from './texts.ts'

/** px */
const ROW = 32
const HEAD = 40
const LEAST = 72
const MOST = 320
/** Rows that are asked for together. */
const BLOCK = 60
/** Rows below each other; browsers cannot place what lies further down. */
const ROWS_MAX = 900_000
/** Columns that are drawn; more would be slow. */
const COLUMNS_MAX = 200

const icons = {
  text: Type,
  integer: Hash,
  number: Hash,
  boolean: ToggleLeft,
  date: CalendarDays,
  datetime: CalendarDays,
} as const

export function TypeIcon({ type }: { type: ColumnType }) {
  const { t } = useTexts()
  const Icon = icons[type]
  return <Icon role="img" aria-label={t(`types.${type}`)} className="size-3.5 shrink-0 text-faint" />
}

interface GridProps {
  source: Source
  columns: readonly Profile[]
  choices: readonly Choice[]
  count: number
  /** What opens at a column's head. */
  menu: (column: Profile, head: ReactNode) => ReactNode
}

/** As wide as its name and most of its values. */
const widthOf = ({ name, longest, type, statistics }: Profile): number => {
  const letters = Math.max(name.length + 4, statistics && isNumeric(type) ? 10 : Math.min(longest, 40))
  return Math.max(LEAST, Math.min(MOST, letters * 7.5 + 28))
}

/** A table of any length: only what is seen is asked for and drawn. */
export function Grid({ source, columns, choices, count, menu }: GridProps) {
  const { t, language } = useTexts()
  const scroller = useRef<HTMLElement>(null)
  const [top, setTop] = useState(0)
  const [height, setHeight] = useState(480)
  const total = Math.min(count, ROWS_MAX)
  const first = Math.max(0, Math.floor(Math.max(0, top - HEAD) / ROW / BLOCK) * BLOCK)
  const last = Math.min(total, (Math.floor((top + height) / ROW / BLOCK) + 1) * BLOCK)
  const { data: rows } = useAnswer('rows', [source, choices, first, last])
  const drawn = columns.slice(0, COLUMNS_MAX)

  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const observer = new ResizeObserver(() => setHeight(element.clientHeight))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const question = JSON.stringify(choices)
  useEffect(() => {
    scroller.current?.scrollTo({ top: 0 })
  }, [question])

  return (
    <section
      ref={scroller}
      aria-label={t('grid.label')}
      tabIndex={0}
      onScroll={(event) => setTop(event.currentTarget.scrollTop)}
      className="max-h-[max(18rem,calc(100dvh-15rem))] min-w-0 overflow-auto rounded-lg border border-line print:max-h-none"
    >
      <table aria-rowcount={count + 1} className="w-max min-w-full border-separate border-spacing-0 text-sm">
        <thead className="sticky top-0 z-10 bg-surface">
          <tr style={{ height: HEAD }}>
            <th
              scope="col"
              className="sticky start-0 z-10 w-14 border-b border-line bg-surface px-2 text-end text-xs font-normal text-faint"
            >
              <span className="sr-only">{t('grid.row')}</span>
            </th>
            {drawn.map((column) => (
              <th
                key={column.name}
                scope="col"
                className="border-b border-line p-0 text-start font-medium"
                style={{ minWidth: widthOf(column), maxWidth: MOST }}
              >
                {menu(
                  column,
                  <>
                    <TypeIcon type={column.type} />
                    <span className="min-w-0 flex-1 truncate text-start">{column.name}</span>
                  </>,
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {first > 0 && <tr aria-hidden style={{ height: first * ROW }} />}
          {(rows ?? []).map(({ at, cells }, index) => (
            <tr key={at} aria-rowindex={first + index + 2} className="hover:bg-hover" style={{ height: ROW }}>
              <td className="sticky start-0 border-b border-line/50 bg-canvas px-2 text-end text-xs text-faint tabular">
                {shownCount(at + 1, language)}
              </td>
              {drawn.map((column, place) => (
                <Cell
                  key={column.name}
                  value={cells[place] ?? ''}
                  isNumber={isNumeric(column.type)}
                  blank={t('grid.blank')}
                />
              ))}
            </tr>
          ))}
          {rows && rows.length > 0 && (
            <tr aria-hidden style={{ height: Math.max(0, total - first - rows.length) * ROW }} />
          )}
        </tbody>
      </table>
      {!rows && <Skeleton className="m-3 h-24" />}
      {rows?.length === 0 && <p className="p-6 text-center text-muted">{t('grid.none')}</p>}
      {(count > ROWS_MAX || columns.length > COLUMNS_MAX) && (
        <p className="sticky start-0 p-2 text-xs text-muted">
          {t('grid.cut', { rows: shownCount(ROWS_MAX, language), columns: shownCount(COLUMNS_MAX, language) })}
        </p>
      )}
    </section>
  )
}

function Cell({ value, isNumber, blank }: { value: string; isNumber: boolean; blank: string }) {
  const isEmpty = isBlank(value)
  return (
    <td
      dir="auto"
      title={value.length > 40 ? value.slice(0, 1000) : undefined}
      className={clsx(
        'max-w-80 truncate border-b border-line/50 px-3 whitespace-pre',
        isNumber ? 'text-end tabular' : 'text-start',
        isEmpty && 'text-faint',
      )}
    >
      {isEmpty ? (
        <>
          <span aria-hidden>–</span>
          <span className="sr-only">{blank}</span>
        </>
      ) : (
        marked(value)
      )}
    </td>
  )
}

/** Spaces at the ends, and line ends, are seen. */
function marked(value: string): ReactNode {
  const text = value.length > 300 ? `${value.slice(0, 300)}…` : value
  if (!/^\s|\s$|[\r\n]|\s{2}/.test(text)) return text
  return text.split(/(^\s+|\s+$|\s{2,}|\r\n|\r|\n)/).map((part, at) =>
    part !== '' && part.trim() === '' ? (
      <span key={at} className="rounded-xs bg-warning-soft text-warning-ink">
        {part.replace(/\r\n|\r|\n/g, '↵').replace(/[^\S↵]/g, '·')}
      </span>
    ) : (
      part
    ),
  )
}
