import { useEffect, useEffectEvent } from 'react'
import type { StepList } from './use-steps.ts'

/** Ctrl/Cmd+Z and Shift with it, as everywhere else; a field that is typed in keeps its own. */
export function useStepKeys(list: StepList): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || !(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== 'z')
      return
    const target = event.target instanceof Element ? event.target : null
    if (target?.closest('input, textarea, select, [contenteditable], [role=dialog]')) return
    event.preventDefault()
    if (event.shiftKey) {
      if (list.canRedo) void list.redo()
    } else if (list.canUndo) void list.undo()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}
