import { brand } from '@atrium/contract/brand'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../ui/dialog.tsx'
import { Readable } from '../ui/readable.tsx'

export type LegalKey = 'terms' | 'privacy'

interface Paragraph {
  heading: string
  text: string
}

/** The texts that a person must be able to read before there is an account (spec-notes, "Guests"). */
export function LegalDialog({ text, onClose }: { text: LegalKey; onClose: () => void }) {
  const { t } = useTranslation('legal')
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title={t(`${text}.title`)} size="lg">
      <Readable label={t(`${text}.title`)}>
        <LegalText text={text} />
      </Readable>
    </Dialog>
  )
}

/** `heading`: h3 below a dialog's title, h2 below a page's. */
export function LegalText({ text, heading: Heading = 'h3' }: { text: LegalKey; heading?: 'h2' | 'h3' }) {
  const { t } = useTranslation('legal')
  const parts = t(`${text}.parts`, { returnObjects: true, brand: brand.name }) as Paragraph[]
  return (
    <div className="flex max-w-prose flex-col gap-4 text-base">
      {parts.map((part) => (
        <section key={part.heading}>
          <Heading className="text-base">{part.heading}</Heading>
          <p className="mt-1 text-muted">{part.text}</p>
        </section>
      ))}
    </div>
  )
}
