export const isMac = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent)

const names: Record<string, string> = isMac
  ? { mod: '⌘', shift: '⇧', alt: '⌥', enter: '↵', esc: 'esc' }
  : { mod: 'Ctrl', shift: 'Shift', alt: 'Alt', enter: 'Enter', esc: 'Esc' }

/** The keys of `mod+shift+O` as this keyboard labels them. */
export function keysOf(shortcut: string): string[] {
  return shortcut.split('+').map((key) => names[key.toLowerCase()] ?? (key.length === 1 ? key.toUpperCase() : key))
}

/** Whether this key press is that shortcut. `mod` is ⌘ on a Mac and Ctrl elsewhere; the letter counts wherever the layout put it. */
export function isShortcut(event: KeyboardEvent, shortcut: string): boolean {
  const keys = shortcut.toLowerCase().split('+')
  const key = keys.at(-1) ?? ''
  const mod = isMac ? event.metaKey : event.ctrlKey
  const otherMod = isMac ? event.ctrlKey : event.metaKey
  return (
    (event.key.toLowerCase() === key ||
      (/^[a-z]$/.test(key) && event.code === `Key${key.toUpperCase()}` && !/^[a-z]$/i.test(event.key))) &&
    mod === keys.includes('mod') &&
    !otherMod &&
    event.shiftKey === keys.includes('shift') &&
    event.altKey === keys.includes('alt')
  )
}
