import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements, monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { attachClosestEdge, extractClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge'
import { type RefObject, useEffect, useEffectEvent } from 'react'

/** What a card looks like while something is dragged: itself, or another one to its edge. */
export type CardState = 'idle' | 'dragging' | 'above' | 'below'

const isCard = (data: Record<string | symbol, unknown>): data is { card: string; column: string } =>
  typeof data.card === 'string' && typeof data.column === 'string'

/** Cards of one board are dropped on this board alone. */
const boardOf = (element: Element) => element.closest('section')

export function dragCard(
  element: HTMLElement,
  { id, column }: { id: string; column: string },
  show: (state: CardState) => void,
): () => void {
  return combine(
    draggable({
      element,
      getInitialData: () => ({ card: id, column }),
      onDragStart: () => show('dragging'),
      onDrop: () => show('idle'),
    }),
    dropTargetForElements({
      element,
      canDrop: ({ source }) => source.element !== element && boardOf(source.element) === boardOf(element),
      getData: ({ input }) =>
        attachClosestEdge({ card: id, column }, { element, input, allowedEdges: ['top', 'bottom'] }),
      onDrag: ({ self }) => show(extractClosestEdge(self.data) === 'top' ? 'above' : 'below'),
      onDragLeave: () => show('idle'),
      onDrop: () => show('idle'),
    }),
  )
}

export function dropLane(element: HTMLElement, column: string, show: (isOver: boolean) => void): () => void {
  return dropTargetForElements({
    element,
    canDrop: ({ source }) => boardOf(source.element) === boardOf(element),
    getData: () => ({ lane: column }),
    onDragEnter: () => show(true),
    onDragLeave: () => show(false),
    onDrop: () => show(false),
  })
}

/** Calls `onDrop` with the card, the column it was let go over, and the card it now stands before. */
export function useBoardDrops(
  board: RefObject<HTMLElement | null>,
  onDrop: (card: string, column: string, before: string | null) => void,
): void {
  const drop = useEffectEvent(onDrop)
  useEffect(
    () =>
      monitorForElements({
        canMonitor: ({ source }) => board.current?.contains(source.element) === true,
        onDrop: ({ source, location }) => {
          const [target] = location.current.dropTargets
          if (!target || !isCard(source.data)) return
          const { card } = source.data
          if (!isCard(target.data)) return drop(card, String(target.data.lane), null)
          if (extractClosestEdge(target.data) === 'top') return drop(card, target.data.column, target.data.card)
          const next = target.element.closest('li')?.nextElementSibling?.querySelector<HTMLElement>('[data-card]')
          const after = next?.dataset.card === card ? next.closest('li')?.nextElementSibling : next?.closest('li')
          drop(card, target.data.column, after?.querySelector<HTMLElement>('[data-card]')?.dataset.card ?? null)
        },
      }),
    [board],
  )
}
