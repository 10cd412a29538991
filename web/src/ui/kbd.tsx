import { clsx } from 'clsx'
import { keysOf } from './shortcut.ts'

/** A keyboard shortcut, written for this person's keyboard: `mod+shift+O` is ⌘⇧O on a Mac, Ctrl Shift O elsewhere. */
export function Kbd({ keys, className }: { keys: string; className?: string }) {
  return (
    <kbd className={clsx('inline-flex items-center gap-1 font-sans text-xs text-muted', className)} dir="ltr">
      {keysOf(keys).map((key) => (
        <span key={key}>{key}</span>
      ))}
    </kbd>
  )
}
