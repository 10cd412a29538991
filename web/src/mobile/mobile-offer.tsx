import { prefixed } from '@atrium/contract/brand'
import { Smartphone, X } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { storage } from '../platform/storage.ts'
import { IconButton } from '../ui/button.tsx'

const DISMISSED = prefixed('mobile_offer')

/** A line that leads to the chat made for phones, drawn on those (spec 9, "Mobile detection"). Said no to, it does not come back. */
export function MobileOffer() {
  const [dismissed, setDismissed] = useState(() => storage.read(DISMISSED) === 'no')
  if (dismissed) return null
  const dismiss = () => {
    storage.write(DISMISSED, 'no')
    setDismissed(true)
  }
  return (
    <Suspense fallback={null}>
      <Line onDismiss={dismiss} />
    </Suspense>
  )
}

function Line({ onDismiss }: { onDismiss: () => void }) {
  const { t } = useTranslation('mobile')
  return (
    // It takes no room: what is below stays where it was when this comes.
    <aside data-print="hide" aria-label={t('title')} className="relative z-10 h-0 shrink-0">
      <div className="chat-column flex animate-fade items-center gap-2 bg-canvas py-1 text-sm text-muted">
        <Smartphone aria-hidden className="size-4 shrink-0" />
        <p className="min-w-0 flex-1">
          {t('offer.text')}{' '}
          <Link to="/m" className="font-medium text-accent-ink underline underline-offset-4">
            {t('offer.open')}
          </Link>
        </p>
        <IconButton size="sm" label={t('offer.dismiss')} icon={<X />} onClick={onDismiss} />
      </div>
    </aside>
  )
}
