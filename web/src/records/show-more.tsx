import { useTranslation } from 'react-i18next'
import { sentenceFor } from '../platform/api.ts'
import type { FailedPage } from '../platform/module-pages.ts'
import { Button } from '../ui/button.tsx'

interface ShowMoreProps {
  failed: FailedPage | null
  /** Of a list that is not asked for more by scrolling. */
  more?: (() => void) | undefined
  label?: string
}

/** Beneath a list: the way to its next page, and why that did not come. It stays one button, so that the focus stays on it. */
export function ShowMore({ failed, more, label }: ShowMoreProps) {
  const { t } = useTranslation()
  if (!failed && !more) return null
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm">
      {failed && (
        <p role="alert" className="min-w-0 text-pretty text-danger-ink">
          {sentenceFor(failed.error)}
        </p>
      )}
      <Button
        size="sm"
        variant={failed ? 'secondary' : 'ghost'}
        loading={failed?.isRetrying ?? false}
        onClick={failed?.retry ?? more}
      >
        {failed ? t('common.retry') : label}
      </Button>
    </div>
  )
}
