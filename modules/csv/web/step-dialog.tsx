import { cellNumber } from '@atrium/domain/numbers/cell-number'
import { Button, Dialog, Select, Switch, TextField } from '@atrium/web/kit'
import { type FormEvent, useId, useState } from 'react'
import type { Step } from '../cleaning/step-schema.ts'
import { parseDate } from '../dates.ts'
import { isDated } from '../kinds.ts'
import { expression, type Test } from '../measuring/facets.ts'
import type { Profile } from '../measuring/profile.ts'
import { personOrder } from './client.ts'
import { useTexts } from './texts.ts'

/** A step that needs to be told more than its column. */
export interface StepForm {
  kind: 'replace' | 'type' | 'rename' | 'split' | 'join' | 'filter'
  column: string
}

interface StepDialogProps {
  form: StepForm
  columns: readonly Profile[]
  onStep: (step: Step) => void
  onClose: () => void
}

/** What the fields hold; each kind uses some of them. */
interface Fields {
  find: string
  with: string
  regex: boolean
  ignoreCase: boolean
  whole: boolean
  name: string
  by: string
  into: string
  keep: boolean
  other: string
  to: 'text' | 'integer' | 'number' | 'boolean' | 'date' | 'datetime'
  style: 'point' | 'comma'
  order: 'dmy' | 'mdy'
  invalid: 'keep' | 'blank'
  test: 'contains' | 'is' | 'matches' | 'range' | 'blank' | 'filled'
  text: string
  from: string
  until: string
  not: boolean
}

