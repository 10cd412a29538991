import { Button, controlClass, Dialog, ModelButton, readAction, sentenceFor, TextField } from '@atrium/web/kit'
import { clsx } from 'clsx'
import { TriangleAlert } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import type { Step } from '../cleaning/step-schema.ts'
import { functions } from '../formulas/functions.ts'
import { writeColumn } from '../formulas/parse.ts'
import type { FormulaTrial } from '../formulas/trial.ts'
import type { Profile } from '../measuring/profile.ts'
import type csv from '../module.ts'
import { useAnswer } from './client.ts'
import type { Source } from './engine.ts'
import { shownCount } from './formats.ts'
import { useTexts } from './texts.ts'

interface FormulaDialogProps {
  dataset: string
  source: Source
  columns: readonly Profile[]
  /** The column that it changes; null for a new one. */
  column: string | null
  onStep: (step: Step) => void
  onClose: () => void
}

const groups = ['text', 'number', 'date', 'choice'] as const

/** A column worked out by a formula, seen on the first rows while it is written. */
export function FormulaDialog({ dataset, source, columns, column, onStep, onClose }: FormulaDialogProps) {
  const { t } = useTexts()
  const form = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const [formula, setFormula] = useState(column === null ? '' : writeColumn(column))
  const [name, setName] = useState(column ?? '')
  const [wish, setWish] = useState('')
  const [isAsked, setIsAsked] = useState(false)
  const isNone = formula.trim() === ''
  const tried = useAnswer('tryFormula', isNone ? null : [source, formula])
  const trial = tried.data
  // What was tried is what is written, not what was written before.
  const isWaited = !isNone && (tried.isPending || tried.isPlaceholderData)
  const fault = !isNone && trial?.fault ? t(`server.formula.${trial.fault.why}`, { word: trial.fault.word }) : null
  const failure = !isNone && tried.error ? sentenceFor(tried.error) : fault
  const error = isAsked && isNone ? t('server.formula.empty') : failure

  const insert = (text: string) => {
    const at = field.current?.selectionStart ?? formula.length
    setFormula(formula.slice(0, at) + text + formula.slice(field.current?.selectionEnd ?? at))
    requestAnimationFrame(() => {
      field.current?.focus()
      field.current?.setSelectionRange(at + text.length, at + text.length)
    })
  }
  const propose = async (signal: AbortSignal) => {
    const asked = { dataset, wish }
    setFormula((await readAction<typeof csv, 'proposeFormula'>('csv', 'proposeFormula', asked, signal)).formula)
  }
  return (
    <Dialog
      open
      size="lg"
      onOpenChange={(open) => !open && onClose()}
      title={column === null ? t('formula.new') : t('formula.change', { column })}
      description={t('formula.text')}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button variant="primary" type="submit" form={form} loading={isWaited}>
            {t('form.do')}
          </Button>
        </>
      }
    >
      <form
        id={form}
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          setIsAsked(true)
          const into = name.trim()
          if (isNone || into === '' || isWaited || !trial || trial.fault) return
          onStep({ kind: 'formula', formula: formula.trim(), name: into, readings: trial.readings.slice(0, 100) })
          onClose()
        }}
      >
        <div className="flex flex-wrap items-end gap-2">
          <TextField
            label={t('formula.wish')}
            placeholder={t('formula.wishExample')}
            className="min-w-56 flex-1"
            value={wish}
            onChange={({ target }) => setWish(target.value)}
          />
          <div className="pb-0.5">
            <ModelButton label={t('formula.write')} disabled={wish.trim() === ''} run={propose} />
          </div>
        </div>
        {column === null && (
          <TextField
            label={t('formula.name')}
            value={name}
            maxLength={200}
            error={isAsked && name.trim() === '' ? t('form.needName') : undefined}
            onChange={({ target }) => setName(target.value)}
          />
        )}
        <div className="flex flex-col gap-1.5">
          <label htmlFor={`${form}-formula`} className="text-sm font-medium">
            {t('formula.formula')}
          </label>
          <textarea
            ref={field}
            id={`${form}-formula`}
            dir="ltr"
            rows={3}
            spellCheck={false}
            autoCapitalize="none"
            maxLength={2_000}
            value={formula}
            aria-invalid={error !== null}
            aria-describedby={`${form}-error`}
            onChange={({ target }) => setFormula(target.value)}
            className={clsx(controlClass, 'field-sizing-content min-h-20 resize-y px-3 py-2 font-mono sm:text-sm')}
          />
          <p id={`${form}-error`} aria-live="polite" className="min-h-5 text-sm text-danger-ink">
            {error}
          </p>
        </div>
        <div className="-mt-3 flex max-h-24 flex-wrap gap-1 overflow-auto">
          {columns.slice(0, 100).map((one) => (
            <button
              key={one.name}
              type="button"
              onClick={() => insert(writeColumn(one.name))}
              className="max-w-48 truncate rounded-sm border border-line px-1.5 py-0.5 text-xs text-muted hover:bg-hover hover:text-ink touch:min-h-10"
            >
              {one.name}
            </button>
          ))}
        </div>
        {!isNone && trial && !trial.fault && <Trial trial={trial} />}
        <details className="text-sm">
          <summary className="cursor-pointer font-medium">{t('formula.functions')}</summary>
          <div className="mt-2 grid gap-4 sm:grid-cols-2">
            {groups.map((group) => (
              <section key={group}>
                <h3 className="mb-1 text-xs font-medium text-muted">{t(`formula.groups.${group}`)}</h3>
                <ul className="flex flex-col gap-0.5">
                  {Object.entries(functions)
                    .filter(([, one]) => one.group === group)
                    .map(([key, { form: written }]) => (
                      <li key={key}>
                        <button
                          type="button"
                          onClick={() => insert(/^(and|or|not)$/.test(key) ? ` ${key} ` : `${key}(`)}
                          className="rounded-sm px-1 text-start hover:bg-hover touch:min-h-10"
                        >
                          <code dir="ltr" className="text-xs">
                            {written}
                          </code>
                          <span className="ms-2 text-xs text-muted">
                            {t(`formula.does.${key}` as Parameters<typeof t>[0])}
                          </span>
                        </button>
                      </li>
                    ))}
                </ul>
              </section>
            ))}
          </div>
        </details>
      </form>
    </Dialog>
  )
}

