import { useTranslation } from 'react-i18next'
import { said } from '../i18n/said.ts'
import { labelOf } from '../records/field-label.ts'
import { Select, Switch, TextArea, TextField } from '../ui/field.tsx'
import { type Shape, Unreadable } from './input-schema.ts'

interface ValueControlProps {
  shape: Exclude<Shape, { kind: 'group' | 'list' }>
  label: string
  help: string | undefined
  error: string | undefined
  value: unknown
  isNeeded: boolean
  onChange: (value: unknown) => void
}

/** One value as one control. */
export function ValueControl({ shape, label, help, error, value, isNeeded, onChange }: ValueControlProps) {
  const { t } = useTranslation(['approvals', 'kit'])
  const shown = { label, help: help && said(help), error }
  switch (shape.kind) {
    case 'switch':
      return <Switch {...shown} checked={value === true} onChange={onChange} />
    case 'number':
      return (
        <TextField
          {...shown}
          type="number"
          step={shape.isWhole ? 1 : 'any'}
          min={shape.min}
          max={shape.max}
          inputMode={shape.isWhole ? 'numeric' : 'decimal'}
          error={Number.isNaN(value) ? t('form.number', { ns: 'kit' }) : error}
          // The field keeps what is typed: half a number is none, and must not be taken away.
          defaultValue={typeof value === 'number' && !Number.isNaN(value) ? String(value) : ''}
          onChange={({ target }) =>
            onChange(target.value === '' && !target.validity.badInput && !isNeeded ? undefined : target.valueAsNumber)
          }
        />
      )
    case 'choice': {
      const at = shape.choices.indexOf(value as string | number)
      const isNone = at < 0
      return (
        <Select
          {...shown}
          value={isNone ? '' : String(at)}
          options={[
            ...(isNone || !isNeeded ? [{ value: '', label: t('form.choose', { ns: 'kit' }) }] : []),
            ...shape.choices.map((choice, index) => ({
              value: String(index),
              label: typeof choice === 'number' ? String(choice) : labelOf(choice),
            })),
          ]}
          onChange={({ target }) => onChange(target.value === '' ? undefined : shape.choices[Number(target.value)])}
        />
      )
    }
    case 'lines': {
      const lines = Array.isArray(value) ? value : []
      return (
        <TextArea
          {...shown}
          help={shown.help ?? t('value.lines')}
          dir="auto"
          value={lines.join('\n')}
          onChange={({ target }) =>
            onChange(target.value === '' ? (isNeeded ? [] : undefined) : target.value.split('\n'))
          }
        />
      )
    }
    case 'json':
      return (
        <TextArea
          {...shown}
          dir="ltr"
          spellCheck={false}
          error={value instanceof Unreadable ? t('json') : error}
          defaultValue={
            value instanceof Unreadable ? value.text : value === undefined ? '' : JSON.stringify(value, null, 2)
          }
          onChange={({ target }) => onChange(readJson(target.value, isNeeded))}
        />
      )
  }
  const text = value === null || value === undefined ? '' : String(value)
  // What had no value, and gets none, stays without.
  const change = (next: string) => {
    if (next !== '' || typeof value === 'string') return onChange(next === '' && !isNeeded ? undefined : next)
    onChange(value)
  }
  if (shape.kind === 'day')
    return <TextField {...shown} type="date" value={text} onChange={({ target }) => change(target.value)} />
  const { isLong, max } = shape.kind === 'text' ? shape : { isLong: false, max: undefined }
  const Control = isLong ? TextArea : TextField
  return (
    <Control
      {...shown}
      dir="auto"
      maxLength={max}
      value={text}
      onChange={({ target }: { target: { value: string } }) => change(target.value)}
    />
  )
}

function readJson(text: string, isNeeded: boolean): unknown {
  if (text.trim() === '' && !isNeeded) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return new Unreadable(text)
  }
}
