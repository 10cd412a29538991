import { Suspense, useEffect, useEffectEvent, useState } from 'react'
import { part } from '../platform/part.tsx'
import { OverlayBoundary, OverlayComing } from '../ui/overlay-boundary.tsx'

const ShortcutsDialog = part(() => import('./shortcuts-dialog.tsx').then((module) => module.ShortcutsDialog))

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type=checkbox], [type=radio]), textarea, select'))

/** `?`, wherever nobody is typing, shows every shortcut. */
export function ShortcutsKey() {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    // Whatever keys make a question mark on this layout.
    if (event.key !== '?' || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.defaultPrevented || isTyping(event.target)) return
    event.preventDefault()
    setOpen(true)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
  if (!open) return null
  return (
    <OverlayBoundary open onClose={close}>
      <Suspense fallback={<OverlayComing onClose={close} />}>
        <ShortcutsDialog onClose={close} placeholder={<OverlayComing onClose={close} />} />
      </Suspense>
    </OverlayBoundary>
  )
}