/** What comes of it in the first rows, and where it fails. */
function Trial({ trial: { columns, rows, failed, looked } }: { trial: FormulaTrial }) {
  const { t, language } = useTexts()
  return (
    <section aria-label={t('formula.preview')}>
      <div className="overflow-x-auto rounded-lg border border-line">
        <table className="w-full text-sm">
          <thead className="bg-surface text-xs text-muted">
            <tr>
              <th scope="col" className="px-2 py-1 text-end font-normal">
                {t('grid.row')}
              </th>
              {columns.map((name) => (
                <th key={name} scope="col" className="max-w-48 truncate px-2 py-1 text-start font-normal">
                  {name}
                </th>
              ))}
              <th scope="col" className="px-2 py-1 text-start font-medium text-ink">
                {t('formula.result')}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ at, cells, result, fault }) => (
              <tr key={at} className="border-t border-line/50">
                <td className="px-2 py-1 text-end text-xs text-faint tabular">{shownCount(at + 1, language)}</td>
                {cells.map((cell, place) => (
                  <td key={columns[place]} dir="auto" className="max-w-48 truncate px-2 py-1 whitespace-pre">
                    {cell}
                  </td>
                ))}
                <td
                  dir="auto"
                  className={clsx(
                    'max-w-64 px-2 py-1',
                    fault ? 'text-warning-ink' : 'truncate whitespace-pre font-medium',
                  )}
                >
                  {fault ? t(`server.formula.${fault.why}`, { word: fault.word }) : result}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {failed > 0 && (
        <p className="mt-1.5 flex items-start gap-1.5 text-xs text-warning-ink">
          <TriangleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
          {t('formula.failed', {
            count: failed,
            shown: shownCount(failed, language),
            all: shownCount(looked, language),
          })}
        </p>
      )}
    </section>
  )
}
