/** Spec 9: how many toasts are kept, and for how long (ms) after they were dismissed. */
export const TOAST_LIMIT = 1
export const TOAST_REMOVE_DELAY = 1_000_000
export const TOAST_DURATION = 5_000

export interface ToastAction {
  label: string
  /** Another way to the same end, for people who cannot reach the toast in time: "Undo by restoring it from the trash". */
  altText: string
  onClick: () => void
}

export interface ToastOptions {
  title: string
  description?: string
  /** Of a failure: the request's id, shown so that it can be quoted. */
  reference?: string
  action?: ToastAction
  variant?: 'default' | 'destructive'
  /** ms; 5000 when absent, Infinity keeps it until it is closed. */
  duration?: number
}

export interface ToastEntry extends ToastOptions {
  id: string
  open: boolean
}

let toasts: readonly ToastEntry[] = []
let count = 0
const listeners = new Set<() => void>()
const removals = new Map<string, ReturnType<typeof setTimeout>>()

function change(next: readonly ToastEntry[]): void {
  toasts = next
  for (const [id, timer] of removals) {
    if (toasts.some((entry) => entry.id === id)) continue
    clearTimeout(timer)
    removals.delete(id)
  }
  for (const listener of listeners) listener()
}

/** Shows a toast; the one that was there makes room. */
export function toast(options: ToastOptions): {
  id: string
  dismiss: () => void
  update: (options: ToastOptions) => void
} {
  checkAction(options.action)
  count += 1
  const id = String(count)
  change([{ ...options, id, open: true }, ...toasts].slice(0, TOAST_LIMIT))
  return {
    id,
    dismiss: () => dismissToast(id),
    update: (next) => {
      checkAction(next.action)
      change(toasts.map((entry) => (entry.id === id ? { ...next, id, open: entry.open } : entry)))
    },
  }
}

/** Closes one toast, or all of them; they leave the queue 1,000,000 ms later. */
export function dismissToast(id?: string): void {
  for (const entry of toasts) {
    if ((id !== undefined && entry.id !== id) || removals.has(entry.id)) continue
    removals.set(
      entry.id,
      setTimeout(() => change(toasts.filter((other) => other.id !== entry.id)), TOAST_REMOVE_DELAY),
    )
  }
  change(toasts.map((entry) => (id === undefined || entry.id === id ? { ...entry, open: false } : entry)))
}

export const currentToasts = (): readonly ToastEntry[] => toasts

export function onToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function checkAction(action: ToastAction | undefined): void {
  if (action && action.altText.trim() === '')
    throw new Error('A toast action needs a non-empty altText: another way to do the same.')
}
