import { fieldsOf } from '@atrium/contract/field-facts'
import type { Module } from '@atrium/contract/module'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { i18n } from '../i18n/index.ts'
import { MODULES } from '../i18n/module-files.ts'
import { said } from '../i18n/said.ts'
import { sentenceFor } from '../platform/api.ts'
import { useAction, useModuleQuery } from '../platform/module-client.ts'
import { patiently } from '../platform/patiently.ts'
import { declarationOf } from '../shell/modules.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { ModuleSecrets } from './module-secrets.tsx'
import type { ModuleSettingsProps } from './module-settings.tsx'
import { RecordForm } from './record-form.tsx'
import { RecordHistory } from './record-history.tsx'
import { labelled } from './schema-fields.ts'

export function ModuleSettingsPanel({ module, open, onOpenChange }: ModuleSettingsProps) {
  const { t } = useTranslation('kit')
  const { id, title, hasSettings, secrets = {} } = module
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t('settings.of', { name: said(title) })}>
      <div className="flex flex-col gap-8">
        {hasSettings && <SettingsForm module={id} onDone={() => onOpenChange(false)} />}
        {Object.keys(secrets).length > 0 && <ModuleSecrets module={id} />}
      </div>
    </Dialog>
  )
}

/** The settings as they are now; version 0 while none was ever changed. */
type Shown = Record<string, unknown> & { id: string | null; version: number }

/** What a module declares lies in a file of its own, which comes with the first form. */
function useDeclaredSettings(module: string) {
  const load = declarationOf(module)
  return useQuery({
    queryKey: ['declaration', module],
    queryFn: load
      ? async () => {
          const [{ settings }] = await Promise.all([patiently(load), i18n.loadNamespaces(`${MODULES}${module}`)])
          return settings ?? null
        }
      : skipToken,
    structuralSharing: false,
  })
}

function SettingsForm({ module, onDone }: { module: string; onDone: () => void }) {
  const declared = useDeclaredSettings(module)
  const { data, error } = useModuleQuery<Module, string>(module, 'settings', {})
  const failure = declared.error ?? error
  if (failure)
    return (
      <p role="alert" className="text-danger-ink">
        {sentenceFor(failure)}
      </p>
    )
  if (!declared.data || !data) return <Skeleton className="h-40 w-full" />
  return <LoadedForm module={module} schema={declared.data} settings={data as Shown} onDone={onDone} />
}

interface LoadedFormProps {
  module: string
  schema: NonNullable<Module['settings']>
  settings: Shown
  onDone: () => void
}

function LoadedForm({ module, schema, settings, onDone }: LoadedFormProps) {
  const { t } = useTranslation('kit')
  // As they were when the form opened: what has happened to them since is a conflict, not to be written over.
  const [opened] = useState(settings)
  const [inHistory, setInHistory] = useState(false)
  const labels = Object.fromEntries(fieldsOf({ schema }).map((field) => [field.name, labelled(field)]))
  const change = useAction<Module, string>(module, 'changeSettings', { done: t('records.saved'), fields: labels })
  return (
    <>
      <RecordForm
        collection={{ schema, version: 1, search: [] }}
        value={opened}
        submit={t('records.save')}
        extra={opened.id !== null && <Button onClick={() => setInHistory(true)}>{t('history.title')}</Button>}
        onSubmit={async (value) => {
          await change.mutateAsync({ ...value, version: opened.version })
          onDone()
        }}
      />
      <RecordHistory
        module={module}
        collection="settings"
        id={opened.id}
        open={inHistory}
        onOpenChange={setInHistory}
        fields={labels}
      />
    </>
  )
}
