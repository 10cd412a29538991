import { Box } from 'lucide-react'
import { part } from '../platform/part.tsx'
import { pageShown } from './load-overlays.ts'

// The icons of the sidebar's modules must not come between the person and the first page.
const SetIcon = part(() => pageShown.then(() => import('./icon-set.tsx')).then((module) => module.SetIcon))

/** An icon known by name only at run time, as a module's is. The set is one chunk of its own; an unknown name shows a box. */
export function Icon({ name, className }: { name: string; className?: string }) {
  return (
    <SetIcon
      name={name}
      className={className}
      placeholder={<Box aria-hidden className={className} style={{ visibility: 'hidden' }} />}
      failed={<Box aria-hidden className={className} />}
    />
  )
}
