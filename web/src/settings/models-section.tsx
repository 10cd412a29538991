import type { ModelList } from '@atrium/contract/models'
import { type KeyProvider, NewProviderKey, type ProviderKey } from '@atrium/contract/profile'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { said } from '../i18n/said.ts'
import { api } from '../platform/api.ts'
import { part } from '../platform/part.tsx'
import { useSession } from '../platform/session.ts'
import { Button } from '../ui/button.tsx'
import { useConfirm } from '../ui/confirm.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { toast } from '../ui/toast.tsx'
import { FormError } from './form-parts.tsx'
import { useFormats } from './format.ts'
import { ModelUse } from './model-use.tsx'
import { Loaded, Nothing, Panel, Row, Rows } from './panel.tsx'
import { useChange } from './use-change.ts'
import { useSettingsForm } from './use-settings-form.ts'

const PATH = '/api/user/provider-keys'
const MODELS = '/api/models'

/** Names of companies and products: the same in every language. */
const providerNames: Readonly<Record<string, string>> = {
  openai: 'OpenAI',
  anthropic: 'Anthropic',
  google: 'Google Gemini',
}

/** With the words of the seats, whose limits it is among. */
const PersonLimit = part<object>(() =>
  import('../workforce/settings/person-limit.tsx').then((file) => file.PersonLimit),
)

export function ModelsSection() {
  const { t } = useTranslation('settings')
  const { isMember } = useSession()
  const { data } = useQuery<{ modules: { id: string; title: string }[] }>({ queryKey: ['/api/modules'] })
  const titles = new Map(data?.modules.map(({ id, title }) => [id, said(title)]))
  return (
    <>
      <Panel title={t('models.keys')} text={t('models.keysText')}>
        <ProviderKeys />
      </Panel>
      <Panel title={t('models.available')} text={t('models.availableText')}>
        <Models />
      </Panel>
      <Panel title={t('models.able')} text={t('models.ableText')}>
        <Abilities />
      </Panel>
      <Panel title={t('models.use')} text={t('models.useText')}>
        <ModelUse titles={titles} />
        {isMember && <PersonLimit placeholder={<Skeleton className="h-20 w-full" />} />}
      </Panel>
    </>
  )
}

/** Which model does what of the things that not every model does. */
function Abilities() {
  const { t } = useTranslation('settings')
  const query = useQuery<ModelList>({ queryKey: [MODELS] })
  return (
    <Loaded query={query}>
      {({ able = {} }) => (
        <Rows label={t('models.able')}>
          {(['see', 'draw', 'speak', 'hear', 'embed'] as const).map((ability) => (
            <Row key={ability} title={t(`models.abilities.${ability}`)} text={able[ability] ?? t('models.unable')} />
          ))}
        </Rows>
      )}
    </Loaded>
  )
}

function ProviderKeys() {
  const { t } = useTranslation('settings')
  const { day } = useFormats()
  const confirm = useConfirm()
  const [entering, setEntering] = useState<KeyProvider>()
  const query = useQuery<{ keys: ProviderKey[]; providers: KeyProvider[] }>({ queryKey: [PATH] })
  const remove = useChange({
    act: (provider: KeyProvider) => api.delete(`${PATH}/${provider}`),
    done: 'deleted',
    renew: [PATH, MODELS],
  })
  const ask = async (provider: KeyProvider) => {
    const question = {
      title: t('models.deleteTitle', { provider: providerNames[provider] }),
      text: t('models.deleteText'),
      confirm: t('common.delete'),
      danger: true,
    }
    if (await confirm(question)) remove.mutate(provider)
  }
  return (
    <Loaded query={query}>
      {({ keys, providers }) => (
        <>
          <Rows label={t('models.keys')}>
            {providers.map((provider) => {
              const key = keys.find((one) => one.provider === provider)
              const name = providerNames[provider] ?? provider
              return (
                <Row
                  key={provider}
                  title={name}
                  text={key ? t('models.ending', { ending: key.ending, day: day(key.addedAt) }) : t('models.noKey')}
                >
                  <Button
                    size="sm"
                    aria-label={t(key ? 'models.replaceNamed' : 'models.addNamed', { provider: name })}
                    onClick={() => setEntering(provider)}
                  >
                    {t(key ? 'models.replace' : 'models.add')}
                  </Button>
                  {key && (
                    <Button
                      size="sm"
                      variant="ghost"
                      aria-label={t('deleteNamed', { name })}
                      onClick={() => void ask(provider)}
                    >
                      {t('common.delete')}
                    </Button>
                  )}
                </Row>
              )
            })}
          </Rows>
          {entering && <EnterKey provider={entering} onClose={() => setEntering(undefined)} />}
        </>
      )}
    </Loaded>
  )
}

function EnterKey({ provider, onClose }: { provider: KeyProvider; onClose: () => void }) {
  const { t } = useTranslation('settings')
  const client = useQueryClient()
  const name = providerNames[provider] ?? provider
  const { field, formProps, isSubmitting, rootError } = useSettingsForm({
    schema: NewProviderKey,
    values: { key: '' },
    guarded: false,
    save: async (values) => {
      await api.put<ProviderKey>(`${PATH}/${provider}`, values)
      onClose()
      toast({ title: t('done.saved'), description: t('models.works', { provider: name }) })
      for (const path of [PATH, MODELS]) void client.invalidateQueries({ queryKey: [path] })
    },
  })
  return (
    <Dialog
      open
      size="sm"
      onOpenChange={(open) => open || onClose()}
      title={t('models.enterTitle', { provider: name })}
      description={t('models.enterText')}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" form="provider-key" variant="primary" loading={isSubmitting}>
            {t('models.test')}
          </Button>
        </>
      }
    >
      <form id="provider-key" {...formProps} className="flex flex-col gap-3 pt-2">
        <TextField label={t('models.key')} type="password" autoComplete="off" dir="ltr" {...field('key')} />
        <FormError>{rootError}</FormError>
      </form>
    </Dialog>
  )
}

function Models() {
  const { t } = useTranslation('settings')
  const { number } = useFormats()
  const query = useQuery<ModelList>({ queryKey: [MODELS] })
  return (
    <Loaded query={query}>
      {({ models }) =>
        models.length === 0 ? (
          <Nothing>{t('models.none')}</Nothing>
        ) : (
          <Rows label={t('models.available')}>
            {models.map(({ id, name, provider, contextWindow }) => (
              <Row
                key={id}
                title={name}
                text={
                  provider === 'guide'
                    ? t('models.builtIn')
                    : `${providerNames[provider] ?? provider} · ${t('models.context', { tokens: number(contextWindow) })}`
                }
              />
            ))}
          </Rows>
        )
      }
    </Loaded>
  )
}
