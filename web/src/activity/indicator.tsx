import { useEffect, useState } from 'react'
import { part } from '../platform/part.tsx'
import { useSession } from '../platform/session.ts'
import { whenIdle } from '../ui/load-overlays.ts'
import { withTexts } from './with-texts.ts'

const ActivityButton = part(async () => (await withTexts(import('./activity-button.tsx'))).ActivityButton)

/** What is under way, beside the bell. Visitors begin nothing; it comes after the page. */
export function ActivityIndicator({ side }: { side?: 'bottom' | 'end' }) {
  const { role, userId } = useSession()
  const [idle, setIdle] = useState(false)
  useEffect(() => whenIdle(() => setIdle(true)), [])
  if (!idle || role === null || userId === null) return null
  return <ActivityButton side={side} failed={null} />
}
