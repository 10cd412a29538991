import { type MadeWebhook, NewWebhook, type Webhook, type WebhookEvent } from '@atrium/contract/webhooks'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { said } from '../i18n/said.ts'
import { api } from '../platform/api.ts'
import { FormError } from '../settings/form-parts.tsx'
import { useSettingsForm } from '../settings/use-settings-form.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { useEventLabel } from './event-label.ts'

export const WEBHOOKS = '/api/webhooks'

interface WebhookDialogProps {
  events: readonly WebhookEvent[]
  /** The one that is changed; a new one when absent. */
  webhook?: Webhook | undefined
  onClose: () => void
  onMade: (made: MadeWebhook) => void
}

export function WebhookDialog({ events, webhook, onClose, onMade }: WebhookDialogProps) {
  const { t } = useTranslation(['webhooks', 'settings'])
  const client = useQueryClient()
  const label = useEventLabel(events)
  const { form, field, formProps, isSubmitting, rootError } = useSettingsForm({
    schema: NewWebhook,
    values: { url: webhook?.url ?? '', events: [...(webhook?.events ?? ['*'])] },
    guarded: false,
    save: async (values) => {
      if (webhook) await api.patch<Webhook>(`${WEBHOOKS}/${webhook.id}`, values)
      const made = webhook ? null : await api.post<MadeWebhook>(WEBHOOKS, values)
      await client.invalidateQueries({ queryKey: [WEBHOOKS] })
      onClose()
      if (made) onMade(made)
    },
  })
  const eventsError = form.formState.errors.events?.message
  const title = t(webhook ? 'edit' : 'make')
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={title}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" form="webhook" variant="primary" loading={isSubmitting}>
            {t('save')}
          </Button>
        </>
      }
    >
      <form id="webhook" {...formProps} className="flex flex-col gap-4 pt-2">
        <TextField
          label={t('url')}
          help={t('urlHelp')}
          type="url"
          inputMode="url"
          dir="ltr"
          placeholder="https://example.org/hook"
          {...field('url')}
        />
        <fieldset className="flex flex-col gap-2" aria-describedby={eventsError && 'events-error'}>
          <legend className="mb-1.5 text-sm font-medium">{t('events')}</legend>
          {['*', ...events.map(({ name }) => name)].map((name) => (
            <label key={name} htmlFor={`event-${name}`} className="flex items-center gap-2.5">
              <input
                id={`event-${name}`}
                type="checkbox"
                value={name}
                {...form.register('events')}
                className="size-4 shrink-0 accent-(--accent)"
              />
              {label(name)}
            </label>
          ))}
          {eventsError && (
            <p id="events-error" role="alert" className="text-sm text-danger-ink">
              {said(eventsError)}
            </p>
          )}
        </fieldset>
        <FormError>{rootError}</FormError>
      </form>
    </Dialog>
  )
}
