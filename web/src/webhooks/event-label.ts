import type { WebhookEvent } from '@atrium/contract/webhooks'
import { useTranslation } from 'react-i18next'
import { said } from '../i18n/said.ts'

/** What a person calls an event; a name that is not known any more as it is. */
export function useEventLabel(events: readonly WebhookEvent[]): (name: string) => string {
  const { t } = useTranslation('webhooks')
  return (name) => {
    if (name === '*' || name === 'records:*') return t('all')
    const event = events.find((one) => one.name === name)
    return event ? t('changesIn', { module: said(event.title) }) : name
  }
}
