import { isTyping } from '@atrium/web/kit'
import { useEffect, useEffectEvent } from 'react'
import type { Step } from './task-row.tsx'

export type RowKey = 'toggle' | 'remove' | 'choose' | Step

interface ListKeys {
  step: (by: 1 | -1) => void
  /** Acts on the row that has the focus, or on those that are chosen; false when there is none. */
  act: (action: RowKey) => boolean
  /** Answers whether any was chosen. */
  clear: () => boolean
}

const rowKeys: Record<string, RowKey> = { e: 'toggle', '#': 'remove', x: 'choose' }

const moves = (): Record<string, Step> => {
  const isRtl = document.documentElement.dir === 'rtl'
  return {
    ArrowUp: 'up',
    ArrowDown: 'down',
    ArrowRight: isRtl ? 'out' : 'in',
    ArrowLeft: isRtl ? 'in' : 'out',
  }
}

/** j and k go through the list, e does, x chooses, # deletes, Alt with the arrows moves. Never while somebody types. */
export function useListKeys(keys: ListKeys): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || isTyping(event.target)) return
    const { key } = event
    if (event.altKey) {
      const move = moves()[key]
      if (!move || !keys.act(move)) return
    } else if (key === 'j' || key === 'ArrowDown') keys.step(1)
    else if (key === 'k' || key === 'ArrowUp') keys.step(-1)
    else if (key === 'Escape') {
      if (!keys.clear()) return
    } else if (!rowKeys[key] || !keys.act(rowKeys[key])) return
    event.preventDefault()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}