export function StepDialog({ form, columns, onStep, onClose }: StepDialogProps) {
  const { t } = useTexts()
  const id = useId()
  const profile = columns.find(({ name }) => name === form.column)
  const others = columns.filter(({ name }) => name !== form.column)
  const [error, setError] = useState<string>()
  const [fields, setFields] = useState<Fields>({
    find: '',
    with: '',
    regex: false,
    ignoreCase: false,
    whole: false,
    name: form.kind === 'rename' ? form.column : '',
    by: form.kind === 'join' ? ' ' : ',',
    into: '2',
    keep: false,
    other: others[0]?.name ?? '',
    to: 'number',
    style: profile?.reading.style ?? 'point',
    order: (profile?.reading.order ?? personOrder()) === 'mdy' ? 'mdy' : 'dmy',
    invalid: 'keep',
    test: 'contains',
    text: '',
    from: '',
    until: '',
    not: false,
  })
  const set = (change: Partial<Fields>) => {
    setError(undefined)
    setFields({ ...fields, ...change })
  }

  const made = (): Step | string => {
    const { column } = form
    const { find, regex, ignoreCase, whole, name, by, keep, to, style, order, invalid, other } = fields
    if (form.kind === 'replace') {
      if (find === '') return t('form.needFind')
      if (regex && !expression(find)) return t('form.badPattern')
      return { kind: 'replace', columns: [column], find, with: fields.with, regex, ignoreCase, whole }
    }
    if (form.kind === 'rename') return name.trim() ? { kind: 'rename', column, to: name.trim() } : t('form.needName')
    if (form.kind === 'split') {
      const into = Math.round(Number(fields.into))
      if (by === '') return t('form.needBy')
      if (!(into >= 2 && into <= 50)) return t('form.needInto')
      if (regex && !expression(by)) return t('form.badPattern')
      return {
        kind: 'split',
        column,
        by: regex ? by : by.replaceAll('\\t', '\t').replaceAll('\\n', '\n'),
        regex,
        into,
        keep,
      }
    }
    if (form.kind === 'join') {
      if (!other) return t('form.needOther')
      return {
        kind: 'join',
        columns: [column, other],
        with: by,
        name: name.trim() || `${column} ${other}`,
        keep: !keep,
      }
    }
    if (form.kind === 'type') return { kind: 'type', column, to, style, order, invalid }
    const test = testOf(fields, profile)
    if (!test)
      return t(
        fields.test === 'range' ? 'form.needRange' : fields.test === 'matches' ? 'form.badPattern' : 'form.needText',
      )
    return {
      kind: 'filter',
      column,
      test,
      not: fields.not,
      ...(test.is === 'range' && profile && { reading: profile.reading }),
    }
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const step = made()
    if (typeof step === 'string') return setError(step)
    onStep(step)
    onClose()
  }
  const text = (
    key: 'find' | 'with' | 'name' | 'by' | 'text' | 'from' | 'until' | 'into',
    label: string,
    more: { help?: string; error?: string } = {},
  ) => (
    <TextField
      label={label}
      value={fields[key]}
      autoComplete="off"
      onChange={({ target }) => set({ [key]: target.value })}
      {...more}
    />
  )
  const flag = (key: 'regex' | 'ignoreCase' | 'whole' | 'keep' | 'not', label: string) => (
    <Switch label={label} checked={fields[key]} onChange={(checked) => set({ [key]: checked })} />
  )
  const select = <K extends 'to' | 'style' | 'order' | 'invalid' | 'test' | 'other'>(
    key: K,
    label: string,
    options: readonly [string, string][],
  ) => (
    <Select
      label={label}
      value={fields[key]}
      options={options.map(([value, name]) => ({ value, label: name }))}
      onChange={({ target }) => set({ [key]: target.value as Fields[K] } as Partial<Fields>)}
    />
  )
  const types = (['number', 'integer', 'date', 'datetime', 'boolean', 'text'] as const).map(
    (type): [string, string] => [type, t(`types.${type}`)],
  )
  const tests = (['contains', 'is', 'matches', 'range', 'blank', 'filled'] as const).map((test): [string, string] => [
    test,
    t(`form.test.${test}`),
  ])

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t(`form.${form.kind}`, { column: form.column })}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button variant="primary" type="submit" form={id}>
            {t('form.do')}
          </Button>
        </>
      }
    >
      <form id={id} onSubmit={submit} className="flex flex-col gap-4">
        {form.kind === 'replace' && (
          <>
            {text('find', t('form.find'), { error })}
            {text('with', t('form.with'))}
            {flag('regex', t('form.regex'))}
            {flag('ignoreCase', t('form.ignoreCase'))}
            {flag('whole', t('form.whole'))}
          </>
        )}
        {form.kind === 'rename' && text('name', t('form.name'), { error })}
        {form.kind === 'split' && (
          <>
            {text('by', t('form.by'), { help: t('form.byHelp'), error })}
            {text('into', t('form.into'), { help: t('form.intoHelp') })}
            {flag('regex', t('form.regex'))}
            {flag('keep', t('form.keep'))}
          </>
        )}
        {form.kind === 'join' && (
          <>
            {select(
              'other',
              t('form.other'),
              others.map(({ name }): [string, string] => [name, name]),
            )}
            {text('by', t('form.between'))}
            {text('name', t('form.name'), { help: t('form.joinHelp'), error })}
            {flag('keep', t('form.dropBoth'))}
          </>
        )}
        {form.kind === 'type' && (
          <>
            {select('to', t('form.to'), types)}
            {(fields.to === 'number' || fields.to === 'integer') &&
              select('style', t('form.style'), [
                ['point', '1,234.5'],
                ['comma', '1.234,5'],
              ])}
            {isDated(fields.to) &&
              select('order', t('form.order'), [
                ['dmy', t('form.dmy')],
                ['mdy', t('form.mdy')],
              ])}
            {select('invalid', t('form.invalid'), [
              ['keep', t('form.invalidKeep')],
              ['blank', t('form.invalidBlank')],
            ])}
          </>
        )}
        {form.kind === 'filter' && (
          <>
            {select('test', t('form.rows'), tests)}
            {(fields.test === 'contains' || fields.test === 'is' || fields.test === 'matches') &&
              text('text', t('form.text'), { error })}
            {fields.test === 'range' && (
              <div className="grid grid-cols-2 gap-3">
                {text('from', t('form.from'), { error })}
                {text('until', t('form.until'))}
              </div>
            )}
            {flag('not', t('form.not'))}
          </>
        )}
      </form>
    </Dialog>
  )
}

function testOf({ test, text, from, until }: Fields, profile: Profile | undefined): Test | null {
  if (test === 'blank' || test === 'filled') return { is: test }
  if (test === 'range') {
    const amount = (typed: string): number | null => {
      if (typed.trim() === '') return null
      const { type = 'number', style = 'point', order = 'dmy' } = profile?.reading ?? {}
      const value = isDated(type)
        ? (parseDate(typed, order)?.time ?? null)
        : (cellNumber(typed, 'point') ?? cellNumber(typed, style))
      return value ?? Number.NaN
    }
    const [low, high] = [amount(from), amount(until)]
    const isBad = Number.isNaN(low) || Number.isNaN(high) || (low === null && high === null)
    return isBad ? null : { is: 'range', from: low, to: high }
  }
  if (text === '') return null
  if (test === 'is') return { is: 'in', values: [text] }
  if (test === 'matches') return expression(text) ? { is: 'matches', pattern: text } : null
  return { is: 'contains', text }
}
