import { brand } from '@atrium/contract/brand'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { PageFrame } from '../shell/page-frame.tsx'
import { LegalText } from './legal-dialog.tsx'

/** /terms and /privacy: the texts that the registration form shows in a dialog. */
export function LegalPage() {
  const text = useLocation().pathname === '/privacy' ? 'privacy' : 'terms'
  const { t } = useTranslation('legal')
  return (
    <PageFrame title={t(`${text}.title`, { brand: brand.name })} width="prose">
      <LegalText text={text} heading="h2" />
    </PageFrame>
  )
}
