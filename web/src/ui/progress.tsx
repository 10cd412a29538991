import { clsx } from 'clsx'

/** `value` is 0–100; null when nobody knows how long it takes. */
export function Progress({ value, label, className }: { value: number | null; label: string; className?: string }) {
  const percent = value === null ? null : Math.min(100, Math.max(0, value))
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent ?? undefined}
      className={clsx('h-1.5 w-full overflow-hidden rounded-full bg-active', className)}
    >
      <div
        className={clsx(
          'h-full rounded-full bg-accent transition-[width] duration-200',
          percent === null && 'w-2/5 animate-pulse',
        )}
        style={percent === null ? undefined : { width: `${percent}%` }}
      />
    </div>
  )
}
