import { brand } from '@atrium/contract/brand'
import { useTranslation } from 'react-i18next'
import { i18n } from '../i18n/index.ts'
import strings from '../i18n/legal-en.json'
import { Dialog } from '../ui/dialog.tsx'

export type LegalKey = 'terms' | 'privacy'

// Long and rarely read: their own chunk, registered when it arrives.
i18n.addResourceBundle('en', 'legal', strings)

/** The texts that a person must be able to read before there is an account (spec-notes, "Guests"). */
export function LegalDialog({ text, onClose }: { text: LegalKey; onClose: () => void }) {
  const { t } = useTranslation('legal')
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title={t(`${text}.title`)} size="lg">
      <LegalText text={text} />
    </Dialog>
  )
}

export function LegalText({ text }: { text: LegalKey }) {
  const { t } = useTranslation('legal')
  const parts = strings[text].parts
  return (
    <div className="flex max-w-prose flex-col gap-4 text-base">
      {parts.map((part, index) => (
        <section key={part.heading}>
          <h3 className="text-base">{t(`${text}.parts.${index}.heading`)}</h3>
          <p className="mt-1 text-muted">{t(`${text}.parts.${index}.text`, { brand: brand.name })}</p>
        </section>
      ))}
    </div>
  )
}
