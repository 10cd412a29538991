import type { MadeWebhook, Webhook, WebhookDelivery, WebhookEvent } from '@atrium/contract/webhooks'
import { History, KeyRound, MoreHorizontal, Pencil, Power, Send, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { said } from '../i18n/said.ts'
import { api } from '../platform/api.ts'
import { useFormats } from '../settings/format.ts'
import { Row } from '../settings/panel.tsx'
import { useChange } from '../settings/use-change.ts'
import { Badge } from '../ui/badge.tsx'
import { IconButton } from '../ui/button.tsx'
import { useConfirm } from '../ui/confirm.tsx'
import { Menu, MenuContent, MenuItem, MenuSeparator, MenuTrigger } from '../ui/menu.tsx'
import { toast } from '../ui/toast.tsx'
import { useEventLabel } from './event-label.ts'
import { WEBHOOKS } from './webhook-dialog.tsx'

interface WebhookRowProps {
  webhook: Webhook
  events: readonly WebhookEvent[]
  onEdit: () => void
  onDeliveries: () => void
  onMade: (made: MadeWebhook) => void
}

export function WebhookRow({ webhook, events, onEdit, onDeliveries, onMade }: WebhookRowProps) {
  const { t } = useTranslation('webhooks')
  const { moment, list } = useFormats()
  const confirm = useConfirm()
  const label = useEventLabel(events)
  const path = `${WEBHOOKS}/${webhook.id}`
  const renew = [WEBHOOKS, `${path}/deliveries`]

  const test = useChange({
    act: () => api.post<WebhookDelivery>(`${path}/test`),
    renew,
    onDone: ({ state, status, ms, answer }) =>
      state === 'delivered'
        ? toast({ title: t('taken', { status, ms }) })
        : toast({
            variant: 'destructive',
            title: t('notTaken'),
            description: status === null ? said(answer ?? '') : t('answer', { status, ms }),
          }),
  })
  const turn = useChange({ act: (isOn: boolean) => api.patch(path, { isOn }), renew })
  const renewSecret = useChange({ act: () => api.post<MadeWebhook>(`${path}/secret`), onDone: onMade })
  const remove = useChange({ act: () => api.delete(path), done: 'deleted', renew: [WEBHOOKS] })

  const askToRenew = async () => {
    if (await confirm({ title: t('renewTitle'), text: t('renewText'), confirm: t('renew') })) renewSecret.mutate()
  }
  const askToDelete = async () => {
    const text = t('deleteText', { url: webhook.url })
    const question = { title: t('deleteTitle'), text, confirm: t('common.delete'), danger: true }
    if (await confirm(question)) remove.mutate()
  }
  const { isOn, givenUpAt, failingSince } = webhook
  return (
    <Row
      title={
        <>
          <bdi className="min-w-0 break-all">{webhook.url}</bdi>
          {!isOn && <Badge tone={givenUpAt ? 'danger' : 'neutral'}>{t(givenUpAt ? 'givenUp' : 'off')}</Badge>}
          {isOn && failingSince && <Badge tone="warning">{t('failing', { moment: moment(failingSince) })}</Badge>}
        </>
      }
      text={list(webhook.events.map(label))}
    >
      <IconButton label={t('test')} icon={<Send />} disabled={test.isPending} onClick={() => test.mutate()} />
      <IconButton label={t('deliveries')} icon={<History />} onClick={onDeliveries} />
      <Menu>
        <MenuTrigger>
          <IconButton label={t('more', { url: webhook.url })} icon={<MoreHorizontal />} />
        </MenuTrigger>
        <MenuContent align="end">
          <MenuItem icon={<Pencil />} onSelect={onEdit}>
            {t('edit')}
          </MenuItem>
          <MenuItem icon={<Power />} onSelect={() => turn.mutate(!isOn)}>
            {t(isOn ? 'switchOff' : 'switchOn')}
          </MenuItem>
          <MenuItem icon={<KeyRound />} onSelect={() => void askToRenew()}>
            {t('renew')}
          </MenuItem>
          <MenuSeparator />
          <MenuItem danger icon={<Trash2 />} onSelect={() => void askToDelete()}>
            {t('common.delete')}
          </MenuItem>
        </MenuContent>
      </Menu>
    </Row>
  )
}
