import { Button } from '@atrium/web/kit'
import { CloudUpload } from 'lucide-react'
import { useTexts } from '../texts.ts'
import { waitingIn } from './kept.ts'
import { useKeeping } from './use-kept.ts'

/** Says what waits to be sent, and why it could not be. Nothing where nothing waits. */
export function WaitingNotice() {
  const { t } = useTexts()
  const { kept, sync } = useKeeping()
  const waiting = waitingIn(kept)
  return (
    <div role="status">
      {waiting > 0 && (
        <div className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md bg-info-soft px-3 py-2 text-sm text-info-ink">
          <CloudUpload aria-hidden className="size-4 shrink-0" />
          <p className="min-w-0 flex-1">
            <bdi>{kept.problem ?? t('offline.waiting', { count: waiting })}</bdi>
          </p>
          {navigator.onLine && (
            <Button size="sm" loading={kept.isSending} onClick={() => void sync()}>
              {t('offline.send')}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}
