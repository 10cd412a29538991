import { clsx } from 'clsx'

/** A person or agent by the first letters of the name. The name itself stands beside it, so this is decorative. */
export function Avatar({ name, className }: { name: string; className?: string }) {
  return (
    <span
      aria-hidden
      className={clsx(
        'inline-flex size-7 shrink-0 select-none items-center justify-center rounded-full bg-accent-soft text-xs font-semibold text-accent-ink',
        className,
      )}
    >
      {initialsOf(name)}
    </span>
  )
}

export function initialsOf(name: string): string {
  const words = name
    .trim()
    .split(/[\s._-]+/u)
    .filter(Boolean)
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0]]
  return letters
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toLocaleUpperCase()
}
