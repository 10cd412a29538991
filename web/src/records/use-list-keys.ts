import { useEffect, useEffectEvent } from 'react'
import { isTyping } from '../ui/table-keys.ts'

interface ListKeys {
  onNew: () => void
  /** False when there is nothing to take back: the key is the browser's then. */
  onUndo: () => boolean
}

/** The keys of a page of records beside those of its table: n makes a new one, Ctrl/Cmd+Z takes back what was done last. */
export function useListKeys({ onNew, onUndo }: ListKeys): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || isTyping(event.target) || event.altKey || event.shiftKey) return
    const mod = event.ctrlKey || event.metaKey
    const key = event.key.toLowerCase()
    if (key === 'n' && !mod) onNew()
    else if (key !== 'z' || !mod || !onUndo()) return
    event.preventDefault()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}
