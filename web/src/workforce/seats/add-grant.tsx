import type { ModuleInfo, ModuleSummary } from '@atrium/contract/module-shown'
import type { SeatDetails, SeatGrant } from '@atrium/contract/workforce-seats'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { localeOf } from '../../i18n/locale.ts'
import { said } from '../../i18n/said.ts'
import { sentenceFor } from '../../platform/api.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/field.tsx'
import { grantName } from './grant-name.ts'

interface AddGrantProps {
  seat: SeatDetails
  granted: readonly SeatGrant[]
  onAdd: (grant: SeatGrant) => void
}

/** What the agent came with, and does not have any more. */
const OWN = 'own'

/** One action more, of a module that is installed or of what the agent came with. What changes something asks first until the person says otherwise. */
export function AddGrant({ seat, granted, onAdd }: AddGrantProps) {
  const { t, i18n } = useTranslation('seats')
  const list = useQuery<{ modules: ModuleSummary[] }>({ queryKey: ['/api/modules'] })
  const [source, setSource] = useState('')
  const isModule = source !== '' && source !== OWN
  const { data: module, error: failed } = useQuery<ModuleInfo>({
    queryKey: ['/api/modules', source],
    enabled: isModule,
  })
  const [action, setAction] = useState('')
  const has = (name: string) => granted.some((one) => one.action === name)
  const own = seat.agent.grants.filter((grant) => !has(grant.action))
  const modules = (list.data?.modules ?? []).filter(({ effects }) => effects.length > 0)
  const offered = source === OWN ? own : module ? grantsOf(module).filter((grant) => !has(grant.action)) : []
  const isKnown = !isModule || module !== undefined
  const chosen = offered.find((grant) => grant.action === action)
  const { compare } = new Intl.Collator(localeOf(i18n.language))
  if (list.error)
    return (
      <p role="alert" className="text-muted">
        {sentenceFor(list.error)}
      </p>
    )
  const label = (grant: SeatGrant) => {
    const words = grantName(t, grant)
    return grant.effect ? t('access.option', { action: words, effect: t(`access.effects.${grant.effect}`) }) : words
  }
  return (
    <form
      className="flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (!chosen) return
        onAdd(chosen)
        setAction('')
      }}
    >
      <Select
        className="min-w-0 flex-1 basis-44"
        label={t('access.from')}
        value={source}
        options={[
          { value: '', label: t('access.chooseFrom') },
          ...(own.length > 0 ? [{ value: OWN, label: t('access.own') }] : []),
          ...modules
            .map(({ id, title }) => ({ value: id, label: said(title) }))
            .sort((a, b) => compare(a.label, b.label)),
        ]}
        onChange={({ target }) => {
          setSource(target.value)
          setAction('')
        }}
      />
      <Select
        className="min-w-0 flex-[2] basis-56"
        label={t('access.action')}
        value={chosen ? action : ''}
        disabled={offered.length === 0}
        options={[
          { value: '', label: t(source && isKnown && offered.length === 0 ? 'access.hasAll' : 'access.chooseAction') },
          ...offered.map((grant) => ({ value: grant.action, label: label(grant) })),
        ]}
        onChange={({ target }) => setAction(target.value)}
      />
      <Button type="submit" disabled={!chosen} className="h-10!">
        {t('access.add')}
      </Button>
      {failed && (
        <p role="alert" className="w-full text-sm text-muted">
          {sentenceFor(failed)}
        </p>
      )}
    </form>
  )
}

/** All of a module, and each of its actions. */
function grantsOf({ id, title, summary, actions }: ModuleInfo): SeatGrant[] {
  const each = Object.entries(actions).map(([name, { summary, effect }]) => ({
    action: `${id}.${name}`,
    asks: effect !== 'read',
    title: '',
    summary,
    effect,
  }))
  return [{ action: `${id}.*`, asks: true, title, summary, effect: null }, ...each]
}
