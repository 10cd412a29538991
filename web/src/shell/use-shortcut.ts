import { useEffect, useEffectEvent } from 'react'
import { isShortcut } from '../ui/shortcut.ts'

/** Runs `act` on a page-wide shortcut such as `mod+B`. */
export function useShortcut(shortcut: string, act: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || !isShortcut(event, shortcut)) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}
