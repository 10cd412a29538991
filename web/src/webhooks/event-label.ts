import type { WebhookEvent } from '@atrium/contract/webhooks'
import { useTranslation } from 'react-i18next'
import { said } from '../i18n/said.ts'

/** What happens besides changes of records. */
const KNOWN: Readonly<Record<string, 'approvalWaiting' | 'jobEnded' | 'orderPlaced' | 'orderPaid'>> = {
  'approval:waiting': 'approvalWaiting',
  'job:ended': 'jobEnded',
  'order:placed': 'orderPlaced',
  'order:paid': 'orderPaid',
}

/** What a person calls an event; a name that is not known any more as it is. */
export function useEventLabel(events: readonly WebhookEvent[]): (name: string) => string {
  const { t } = useTranslation('webhooks')
  return (name) => {
    if (name === '*') return t('all')
    if (name === 'records:*') return t('allRecords')
    const known = KNOWN[name]
    if (known) return t(known)
    const event = events.find((one) => one.name === name)
    return event ? t('changesIn', { module: said(event.title) }) : name
  }
}
