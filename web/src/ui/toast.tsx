import { useEffect, useState, useSyncExternalStore } from 'react'
import { part } from '../platform/part.tsx'
import { whenIdle } from './load-overlays.ts'
import { currentToasts, onToasts } from './toast-store.ts'

export { dismissToast, type ToastAction, type ToastOptions, toast } from './toast-store.ts'

const ToastLayer = part(() => import('./toast-layer.tsx').then((module) => module.ToastLayer))

/** Mounts the toasts' viewport with the first toast, or when the page is idle. `label` names it for screen readers and must not be empty. */
export function ToastProvider({ label }: { label: string }) {
  if (label.trim() === '') throw new Error('A ToastProvider needs a non-empty label.')
  const toasts = useSyncExternalStore(onToasts, currentToasts)
  const [idle, setIdle] = useState(false)
  useEffect(() => whenIdle(() => setIdle(true)), [])
  // Each toast is another chance for a layer that could not be had.
  useEffect(() => {
    if (toasts.length > 0) void ToastLayer.load()
  }, [toasts])
  if (!idle && toasts.length === 0) return null
  return <ToastLayer label={label} toasts={toasts} failed={null} />
}
