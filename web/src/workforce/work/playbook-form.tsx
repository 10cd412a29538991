import { useTranslation } from 'react-i18next'
import { said } from '../../i18n/said.ts'
import { labelOf } from '../../records/field-label.ts'
import { Select, Switch, TextArea, TextField } from '../../ui/field.tsx'
import { FileField } from './file-field.tsx'
import type { InputFault, InputField } from './input-fields.ts'

interface PlaybookFieldsProps {
  /** `fieldsIn(playbook.input)` */
  fields: readonly InputField[]
  value: Readonly<Record<string, unknown>>
  onChange: (value: Record<string, unknown>) => void
  /** Sentences by the field's name. */
  errors?: Readonly<Record<string, string>>
}

/** What a playbook needs to know, as a form made from its JSON Schema. */
export function PlaybookFields({ fields, value, onChange, errors = {} }: PlaybookFieldsProps) {
  const { t } = useTranslation('seats')
  return (
    <>
      {fields.map((field) => {
        const { name, isRequired } = field
        const label = isRequired ? said(field.label) : t('inputs.optional', { label: said(field.label) })
        return (
          <InputControl
            key={name}
            field={field}
            label={field.kind === 'switch' || field.standard !== undefined ? said(field.label) : label}
            error={errors[name]}
            value={value[name]}
            onChange={(next) => onChange({ ...value, [name]: next })}
          />
        )
      })}
    </>
  )
}

/** A fault in the page's language. */
export function useFaultWords(): (fault: InputFault) => string {
  const { t } = useTranslation('seats')
  return ({ key, limit }) => t(`inputs.${key}`, { limit, count: limit })
}

interface InputControlProps {
  field: InputField
  label: string
  error: string | undefined
  value: unknown
  onChange: (value: unknown) => void
}

function InputControl({ field, label, error, value, onChange }: InputControlProps) {
  const { t } = useTranslation('seats')
  const { name, isRequired, standard } = field
  const shared = {
    label,
    error,
    help: field.help ? said(field.help) : undefined,
    name: `input.${name}`,
    'aria-required': isRequired || undefined,
  }
  const text = String(value ?? standard ?? '')
  switch (field.kind) {
    case 'file':
      return (
        <FileField
          label={label}
          help={shared.help}
          error={error}
          name={shared.name}
          accept={field.accept}
          value={typeof value === 'string' ? value : ''}
          onChange={onChange}
        />
      )
    case 'switch':
      return <Switch label={label} help={shared.help} checked={(value ?? standard) === true} onChange={onChange} />
    case 'choice': {
      const options = field.choices.map((choice) => ({ value: choice, label: said(labelOf(choice)) }))
      const none = { value: '', label: t('question.choose') }
      return (
        <Select
          {...shared}
          value={text}
          options={standard === undefined ? [none, ...options] : options}
          onChange={({ target }) => onChange(target.value)}
        />
      )
    }
    case 'text':
      return <TextArea {...shared} dir="auto" value={text} onChange={({ target }) => onChange(target.value)} />
    case 'line':
      return <TextField {...shared} dir="auto" value={text} onChange={({ target }) => onChange(target.value)} />
    case 'day':
      return <TextField {...shared} type="date" value={text} onChange={({ target }) => onChange(target.value)} />
    case 'number':
      return (
        <TextField
          {...shared}
          type="number"
          inputMode={field.isWhole ? 'numeric' : 'decimal'}
          step={field.isWhole ? 1 : 'any'}
          min={field.min}
          max={field.max}
          defaultValue={text}
          onChange={({ target }) => {
            // Half a number ("1e") is a fault, not nothing.
            const isHalf = target.value === '' && target.validity.badInput
            onChange(isHalf ? Number.NaN : target.value === '' ? undefined : Number(target.value))
          }}
        />
      )
  }
}
