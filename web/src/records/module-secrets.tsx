import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { said } from '../i18n/said.ts'
import { api, sentenceFor } from '../platform/api.ts'
import { moduleKey } from '../platform/news.ts'
import { useScope } from '../platform/scope.ts'
import { asSomebody } from '../platform/somebody.ts'
import { Loaded, Row, Rows } from '../settings/panel.tsx'
import { Button } from '../ui/button.tsx'
import { useConfirm } from '../ui/confirm.tsx'
import { TextField } from '../ui/field.tsx'
import { formatDate } from '../ui/formats.ts'
import { toast } from '../ui/toast.tsx'

interface Secret {
  name: string
  title: string
  summary: string
  /** null while there is none. */
  setAt: string | null
}

/** What a module keeps encrypted: whether and since when it is set, a new value, its end. The value itself never comes here. */
export function ModuleSecrets({ module }: { module: string }) {
  const { t, i18n } = useTranslation('kit')
  const path = `/api/modules/${module}/secrets`
  useScope() // another scope has others
  const client = useQueryClient()
  const query = useQuery({
    queryKey: [...moduleKey(module), 'secrets'],
    queryFn: ({ signal }) => api.get<{ secrets: Secret[] }>(path, { signal }),
  })
  const [entering, setEntering] = useState<string | null>(null)
  const confirm = useConfirm()
  const renewed = () => client.invalidateQueries({ queryKey: [...moduleKey(module), 'secrets'] })
  const remove = useMutation({
    mutationFn: ({ name }: Secret) => asSomebody(client, () => api.delete(`${path}/${name}`)),
    onSuccess: () => {
      toast({ title: t('settings.secretRemoved') })
      return renewed()
    },
    onError: (error) => toast({ variant: 'destructive', title: sentenceFor(error) }),
  })
  const ask = async (secret: Secret) => {
    const question = {
      title: t('settings.removeTitle', { name: said(secret.title) }),
      text: t('settings.removeText'),
      confirm: t('settings.remove'),
      danger: true,
    }
    if (await confirm(question)) remove.mutate(secret)
  }
  return (
    <section aria-label={t('settings.secrets')} className="flex flex-col gap-3">
      <header>
        <h3 className="text-base">{t('settings.secrets')}</h3>
        <p className="mt-0.5 text-pretty text-muted">{t('settings.secretsText')}</p>
      </header>
      <Loaded query={query}>
        {({ secrets }) => (
          <Rows label={t('settings.secrets')}>
            {secrets.map((secret) => {
              const { name, summary, setAt } = secret
              const title = said(secret.title)
              if (entering === name)
                return (
                  <li key={name} className="py-3">
                    <EnterSecret
                      path={`${path}/${name}`}
                      label={title}
                      help={summary && said(summary)}
                      onKept={renewed}
                      onClose={() => setEntering(null)}
                    />
                  </li>
                )
              const state = setAt
                ? t('settings.setAt', { day: formatDate(setAt, i18n.language) })
                : t('settings.notSet')
              return (
                <Row key={name} title={title} text={state}>
                  <Button
                    size="sm"
                    aria-label={t(setAt ? 'settings.replaceNamed' : 'settings.setNamed', { name: title })}
                    onClick={() => setEntering(name)}
                  >
                    {t(setAt ? 'settings.replace' : 'settings.set')}
                  </Button>
                  {setAt && (
                    <Button
                      size="sm"
                      variant="ghost"
                      aria-label={t('settings.removeNamed', { name: title })}
                      onClick={() => void ask(secret)}
                    >
                      {t('settings.remove')}
                    </Button>
                  )}
                </Row>
              )
            })}
          </Rows>
        )}
      </Loaded>
    </section>
  )
}

interface EnterSecretProps {
  path: string
  label: string
  help: string
  onKept: () => Promise<unknown>
  onClose: () => void
}

function EnterSecret({ path, label, help, onKept, onClose }: EnterSecretProps) {
  const { t } = useTranslation('kit')
  const client = useQueryClient()
  const [value, setValue] = useState('')
  const keep = useMutation({
    mutationFn: () => asSomebody(client, () => api.put(path, { value })),
    onSuccess: async () => {
      toast({ title: t('settings.secretKept') })
      await onKept()
      onClose()
    },
    gcTime: 0, // what was typed is not kept
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    keep.mutate()
  }
  return (
    <form noValidate className="flex flex-col gap-3" onSubmit={submit}>
      <TextField
        autoFocus
        label={label}
        help={help}
        type="password"
        autoComplete="off"
        data-1p-ignore
        data-lpignore="true"
        spellCheck={false}
        dir="ltr"
        value={value}
        onChange={(event) => setValue(event.target.value)}
        error={keep.error ? sentenceFor(keep.error) : undefined}
      />
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button type="submit" variant="primary" loading={keep.isPending}>
          {t('records.save')}
        </Button>
      </div>
    </form>
  )
}
