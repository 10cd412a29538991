import { useRef, useState } from 'react'
import { type Drawing, highest } from '../../occlusion-shapes.ts'

interface Steps {
  past: readonly Drawing[]
  now: Drawing
  next: readonly Drawing[]
}

const STEPS_KEPT = 200

/** A drawing with its way back and on. `onChange` hears of each step. */
export function useDrawing(initial: Drawing, onChange: (drawing: Drawing) => void) {
  const [steps, setSteps] = useState<Steps>({ past: [], now: initial, next: [] })
  const taken = useRef(highest(initial))
  const go = (to: Steps) => {
    taken.current = highest(to.now, taken.current)
    setSteps(to)
    onChange(to.now)
  }
  const { past, now, next } = steps
  return {
    drawing: now,
    /** The highest number that a card of this note has had. */
    taken: () => taken.current,
    commit: (drawing: Drawing) => {
      if (drawing !== now) go({ past: [...past, now].slice(-STEPS_KEPT), now: drawing, next: [] })
    },
    undo: () => {
      const before = past.at(-1)
      if (before) go({ past: past.slice(0, -1), now: before, next: [now, ...next] })
    },
    redo: () => {
      const [after, ...rest] = next
      if (after) go({ past: [...past, now], now: after, next: rest })
    },
    canUndo: past.length > 0,
    canRedo: next.length > 0,
  }
}

export type DrawingSteps = ReturnType<typeof useDrawing>
