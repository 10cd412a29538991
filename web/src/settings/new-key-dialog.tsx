import { KeyScope, type MadeKey, NewKey } from '@atrium/contract/account-security'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { said } from '../i18n/said.ts'
import { api } from '../platform/api.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Select, TextField } from '../ui/field.tsx'
import { FormError } from './form-parts.tsx'
import { useSettingsForm } from './use-settings-form.ts'

export const KEYS = '/api/user/keys'

/** days; 0 is never */
const lifetimes = [7, 30, 90, 365, 0]

export function NewKeyDialog({ onClose, onMade }: { onClose: () => void; onMade: (key: MadeKey) => void }) {
  const { t } = useTranslation('settings')
  const client = useQueryClient()
  const { form, field, formProps, isSubmitting, rootError } = useSettingsForm({
    schema: NewKey,
    values: { name: '', scopes: ['read' as KeyScope], expiresInDays: 90 as number | undefined },
    guarded: false,
    save: async (values) => {
      onMade(await api.post<MadeKey>(KEYS, values))
      await client.invalidateQueries({ queryKey: [KEYS] })
    },
  })
  const scopesError = form.formState.errors.scopes?.message
  const lifetime = form.watch('expiresInDays')
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t('keys.make')}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" form="new-key" variant="primary" loading={isSubmitting}>
            {t('keys.make')}
          </Button>
        </>
      }
    >
      <form id="new-key" {...formProps} className="flex flex-col gap-4 pt-2">
        <TextField label={t('keys.name')} help={t('keys.nameHelp')} {...field('name')} />
        <fieldset className="flex flex-col gap-2" aria-describedby={scopesError && 'scopes-error'}>
          <legend className="mb-1.5 text-sm font-medium">{t('keys.may')}</legend>
          {KeyScope.options.map((scope) => (
            <label key={scope} htmlFor={`scope-${scope}`} className="flex items-start gap-2.5">
              <input
                id={`scope-${scope}`}
                type="checkbox"
                value={scope}
                {...form.register('scopes')}
                className="mt-0.5 size-4 shrink-0 accent-(--accent)"
              />
              <span>
                {t(`keys.scopes.${scope}`)}
                <span className="block text-xs text-muted">{t(`keys.scopeTexts.${scope}`)}</span>
              </span>
            </label>
          ))}
          {scopesError && (
            <p id="scopes-error" role="alert" className="text-sm text-danger-ink">
              {said(scopesError)}
            </p>
          )}
        </fieldset>
        <Select
          label={t('keys.lifetime')}
          value={String(lifetime ?? 0)}
          options={lifetimes.map((days) => ({
            value: String(days),
            label: days === 0 ? t('keys.neverExpires') : t('keys.days', { count: days }),
          }))}
          onChange={({ target }) => form.setValue('expiresInDays', Number(target.value) || undefined)}
        />
        <FormError>{rootError}</FormError>
      </form>
    </Dialog>
  )
}
