import { createContext, useCallback, useRef } from 'react'

type Lets = () => boolean | Promise<boolean>

/** A form in a dialog says here whether the dialog may close; returns how to take that back. Null outside of dialogs. */
export const DialogGuard = createContext<((lets: Lets) => () => void) | null>(null)

/** For what closes: asks who has something to say about it before it does. */
export function useGuards(onOpenChange: (open: boolean) => void) {
  const guards = useRef(new Set<Lets>())
  const guard = useCallback((lets: Lets) => {
    guards.current.add(lets)
    return () => void guards.current.delete(lets)
  }, [])
  const change = async (next: boolean) => {
    for (const lets of next ? [] : guards.current) if (!(await lets())) return
    onOpenChange(next)
  }
  return { guard, change: (next: boolean) => void change(next) }
}

/** What takes Escape itself, such as a field that is open in a list, is closed by it before the dialog is. */
export function leaveToOwn(event: KeyboardEvent): void {
  if ((event.target as Element).closest('[data-own-escape]')) event.preventDefault()
}
