import { useTranslation } from 'react-i18next'

/** Spec 2.1: shown while a page loads. Unseen for a moment, so that a quick page does not flicker. */
export function Loading() {
  const { t } = useTranslation()
  return (
    <div role="status" className="flex flex-1 items-center justify-center p-8 text-muted">
      <span className="animate-late">{t('common.loading')}</span>
    </div>
  )
}
