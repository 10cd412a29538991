import { clsx } from 'clsx'

/** The product's mark: an open hall seen from above, a court of light in the middle. */
export function Mark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 20 20" aria-hidden="true" className={clsx('shrink-0', className)} fill="none">
      <path d="M3 17.5V10a7 7 0 0 1 14 0v7.5" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
      <path d="M7.25 17.5v-7a2.75 2.75 0 0 1 5.5 0v7Z" fill="var(--accent)" />
    </svg>
  )
}
