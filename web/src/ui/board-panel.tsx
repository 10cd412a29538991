import { type KeyboardEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BoardPanelProps } from './board.tsx'
import { BoardCard } from './board-card.tsx'
import { useBoardDrops } from './board-drag.ts'
import { BoardLane } from './board-lane.tsx'
import { isControl, isTyping } from './table-keys.ts'
import { VisuallyHidden } from './visually-hidden.tsx'

export function BoardPanel({ columns, cardId, renderCard, onMove, label, onOpen, cardLabel }: BoardPanelProps) {
  const { t } = useTranslation('kit')
  const board = useRef<HTMLElement>(null)
  const [said, setSaid] = useState('')
  /** The card that gets the focus when it is where it was moved to. */
  const wanted = useRef<string | null>(null)
  const places = useMemo(
    () => new Map(columns.flatMap(({ cards }, lane) => cards.map((card, at) => [cardId(card), { lane, at, card }]))),
    [columns, cardId],
  )
  const element = (id: string) => board.current?.querySelector<HTMLElement>(`[data-card="${CSS.escape(id)}"]`)
  const nameOf = (id: string) => {
    const card = places.get(id)?.card
    return card !== undefined && cardLabel ? cardLabel(card) : (element(id)?.dataset.name ?? '')
  }
  const idAt = (lane: number, at: number): string | undefined => {
    const card = columns[lane]?.cards[at]
    return card === undefined ? undefined : cardId(card)
  }

  const move = (id: string, lane: number, at: number, keepsFocus = true) => {
    const from = places.get(id)
    const column = columns[lane]
    if (!from || !column) return
    const others = column.cards.map(cardId).filter((one) => one !== id)
    const to = Math.max(0, Math.min(at, others.length))
    if (from.lane === lane && from.at === to) return
    const name = nameOf(id)
    const tell = (isMoved: boolean) =>
      setSaid(
        isMoved
          ? t('board.moved', { name, column: column.title, position: to + 1, count: others.length + 1 })
          : t('board.stayed', { name, column: columns[from.lane]?.title }),
      )
    const answer = onMove(id, column.id, others[to] ?? null)
    if (keepsFocus && answer !== false) wanted.current = id
    if (!(answer instanceof Promise)) return tell(answer !== false)
    void answer.then((isMoved) => {
      tell(isMoved)
      if (!isMoved && keepsFocus) goBack(id)
    })
  }
  /** Back in its column it is another element again: the focus goes along, now or as soon as it is drawn there. */
  const goBack = (id: string) => {
    const at = element(id)
    if (document.activeElement === document.body) at?.focus()
    else if (at?.contains(document.activeElement)) wanted.current = id
  }
  // Drawn in another column it is another element: the focus goes along.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the cards stand where they were moved to
  useLayoutEffect(() => {
    if (wanted.current === null) return
    const found = element(wanted.current)
    if (!found) return
    found.focus()
    wanted.current = null
  }, [columns])

  useBoardDrops(board, (id, column, before) => {
    const lane = columns.findIndex((one) => one.id === column)
    const others = columns[lane]?.cards.map(cardId).filter((one) => one !== id) ?? []
    const at = before === null ? others.length : others.indexOf(before)
    move(id, lane, at < 0 ? others.length : at, false)
  })

  const onKey = (event: KeyboardEvent) => {
    const id = (event.target as HTMLElement).closest<HTMLElement>('[data-card]')?.dataset.card
    const from = id === undefined ? undefined : places.get(id)
    if (!from || id === undefined || event.defaultPrevented || isTyping(event.target)) return
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    const forward = getComputedStyle(event.currentTarget).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
    const down = event.key === 'ArrowDown' || (event.key === 'j' && !event.altKey)
    const up = event.key === 'ArrowUp' || (event.key === 'k' && !event.altKey)
    const sideways = event.key === 'ArrowLeft' || event.key === 'ArrowRight' ? (event.key === forward ? 1 : -1) : 0
    if (!down && !up && sideways === 0) {
      if (event.key !== 'Enter' || !onOpen || isControl(event.target)) return
      onOpen(from.card)
    } else if (event.altKey) {
      move(id, from.lane + sideways, from.at + (down ? 1 : up ? -1 : 0))
    } else if (sideways === 0) {
      const next = idAt(from.lane, from.at + (down ? 1 : -1))
      if (next !== undefined) element(next)?.focus()
    } else {
      // The next column that has any card, at about the same height.
      let lane = from.lane + sideways
      while (columns[lane] && columns[lane]?.cards.length === 0) lane += sideways
      const next = idAt(lane, Math.min(from.at, (columns[lane]?.cards.length ?? 0) - 1))
      if (next !== undefined) element(next)?.focus()
    }
    event.preventDefault()
  }

  return (
    <section
      ref={board}
      aria-label={label}
      onKeyDown={onKey}
      className="-mx-4 flex min-h-64 snap-x scroll-px-4 items-stretch gap-3 overflow-x-auto px-4 pb-3 desk:-mx-8 desk:snap-none desk:px-8 print:flex-wrap print:overflow-visible"
    >
      <VisuallyHidden>
        <span role="status">{said}</span>
      </VisuallyHidden>
      {columns.map((column, lane) => (
        <BoardLane
          key={column.id}
          id={column.id}
          title={column.title}
          count={column.cards.length}
          more={column.more}
          menu={column.menu}
        >
          {(shown) =>
            column.cards.slice(0, shown).map((card, at) => {
              const id = cardId(card)
              return (
                <BoardCard
                  key={id}
                  id={id}
                  lane={lane}
                  columns={columns}
                  isFirst={at === 0}
                  isLast={at === column.cards.length - 1}
                  onOpen={onOpen && (() => onOpen(card))}
                  onSend={(to) => move(id, to, columns[to]?.cards.length ?? 0)}
                  onStep={(by) => move(id, lane, at + by)}
                  name={cardLabel?.(card)}
                >
                  {renderCard(card)}
                </BoardCard>
              )
            })
          }
        </BoardLane>
      ))}
    </section>
  )
}
