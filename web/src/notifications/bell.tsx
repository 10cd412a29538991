import { useEffect, useState } from 'react'
import { part } from '../platform/part.tsx'
import { useSession } from '../platform/session.ts'
import { whenIdle } from '../ui/load-overlays.ts'
import { withTexts } from './with-texts.ts'

const BellButton = part(async () => (await withTexts(import('./bell-button.tsx'))).BellButton)

/** The way to what came. Visitors have no inbox; its place is kept while it loads, after the page. */
export function Bell({ side }: { side?: 'bottom' | 'end' }) {
  const { role, isMember, userId } = useSession()
  const [idle, setIdle] = useState(false)
  useEffect(() => whenIdle(() => setIdle(true)), [])
  const place = <span className="size-7 shrink-0 touch:size-9" />
  if (role === null || userId === null) return null
  return idle ? <BellButton {...{ side, isMember, userId }} placeholder={place} failed={place} /> : place
}
