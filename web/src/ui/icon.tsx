import { Box } from 'lucide-react'
import { part } from '../platform/part.tsx'

const SetIcon = part(() => import('./icon-set.tsx').then((module) => module.SetIcon))

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
