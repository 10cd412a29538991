import { clsx } from 'clsx'

/** A grey shape where something will be. Give it the size of what comes: `className="h-5 w-40"`. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={clsx('block animate-pulse rounded-sm bg-active', className)} />
}
