import { sentences } from '@atrium/contract/sentences'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { said } from '../i18n/said.ts'
import { Button } from '../ui/button.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

// Asked for at once, beside the first page, which needs it less than the message box.
const loading = import('../chat/thread-list.tsx').then(
  ({ ThreadList }) => ({ default: ThreadList }),
  () => ({ default: Missing }), // the page beside it lives
)
const ThreadList = lazy(() => loading)

/** The conversations of the sidebar, in the room that they will take. */
export function Conversations() {
  return (
    <Suspense fallback={<Waiting />}>
      <ThreadList />
    </Suspense>
  )
}

const Waiting = () => (
  <div className="flex flex-col gap-3 px-4 pt-5">
    {['w-24', 'w-40', 'w-32', 'w-44', 'w-28'].map((width) => (
      <Skeleton key={width} className={`h-4 ${width}`} />
    ))}
  </div>
)

function Missing() {
  const { t } = useTranslation()
  return (
    <div className="px-4 py-3 text-sm text-muted">
      <p>{said(sentences.connecting)}</p>
      <Button size="sm" className="mt-2" onClick={() => window.location.reload()}>
        {t('common.retry')}
      </Button>
    </div>
  )
}
