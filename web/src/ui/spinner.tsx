import { clsx } from 'clsx'
import { VisuallyHidden } from './visually-hidden.tsx'

/** Turns while something is under way. Decorative unless it has a label. */
export function Spinner({ label, className }: { label?: string; className?: string }) {
  return (
    <span role={label ? 'status' : undefined} aria-hidden={label ? undefined : true} className="inline-flex">
      <span
        className={clsx(
          'size-4 animate-spin rounded-full border-2 border-current border-e-transparent opacity-80',
          className,
        )}
      />
      {label && <VisuallyHidden>{label}</VisuallyHidden>}
    </span>
  )
}
