import { Box } from 'lucide-react'
import { lazy, Suspense } from 'react'

const SetIcon = lazy(() => import('./icon-set.tsx').then((module) => ({ default: module.SetIcon })))

/** An icon known by name only at run time, as a module's is. The set is one lazy chunk; an unknown name shows a box. */
export function Icon({ name, className }: { name: string; className?: string }) {
  return (
    <Suspense fallback={<Box aria-hidden className={className} style={{ visibility: 'hidden' }} />}>
      <SetIcon name={name} className={className} />
    </Suspense>
  )
}
