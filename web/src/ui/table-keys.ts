/** Somebody writes, or a dialog or menu has the keys. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    /^(TEXTAREA|SELECT)$/.test(target.tagName) ||
    (target.tagName === 'INPUT' && (target as HTMLInputElement).type !== 'checkbox') ||
    target.closest('[role="dialog"],[role="alertdialog"],[role="menu"]') !== null)

/** Something in a cell that does a thing of its own. */
export const isControl = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('a, button, input, select, textarea, label, [role="menu"]') !== null

/** How far a key goes, in rows; null when it goes nowhere. */
export function stepOf({ key }: { key: string }, page: number): number | null {
  if (key === 'ArrowDown' || key.toLowerCase() === 'j') return 1
  if (key === 'ArrowUp' || key.toLowerCase() === 'k') return -1
  if (key === 'PageDown') return page
  if (key === 'PageUp') return -page
  if (key === 'Home') return Number.NEGATIVE_INFINITY
  return key === 'End' ? Number.POSITIVE_INFINITY : null
}
