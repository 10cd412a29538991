import { useEffect, useEffectEvent } from 'react'
import { isShortcut } from '../ui/shortcut.ts'
import { isTyping } from '../ui/table-keys.ts'

/** Runs `act` on a page-wide shortcut such as `mod+B` or `n`. */
export function useShortcut(shortcut: string, act: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || !isShortcut(event, shortcut)) return
    // A letter alone means itself in a field, and is a dialog's or a menu's while one has the keys.
    if (/^(shift\+)?.$/i.test(shortcut) && isTyping(event.target)) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}
