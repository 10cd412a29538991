import type { MadeWebhook, Webhook, WebhookList } from '@atrium/contract/webhooks'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '../settings/copy-button.tsx'
import { Loaded, Nothing, Panel, Rows } from '../settings/panel.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { DeliveriesDialog } from './deliveries-dialog.tsx'
import { WEBHOOKS, WebhookDialog } from './webhook-dialog.tsx'
import { WebhookRow } from './webhook-row.tsx'

type Open = { kind: 'new' } | { kind: 'edit' | 'deliveries'; webhook: Webhook } | { kind: 'secret'; secret: string }

/** Settings → Webhooks: of the person, or of the team that they are working in. */
export function WebhooksSection() {
  const { t } = useTranslation('webhooks')
  const query = useQuery<WebhookList>({ queryKey: [WEBHOOKS] })
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  const showSecret = ({ secret }: MadeWebhook) => setOpen({ kind: 'secret', secret })
  const events = query.data?.events ?? []
  return (
    <Panel title={t('title')} text={t('text')}>
      <Loaded query={query}>
        {({ webhooks }) =>
          webhooks.length === 0 ? (
            <Nothing>{t('none')}</Nothing>
          ) : (
            <Rows label={t('title')}>
              {webhooks.map((webhook) => (
                <WebhookRow
                  key={webhook.id}
                  webhook={webhook}
                  events={events}
                  onEdit={() => setOpen({ kind: 'edit', webhook })}
                  onDeliveries={() => setOpen({ kind: 'deliveries', webhook })}
                  onMade={showSecret}
                />
              ))}
            </Rows>
          )
        }
      </Loaded>
      <div>
        <Button
          icon={<Plus aria-hidden className="size-4" />}
          disabled={!query.data}
          onClick={() => setOpen({ kind: 'new' })}
        >
          {t('make')}
        </Button>
      </div>
      {open?.kind === 'new' && <WebhookDialog events={events} onClose={close} onMade={showSecret} />}
      {open?.kind === 'edit' && (
        <WebhookDialog events={events} webhook={open.webhook} onClose={close} onMade={showSecret} />
      )}
      {open?.kind === 'deliveries' && <DeliveriesDialog webhook={open.webhook} events={events} onClose={close} />}
      {open?.kind === 'secret' && <SecretDialog secret={open.secret} onClose={close} />}
    </Panel>
  )
}

function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const { t } = useTranslation('webhooks')
  return (
    <Dialog
      open
      alert
      onOpenChange={(open) => open || onClose()}
      title={t('secretTitle')}
      description={t('secretText')}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t('kept')}
        </Button>
      }
    >
      <div className="flex flex-col items-start gap-3 pt-2">
        <code dir="ltr" className="w-full select-all break-all rounded-md bg-surface px-3 py-2 font-mono">
          {secret}
        </code>
        <CopyButton text={secret} />
      </div>
    </Dialog>
  )
}
