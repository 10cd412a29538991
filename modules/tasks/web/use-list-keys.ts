import { useEffect, useEffectEvent } from 'react'

export type RowKey = 'toggle' | 'remove' | 'up' | 'down'

interface ListKeys {
  step: (by: 1 | -1) => void
  /** Acts on the row that has the focus; false when none has. */
  act: (action: RowKey) => boolean
  onNew: () => void
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) ||
    target.closest('[role="dialog"],[role="menu"]') !== null)

const rowKeys: Record<string, RowKey> = { e: 'toggle', '#': 'remove' }

/** j and k go through the list, e does, # deletes, Alt+arrows move, n begins a new one. Never while somebody types. */
export function useListKeys(keys: ListKeys): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || isTyping(event.target)) return
    const { key } = event
    if (event.altKey) {
      if (key !== 'ArrowUp' && key !== 'ArrowDown') return
      if (!keys.act(key === 'ArrowUp' ? 'up' : 'down')) return
    } else if (key === 'j' || key === 'ArrowDown') keys.step(1)
    else if (key === 'k' || key === 'ArrowUp') keys.step(-1)
    else if (key === 'n') keys.onNew()
    else if (!rowKeys[key] || !keys.act(rowKeys[key])) return
    event.preventDefault()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}
