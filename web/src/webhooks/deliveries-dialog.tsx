import type { Webhook, WebhookDeliveries, WebhookDelivery, WebhookEvent } from '@atrium/contract/webhooks'
import { useQuery } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { said } from '../i18n/said.ts'
import { api } from '../platform/api.ts'
import { useFormats } from '../settings/format.ts'
import { Loaded, Nothing, Row, Rows } from '../settings/panel.tsx'
import { useChange } from '../settings/use-change.ts'
import { Badge, type Tone } from '../ui/badge.tsx'
import { IconButton } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useEventLabel } from './event-label.ts'
import { WEBHOOKS } from './webhook-dialog.tsx'

const tones: Record<WebhookDelivery['state'], Tone> = {
  waiting: 'warning',
  sending: 'info',
  delivered: 'success',
  failed: 'danger',
}

interface DeliveriesDialogProps {
  webhook: Webhook
  events: readonly WebhookEvent[]
  onClose: () => void
}

/** The last messages, and what the other server answered. */
export function DeliveriesDialog({ webhook, events, onClose }: DeliveriesDialogProps) {
  const { t } = useTranslation('webhooks')
  const { moment } = useFormats()
  const label = useEventLabel(events)
  const path = `${WEBHOOKS}/${webhook.id}/deliveries`
  const query = useQuery<WebhookDeliveries>({ queryKey: [path] })
  const resend = useChange({
    act: (id: string) => api.post<WebhookDelivery>(`${path}/${id}/resend`),
    renew: [path, WEBHOOKS],
  })
  const nameOf = ({ event }: WebhookDelivery) => (event === 'test' ? t('test') : label(event))
  const facts = ({ status, ms, attempts, createdAt }: WebhookDelivery) =>
    [
      moment(createdAt),
      t('attempts', { count: attempts }),
      status === null ? t('noAnswer') : t('answer', { status, ms }),
    ].join(' · ')
  return (
    <Dialog
      open
      size="lg"
      onOpenChange={(open) => open || onClose()}
      title={t('deliveries')}
      description={<bdi>{webhook.url}</bdi>}
    >
      <Loaded query={query}>
        {({ deliveries }) =>
          deliveries.length === 0 ? (
            <Nothing>{t('noDeliveries')}</Nothing>
          ) : (
            <Rows label={t('deliveries')}>
              {deliveries.map((one) => (
                <Row
                  key={one.id}
                  title={
                    <>
                      {nameOf(one)}
                      <Badge tone={tones[one.state]}>
                        {t(`state.${one.state}`, { moment: one.nextAt ? moment(one.nextAt) : '' })}
                      </Badge>
                    </>
                  }
                  text={
                    <>
                      {facts(one)}
                      {one.answer && (
                        <span dir="auto" className="mt-0.5 line-clamp-3 block break-words font-mono">
                          {one.status === null ? said(one.answer) : one.answer}
                        </span>
                      )}
                    </>
                  }
                >
                  <IconButton
                    label={t('resendNamed', { event: nameOf(one), moment: moment(one.createdAt) })}
                    icon={<RotateCw />}
                    disabled={resend.isPending}
                    onClick={() => resend.mutate(one.id)}
                  />
                </Row>
              ))}
            </Rows>
          )
        }
      </Loaded>
    </Dialog>
  )
}
