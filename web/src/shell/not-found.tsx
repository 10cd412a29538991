import { Compass } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { buttonClass } from '../ui/button.tsx'
import { Instead } from './instead.tsx'

export function NotFound() {
  const { t } = useTranslation()
  return (
    <Instead
      icon={<Compass aria-hidden />}
      title={t('errors.notFoundTitle')}
      text={t('errors.notFoundText')}
      action={
        <Link to="/" className={buttonClass('primary')}>
          {t('common.goHome')}
        </Link>
      }
    />
  )
}
