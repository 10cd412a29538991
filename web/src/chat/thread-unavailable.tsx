import { sentences } from '@atrium/contract/sentences'
import { CircleAlert, MessageCircleOff, SquarePen } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { said } from '../i18n/said.ts'
import { ApiError, sentenceFor } from '../platform/api.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'

/** A thread that cannot be shown: it is gone, or it could not be read. */
export function ThreadUnavailable({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useTranslation()
  const missing = error instanceof ApiError && error.status === 404
  return (
    <div className="flex flex-1 items-center">
      <EmptyState
        icon={missing ? <MessageCircleOff /> : <CircleAlert />}
        title={missing ? said(sentences.threadNotFound) : t('chat.threadFailed')}
        text={missing ? t('chat.threadNotFoundText') : sentenceFor(error)}
        action={
          <>
            {!missing && <Button onClick={onRetry}>{t('common.retry')}</Button>}
            <Link to="/" className={buttonClass('primary')}>
              <SquarePen aria-hidden className="size-4" />
              {t('chat.newChat')}
            </Link>
          </>
        }
      />
    </div>
  )
}
