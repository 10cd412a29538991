import type { ActivityItem } from '@atrium/contract/activity'
import type { ImportAnswer } from '@atrium/contract/module-files'
import type { TableOptions } from '@atrium/contract/table-import'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { percentOf } from '../activity/activity.ts'
import { said as inWords } from '../i18n/said.ts'
import { sentenceFor } from '../platform/api.ts'
import { useUndo } from '../platform/undo.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Select } from '../ui/field.tsx'
import { formatNumber } from '../ui/formats.ts'
import { Progress } from '../ui/progress.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { toast } from '../ui/toast.tsx'
import { expectUpload } from './expect-upload.ts'
import { FileDrop } from './file-drop.tsx'
import { hasToSay, ImportColumns } from './import-columns.tsx'
import type { ImportDialogProps } from './import-dialog.tsx'
import { ImportCounts, ImportRows } from './import-report-view.tsx'
import { useModuleInfo } from './module-info.ts'
import { UPLOAD_MAX } from './upload.ts'
import { type Reached, useImporting } from './use-importing.ts'

export function ImportPanel({ module, open, onOpenChange, options, optionValues }: ImportDialogProps) {
  const { t } = useTranslation('kit')
  const { info, error: infoError } = useModuleInfo(module)
  const imports = Object.entries(info?.imports ?? {})
  const [said, setSaid] = useState<Partial<TableOptions>>({})
  const values = useMemo(() => ({ ...optionValues, ...said }), [optionValues, said])
  const undo = useUndo(module)
  const done = ({ report, change }: ImportAnswer, isLookedAt: boolean) => {
    const { added, changed } = report
    toast({ title: t('import.done', { added, changed }), action: undo(change) })
    if (isLookedAt) close(false, true)
  }
  const { state, reached, choose, show, take, stop, reset, refuse, isStale } = useImporting(module, values, done)
  const client = useQueryClient()
  useEffect(() => {
    if (open) expectUpload(client, module)
  }, [open, client, module])
  const fitting = (name: string) =>
    imports.filter(([, { accepts }]) => accepts.some((ending) => name.toLowerCase().endsWith(ending)))

  function close(next: boolean, isDone = false) {
    onOpenChange(next)
    if (next) return
    if (state.step === 'importing' && !isDone) toast({ title: t('import.goesOn') })
    reset()
    setSaid({})
  }
  const onFile = (file: File) => {
    setSaid({})
    const formats = fitting(file.name).map(([name]) => name)
    const endings = [...new Set(imports.flatMap(([, { accepts }]) => accepts))].join(', ')
    if (formats.length === 0) refuse(new Error(t('import.wrongEnding', { name: file.name, endings })))
    else if (file.size > UPLOAD_MAX) refuse(new Error(t('import.tooLarge', { name: file.name })))
    else void choose(file, formats)
  }
  const report = state.step === 'shown' || state.step === 'importing' ? state.report : undefined
  const format = 'format' in state ? state.format : undefined
  const count = report ? report.added + report.changed : 0
  const formats = 'name' in state ? fitting(state.name) : []
  const error = infoError ?? ('error' in state ? state.error : undefined)
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      size="lg"
      title={t('import.title')}
      description={t('import.text')}
      footer={
        <>
          <Button onClick={() => close(false)}>
            {t(state.step === 'importing' ? 'common.close' : 'common.cancel')}
          </Button>
          <Button
            variant="primary"
            disabled={count === 0 || isStale || (report?.table !== undefined && hasToSay(report.table))}
            loading={state.step === 'importing'}
            onClick={() => void take()}
          >
            {count === 0 ? t('import.title') : t('import.run', { count })}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {/* Which files it takes has to be known first: one that is chosen before would be refused. */}
        {info ? (
          <FileDrop
            imports={imports.map(([name, { summary, accepts }]) => ({ name, summary: inWords(summary), accepts }))}
            chosen={'name' in state ? state.name : null}
            onFile={onFile}
          />
        ) : (
          !infoError && <Skeleton className="h-40 w-full" />
        )}
        {'upload' in state && formats.length > 1 && (
          <Select
            label={t('import.format')}
            value={format ?? ''}
            options={[
              ...(format ? [] : [{ value: '', label: t('form.choose'), disabled: true }]),
              ...formats.map(([name, { summary }]) => ({ value: name, label: inWords(summary) })),
            ]}
            onChange={({ target }) => {
              if ('upload' in state) void show(state.name, state.upload, target.value)
            }}
          />
        )}
        {/* Before the options, which can fill a phone's screen. Never hidden: a screen reader says what comes into a
            region that it knows, not what a region comes with. While it is empty its margin takes a gap away. */}
        <div aria-live="polite" className="-mt-4 flex flex-col gap-3 *:first:mt-4">
          {state.step === 'uploading' && (
            <Working text={t('import.uploading', { name: state.name })} percent={state.percent} onStop={stop} />
          )}
          {state.step === 'reading' && (
            <Working text={t('import.reading', { name: state.name })} {...measureOf(reached)} onStop={stop} isLong />
          )}
          {state.step === 'importing' && (
            <Working
              text={t('import.reading', { name: state.name })}
              {...measureOf(reached)}
              onStop={stop}
              isStopping={state.isStopping}
              isLong
            />
          )}
          {'isStopped' in state && state.isStopped && <p className="text-sm text-muted">{t('import.stopped')}</p>}
          {error !== undefined && error !== null && (
            <p role="alert" className="text-sm text-danger-ink">
              {sentenceFor(error)}
            </p>
          )}
          {report && <ImportCounts report={report} />}
        </div>
        {format && options?.(format)}
        {report?.table && <ImportColumns table={report.table} options={said} onOptions={setSaid} />}
        {report && <ImportRows report={report} />}
      </div>
    </Dialog>
  )
}

/** Of a preview what of the file has been read, of an import its rows. Once all is read, how long the last rows take is not known. */
function measureOf(reached: Reached | Pick<ActivityItem, 'done' | 'total'> | null) {
  if (reached === null) return { percent: null, rows: 0 }
  if ('done' in reached) return { percent: percentOf(reached), rows: reached.done }
  return { percent: reached.read < 1 ? reached.read * 100 : null, rows: reached.rows }
}

interface WorkingProps {
  text: string
  percent: number | null
  rows?: number
  onStop: () => void
  isStopping?: boolean | undefined
  isLong?: boolean
}

function Working({ text, percent, rows = 0, onStop, isStopping = false, isLong = false }: WorkingProps) {
  const { t, i18n } = useTranslation('kit')
  return (
    <div className="flex flex-col gap-1.5 text-sm">
      <div className="flex items-center justify-between gap-3">
        <p dir="auto" className="min-w-0 truncate">
          {text}
        </p>
        <Button size="sm" loading={isStopping} onClick={onStop}>
          {t('import.stop')}
        </Button>
      </div>
      <Progress value={percent} label={text} />
      {/* Not said aloud each time: the bar tells a screen reader how far it is. */}
      {(rows > 0 || percent !== null) && (
        <p aria-hidden className="flex gap-x-2 text-xs text-muted tabular-nums">
          {percent !== null && (
            <span>{formatNumber(Math.floor(percent) / 100, i18n.language, { style: 'percent' })}</span>
          )}
          {rows > 0 && <span>{t('import.rows', { count: rows })}</span>}
        </p>
      )}
      {/* Said late: most files are read at once. */}
      {isLong && <p className="animate-late text-xs text-muted [animation-delay:5s]">{t('import.long')}</p>}
    </div>
  )
}
