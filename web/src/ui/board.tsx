import type { ReactNode } from 'react'
import { part } from '../platform/part.tsx'
import { Skeleton } from './skeleton.tsx'

export interface BoardColumn<C> {
  id: string
  title: string
  cards: readonly C[]
  /** What can be done with the column, at the end of its heading. */
  menu?: ReactNode
  /** The way to cards that do not stand here; the count says then that there are others. */
  more?: ReactNode
}

export interface BoardProps<C> {
  columns: readonly BoardColumn<C>[]
  cardId: (card: C) => string
  renderCard: (card: C) => ReactNode
  /**
   * `beforeCardId` is the card that it now stands before; null at the end of the column. Answer false when it stays where it
   * was, or a promise when only the answer of a server tells: nobody hears of a move before it is certain.
   */
  onMove: (cardId: string, toColumn: string, beforeCardId: string | null) => boolean | Promise<boolean> | undefined
  /** Names the board for those who do not see it. */
  label: string
  /** A click on a card, or Enter. */
  onOpen?: (card: C) => void
  /** What a card is called in sentences ("Moved to Done"); its text when absent. */
  cardLabel?: (card: C) => string
}

export type BoardPanelProps = BoardProps<unknown>

const BoardPanel = /* @__PURE__ */ part<BoardPanelProps>(() =>
  import('./board-panel.tsx').then((file) => file.BoardPanel),
)

/** Columns of cards, moved with the pointer, with Alt and the arrows, or by "Move to…" in a card's menu. */
export function Board<C>(props: BoardProps<C>) {
  return (
    <BoardPanel {...(props as unknown as BoardPanelProps)} placeholder={<Waiting columns={props.columns.length} />} />
  )
}

function Waiting({ columns }: { columns: number }) {
  return (
    <div aria-hidden className="flex gap-3 overflow-hidden">
      {Array.from({ length: columns }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
        <div key={at} className="flex w-72 shrink-0 flex-col gap-2">
          <Skeleton className="h-5 w-24" />
          <Skeleton className="h-20 w-full" />
          <Skeleton className="h-20 w-full" />
        </div>
      ))}
    </div>
  )
}
