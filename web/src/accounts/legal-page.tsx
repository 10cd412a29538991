import { brand } from '@atrium/contract/brand'
import { useTranslation } from 'react-i18next'
import { PageFrame } from '../shell/page-frame.tsx'
import { type LegalKey, LegalText } from './legal-dialog.tsx'

export const TermsPage = () => <LegalPage text="terms" />
export const PrivacyPage = () => <LegalPage text="privacy" />

/** /terms and /privacy: the texts that the registration form shows in a dialog. */
function LegalPage({ text }: { text: LegalKey }) {
  const { t } = useTranslation('legal')
  return (
    <PageFrame title={t(`${text}.title`, { brand: brand.name })} width="prose">
      <LegalText text={text} heading="h2" />
    </PageFrame>
  )
}
