import type { Address } from '@atrium/contract/addresses'
import type { HeldFile } from '@atrium/contract/files'
import type { ControllerRenderProps } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Select, Switch, TextArea, TextField } from '../ui/field.tsx'
import { AddressField } from './fields/address-field.tsx'
import { ColourField } from './fields/colour-field.tsx'
import { LocalTimeField } from './fields/local-time-field.tsx'
import { RuleField } from './fields/rule-field.tsx'
import { FileField } from './files/file-field.tsx'
import { type Pictures, RichTextField } from './rich-text/rich-text-field.tsx'
import type { Held, ShownField } from './schema-fields.ts'

interface FormControlProps {
  field: ShownField
  place: { module: string; collection: string } | undefined
  held: ControllerRenderProps<Record<string, Held>>
  error: string | undefined
  /** Told whether files of it are on their way. */
  onBusy: (isBusy: boolean) => void
  /** The form's field of pictures of which this text shows some. */
  pictures: Pictures | undefined
  /** What all controls of the form hold. */
  all: Readonly<Record<string, Held>>
}

const types = {
  text: 'text',
  written: 'text',
  number: 'number',
  date: 'date',
  datetime: 'datetime-local',
  url: 'url',
  email: 'email',
  tel: 'tel',
} as const

/** One field of a form, by its kind. */
export function FormControl({ field, place, held, error, onBusy, pictures, all }: FormControlProps) {
  const { t } = useTranslation('kit')
  const { kind, label, help, placeholder, isRequired, options = [] } = field
  const { value, ...rest } = held
  if (field.control) {
    const { onChange, ref } = rest
    return field.control({ label, help, error, value: String(value ?? ''), onChange, ref }, all)
  }
  if (kind === 'switch')
    return <Switch label={label} help={help} checked={value === true} onChange={held.onChange} ref={held.ref} />
  if (kind === 'files')
    return (
      place &&
      field.facts?.files && (
        <FileField
          place={{ ...place, field: held.name }}
          limits={field.facts.files}
          {...{ label, help, error, onBusy }}
          value={value as HeldFile[]}
          onChange={held.onChange}
        />
      )
    )
  if (kind === 'rich')
    return (
      <RichTextField
        {...rest}
        {...{ label, help, isRequired, pictures, onBusy }}
        error={error}
        value={String(value ?? '')}
      />
    )
  if (kind === 'address')
    return <AddressField {...rest} {...{ label, help, error, isRequired }} value={value as Address} />
  if (kind === 'local')
    return <LocalTimeField {...rest} {...{ label, help, error, isRequired }} value={String(value ?? '')} />
  const shared = { label, help, error, placeholder, 'aria-required': isRequired || undefined }
  if (kind === 'area') return <TextArea {...shared} {...rest} value={String(value ?? '')} />
  if (kind === 'colour') return <ColourField {...shared} {...rest} value={String(value ?? '')} />
  if (field.facts?.kind === 'recurrence')
    return <RuleField {...shared} {...rest} value={String(value ?? '')} isRequired={isRequired} />
  if (kind === 'select') {
    const isKnown = options.some((option) => option.value === value)
    const none = { value: '', label: t('form.choose'), disabled: isRequired }
    const { placeholder: _, ...select } = shared
    return (
      <Select
        {...select}
        {...rest}
        value={String(value ?? '')}
        options={isRequired && isKnown ? options : [none, ...options]}
      />
    )
  }
  return (
    <TextField
      {...shared}
      {...rest}
      type={types[kind]}
      step={kind === 'number' ? 'any' : undefined}
      inputMode={kind === 'number' || (kind === 'written' && field.facts?.kind !== 'duration') ? 'decimal' : undefined}
      value={String(value ?? '')}
    />
  )
}
