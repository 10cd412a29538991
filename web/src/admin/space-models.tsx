import { modelName } from '@atrium/contract/catalogue/model-names'
import { spaceOf } from '@atrium/contract/catalogue/spaces'
import type { ModelInfo } from '@atrium/contract/models'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { modelsQuery } from '../chat/thread-queries.ts'
import { said } from '../i18n/said.ts'
import { api, referenceFor, sentenceFor } from '../platform/api.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Switch } from '../ui/field.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { toast } from '../ui/toast.tsx'

interface Restriction {
  key: string
  sensitive: boolean
  models: string[] | null
}

const queryKey = ['/api/admin/spaces']

/** A part of /admin: which models may answer in which Space. */
export function SpaceModels() {
  const { t } = useTranslation('admin')
  const query = useQuery<{ spaces: Restriction[] }>({ queryKey, staleTime: 0 })
  const { data } = useQuery(modelsQuery)
  const [open, setOpen] = useState<Restriction | null>(null)
  const models = data?.models.filter(({ provider }) => provider !== 'guide') ?? []
  if (query.error) {
    return (
      <EmptyState
        title={t('errors.loadFailed')}
        text={sentenceFor(query.error)}
        action={<Button onClick={() => void query.refetch()}>{t('common.retry')}</Button>}
      />
    )
  }
  if (!query.data) return <Skeleton className="h-64 w-full" />
  const summaryOf = ({ models: chosen }: Restriction): string => {
    if (chosen === null) return t('spaces.all')
    return chosen.length === 0 ? t('spaces.none') : t('spaces.some', { count: chosen.length })
  }
  return (
    <>
      <p className="max-w-prose text-pretty text-muted">{t('spaces.text')}</p>
      <ul aria-label={t('spaces.title')} className="mt-4 divide-y divide-line border-y border-line">
        {query.data.spaces.map((one) => {
          const name = said(spaceOf(one.key)?.title ?? one.key)
          return (
            <li key={one.key} className="flex min-h-13 items-center gap-3 py-2">
              <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1">
                <span className="font-medium">
                  <span aria-hidden>{spaceOf(one.key)?.emoji}</span> {name}
                </span>
                {one.sensitive && <Badge tone="warning">{t('spaces.sensitive')}</Badge>}
              </div>
              <Button
                size="sm"
                aria-label={`${t('spaces.choose', { name })}: ${summaryOf(one)}`}
                onClick={() => setOpen(one)}
              >
                {summaryOf(one)}
              </Button>
            </li>
          )
        })}
      </ul>
      {open && <ModelsDialog key={open.key} restriction={open} models={models} onClose={() => setOpen(null)} />}
    </>
  )
}

interface ModelsDialogProps {
  restriction: Restriction
  models: readonly ModelInfo[]
  onClose: () => void
}

function ModelsDialog({ restriction: { key, models: before }, models, onClose }: ModelsDialogProps) {
  const { t } = useTranslation('admin')
  const client = useQueryClient()
  const [chosen, setChosen] = useState(before)
  const [busy, setBusy] = useState(false)
  const name = said(spaceOf(key)?.title ?? key)
  // One that was chosen and is not connected now is still shown, to be taken out.
  const gone = (before ?? []).filter((id) => !models.some((model) => model.id === id))
  const listed = [
    ...models.map((model) => ({ id: model.id, label: modelName(model.id, model.name) })),
    ...gone.map((id) => ({ id, label: `${modelName(id, id)} (${t('spaces.missing')})` })),
  ]
  const save = async () => {
    setBusy(true)
    try {
      await api.put(`/api/admin/spaces/${key}/models`, { models: chosen })
      await client.invalidateQueries({ queryKey })
      void client.invalidateQueries({ queryKey: ['/api/spaces', key] })
      toast({ title: t('spaces.saved', { name }) })
      onClose()
    } catch (error) {
      toast({
        variant: 'destructive',
        title: t('spaces.failed'),
        description: sentenceFor(error),
        reference: referenceFor(error),
      })
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('spaces.heading', { name })}
      description={t('spaces.help')}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button variant="primary" loading={busy} onClick={() => void save()}>
            {t('common.save')}
          </Button>
        </>
      }
    >
      <Switch
        label={t('spaces.any')}
        help={t('spaces.anyHelp')}
        checked={chosen === null}
        onChange={(any) => setChosen(any ? null : (before ?? []))}
      />
      {chosen !== null && (
        <fieldset className="mt-4 max-h-80 overflow-y-auto">
          <legend className="sr-only">{t('spaces.heading', { name })}</legend>
          {listed.length === 0 && <p className="text-sm text-muted">{t('spaces.noModels')}</p>}
          {listed.map(({ id, label }) => (
            <label key={id} className="flex min-h-9 items-center gap-2.5 text-sm touch:min-h-11">
              <input
                type="checkbox"
                checked={chosen.includes(id)}
                onChange={(event) =>
                  setChosen(event.target.checked ? [...chosen, id] : chosen.filter((one) => one !== id))
                }
                className="size-4 accent-accent"
              />
              <bdi>{label}</bdi>
            </label>
          ))}
        </fieldset>
      )}
    </Dialog>
  )
}
