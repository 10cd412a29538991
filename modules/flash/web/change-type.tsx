import { Button, Dialog, Select, useAction, useModuleQuery } from '@atrium/web/kit'
import { useState } from 'react'
import type flash from '../module.ts'
import { useTexts } from './texts.ts'

interface ChangeTypeProps {
  /** The cards whose notes get another type. */
  ids: readonly string[]
  note: string
  open: boolean
  onClose: () => void
  onDone: () => void
}

/** Another type for chosen notes: which of their fields stands where in it. */
export function ChangeType({ open, onClose, ...form }: ChangeTypeProps) {
  const { t } = useTexts()
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={t('types.change')}
      description={t('types.changeHelp')}
    >
      {open && <Form {...form} onClose={onClose} />}
    </Dialog>
  )
}

function Form({ ids, note, onClose, onDone }: Omit<ChangeTypeProps, 'open'>) {
  const { t } = useTexts()
  const { data: types } = useModuleQuery<typeof flash, 'types'>('flash', 'types', {})
  const { data: view } = useModuleQuery<typeof flash, 'note'>('flash', 'note', { id: note })
  const change = useAction<typeof flash, 'changeType'>('flash', 'changeType', {
    done: ({ count, removed }) => t(removed > 0 ? 'types.changedGone' : 'types.changed', { count, removed }),
  })
  const [key, setKey] = useState<string | null>(null)
  const [chosen, setChosen] = useState<Readonly<Record<number, string>>>({})
  if (!types || !view) return null
  const others = types.filter((type) => type.key !== view.type)
  const type = others.find((one) => one.key === key) ?? others[0]
  if (!type) return null
  /** By the same name, else by the same place. */
  const usual = (name: string, at: number) => {
    const named = view.fieldNames.indexOf(name)
    return String(named >= 0 ? named : at < view.fieldNames.length ? at : '')
  }
  const placeOf = (name: string, at: number) => chosen[at] ?? usual(name, at)
  const submit = () => {
    const fields = type.fields.map((name, at) => (placeOf(name, at) === '' ? null : Number(placeOf(name, at))))
    change.mutate({ ids: [...ids], type: type.key, fields }, { onSuccess: onDone })
  }
  const used = new Set(type.fields.map(placeOf))
  const left = view.fieldNames.filter((_, at) => !used.has(String(at)))
  return (
    <div className="flex flex-col gap-4">
      <Select
        label={t('types.to')}
        value={type.key}
        onChange={(event) => {
          setKey(event.target.value)
          setChosen({})
        }}
        options={others.map((one) => ({ value: one.key, label: one.name }))}
      />
      <fieldset className="flex flex-col gap-3">
        <legend className="mb-2 text-sm font-medium">{t('types.mapping')}</legend>
        {type.fields.map((name, at) => (
          <Select
            key={name}
            label={name}
            value={placeOf(name, at)}
            onChange={(event) => setChosen({ ...chosen, [at]: event.target.value })}
            options={[
              { value: '', label: t('types.nothing') },
              ...view.fieldNames.map((field, place) => ({ value: String(place), label: field })),
            ]}
          />
        ))}
      </fieldset>
      {left.length > 0 && (
        <p role="status" className="text-sm text-pretty text-warning-ink">
          {t('types.left', { fields: left.join(', ') })}
        </p>
      )}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>{t('cancel')}</Button>
        <Button variant="primary" loading={change.isPending} onClick={submit}>
          {t('types.changeIt')}
        </Button>
      </div>
    </div>
  )
}
