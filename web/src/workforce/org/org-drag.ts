import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { type RefObject, useEffect, useEffectEvent, useState } from 'react'

interface OrgDrag {
  /** The card's own key. */
  key: string
  /** People stay where they are. */
  isSeat: boolean
  onDrop: (seatKey: string) => void
}

export type DragState = 'idle' | 'dragging' | 'over'

/** A card that a seat can be let go over; a seat's own card can be dragged. */
export function useOrgDrag(card: RefObject<HTMLElement | null>, { key, isSeat, onDrop }: OrgDrag): DragState {
  const [state, setState] = useState<DragState>('idle')
  const drop = useEffectEvent(onDrop)
  useEffect(() => {
    const element = card.current
    if (!element) return
    const target = dropTargetForElements({
      element,
      canDrop: ({ source }) => typeof source.data.orgSeat === 'string' && source.data.orgSeat !== key,
      onDragEnter: () => setState('over'),
      onDragLeave: () => setState('idle'),
      onDrop: ({ source }) => {
        setState('idle')
        drop(String(source.data.orgSeat))
      },
    })
    if (!isSeat) return target
    return combine(
      target,
      draggable({
        element,
        getInitialData: () => ({ orgSeat: key }),
        onDragStart: () => setState('dragging'),
        onDrop: () => setState('idle'),
      }),
    )
  }, [card, key, isSeat])
  return state
}
