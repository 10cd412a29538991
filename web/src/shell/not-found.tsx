import { Compass } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { buttonClass } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { usePageTitle } from './page-title.ts'

export function NotFound() {
  const { t } = useTranslation()
  usePageTitle(t('errors.notFoundTitle'))
  return (
    <div className="flex flex-1 flex-col justify-center pb-[10vh]">
      <EmptyState
        level={1}
        icon={<Compass aria-hidden />}
        title={t('errors.notFoundTitle')}
        text={t('errors.notFoundText')}
        action={
          <Link to="/" className={buttonClass('primary')}>
            {t('common.goHome')}
          </Link>
        }
      />
    </div>
  )
}
