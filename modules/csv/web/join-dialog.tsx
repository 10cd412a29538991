import { Button, Dialog, formatNumber, Select, Skeleton, Switch, TextField } from '@atrium/web/kit'
import { useState } from 'react'
import type { JoinKind } from '../joining.ts'
import type { DatasetRow } from '../module.ts'
import { bareName } from '../writing.ts'
import { ask, sourceOf, useAnswer } from './client.ts'
import { Problem } from './problem.tsx'
import { useTexts } from './texts.ts'
import { useOpenFile } from './use-open-file.ts'

interface JoinDialogProps {
  dataset: DatasetRow
  datasets: readonly DatasetRow[]
  onDone: (id: string) => void
  onClose: () => void
}

const kinds = ['left', 'inner', 'full'] as const

/** Two datasets side by side where a column of each says the same: how many match is told before. */
export function JoinDialog({ dataset, datasets, onDone, onClose }: JoinDialogProps) {
  const { t, language } = useTexts()
  const others = datasets.filter(({ id }) => id !== dataset.id)
  const [otherId, setOtherId] = useState(others[0]?.id ?? '')
  const other = others.find(({ id }) => id === otherId)
  const [kind, setKind] = useState<JoinKind>('left')
  const [chosen, setChosen] = useState<{ left?: string; right?: string; loose: boolean }>({ loose: true })
  const [name, setName] = useState<string>()
  const { open, opening } = useOpenFile()
  const left = sourceOf(dataset)
  const right = other ? sourceOf(other) : null
  const { data: leftColumns } = useAnswer('open', [left])
  const { data: rightColumns } = useAnswer('open', right && [right])
  const namesOf = (opened: typeof leftColumns) => opened?.columns.map((column) => column.name) ?? []
  const [lefts, rights] = [namesOf(leftColumns), namesOf(rightColumns)]
  // Columns of the same name are what most people mean.
  const shared = lefts.find((one) => rights.some((two) => two.toLowerCase() === one.toLowerCase()))
  const keys = {
    left: chosen.left !== undefined && lefts.includes(chosen.left) ? chosen.left : (shared ?? lefts[0] ?? ''),
    right:
      chosen.right !== undefined && rights.includes(chosen.right)
        ? chosen.right
        : (rights.find((one) => one.toLowerCase() === shared?.toLowerCase()) ?? rights[0] ?? ''),
    loose: chosen.loose,
  }
  const { data: report, error } = useAnswer(
    'joinReport',
    right && lefts.length > 0 && rights.length > 0 ? [left, right, keys, kind] : null,
  )
  const title = name ?? `${bareName(dataset.name)} + ${bareName(other?.name ?? '')}`
  const join = async () => {
    if (!right) return
    const table = await ask('join', left, right, keys, kind)
    const id = table && (await open([table], { name: title, format: 'join' }))
    if (id) onDone(id)
  }
  const number = (value: number) => formatNumber(value, language)
  return (
    <Dialog
      open
      size="lg"
      onOpenChange={(next) => !next && onClose()}
      title={t('join.title', { name: dataset.name })}
      description={t('join.text')}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button
            variant="primary"
            loading={opening !== null}
            disabled={!report || report.rows === 0 || title.trim() === ''}
            onClick={() => void join()}
          >
            {t('join.do')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Select
          label={t('join.with')}
          value={otherId}
          options={others.map(({ id, name: label }) => ({ value: id, label }))}
          onChange={({ target }) => setOtherId(target.value)}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <Select
            label={t('join.key', { name: dataset.name })}
            value={keys.left}
            options={lefts.map((value) => ({ value, label: value }))}
            onChange={({ target }) => setChosen({ ...chosen, left: target.value })}
          />
          <Select
            label={t('join.key', { name: other?.name ?? '' })}
            value={keys.right}
            options={rights.map((value) => ({ value, label: value }))}
            onChange={({ target }) => setChosen({ ...chosen, right: target.value })}
          />
        </div>
        <Select
          label={t('join.kind')}
          value={kind}
          options={kinds.map((value) => ({ value, label: t(`join.kinds.${value}`) }))}
          onChange={({ target }) => setKind(target.value as JoinKind)}
        />
        <Switch label={t('join.loose')} checked={chosen.loose} onChange={(loose) => setChosen({ ...chosen, loose })} />
        {error ? (
          <Problem error={error} />
        ) : report === undefined ? (
          <Skeleton className="h-16" />
        ) : report === null ? (
          <p className="text-sm text-danger-ink">{t('join.tooMany')}</p>
        ) : (
          <dl
            aria-live="polite"
            className="grid grid-cols-2 gap-x-6 gap-y-1 rounded-md bg-surface p-3 text-sm sm:grid-cols-[1fr_auto_1fr_auto]"
          >
            {(['leftMatched', 'leftOnly', 'rightMatched', 'rightOnly'] as const).map((key) => (
              <div key={key} className="contents">
                <dt className="text-muted">{t(`join.${key}`)}</dt>
                <dd className="text-end tabular">{number(report[key])}</dd>
              </div>
            ))}
            <dt className="font-medium">{t('join.rows')}</dt>
            <dd className="text-end font-medium tabular">{number(report.rows)}</dd>
          </dl>
        )}
        <TextField
          label={t('join.name')}
          value={title}
          maxLength={200}
          onChange={({ target }) => setName(target.value)}
        />
      </div>
    </Dialog>
  )
}
