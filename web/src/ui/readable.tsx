import type { ReactNode } from 'react'

/** A dialog's text with nothing to press in it: it takes the focus itself, so that the arrow keys scroll it. */
export function Readable({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard (axe: scrollable-region-focusable)
    <section aria-label={label} tabIndex={0} data-autofocus className="rounded-md outline-offset-4">
      {children}
    </section>
  )
}
