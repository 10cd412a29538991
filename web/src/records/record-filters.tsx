import { type FieldFacts, fieldsOf, type NamedField } from '@atrium/contract/field-facts'
import { filterKind } from '@atrium/contract/filters'
import { Filter, X } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldLabel, optionLabel } from '../i18n/module-texts.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Select, TextField } from '../ui/field.tsx'
import { heldOf, typedValue } from './fields/control-values.ts'
import { fieldText } from './fields/field-texts.ts'
import { type FilterValue, type SetFilter, writeFilter } from './filter-address.ts'
import { namesOf, type RecordPlace, type References } from './record-actions.ts'

interface RecordFiltersProps extends Pick<RecordPlace, 'collection'> {
  filters: readonly SetFilter[]
  references: References | undefined
  /** Undefined takes a field's filter away. */
  onFilters: (filters: readonly { field: NamedField; value: FilterValue | undefined }[]) => void
}

/** What a list is narrowed by: each as a chip that takes it away, and a dialog that sets them. */
export function RecordFilters({ collection, filters, references, onFilters }: RecordFiltersProps) {
  const { t, i18n } = useTranslation('kit')
  const [isOpen, setIsOpen] = useState(false)
  const fields = fieldsOf(collection).filter(
    ({ kind, name }) => (kind !== 'reference' && kind !== 'person') || references?.[name],
  )
  const text = (field: NamedField, value: unknown) =>
    fieldText(field, value, i18n.language, t, namesOf(references, field))
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const told = (name: string) => String(data.get(name) ?? '')
    onFilters(fields.map((field) => ({ field, value: wanted(field, told, i18n.language) })))
    setIsOpen(false)
  }
  return (
    <>
      <Button icon={<Filter aria-hidden className="size-4" />} onClick={() => setIsOpen(true)}>
        {t('records.filter')}
      </Button>
      {filters.map(({ field, value }) => (
        <Button
          key={field.name}
          size="sm"
          aria-label={t('records.clear', { name: fieldLabel(field) })}
          onClick={() => onFilters([{ field, value: undefined }])}
        >
          <span>
            {fieldLabel(field)}: <bdi>{describe(value, (one) => text(field, one), t) || t('records.isEmpty')}</bdi>
          </span>
          <X aria-hidden className="size-3.5" />
        </Button>
      ))}
      <Dialog open={isOpen} onOpenChange={setIsOpen} title={t('records.filter')}>
        <form className="flex flex-col gap-4" onSubmit={submit}>
          {fields.map((field) => (
            <FilterControl
              key={field.name}
              field={field}
              value={filters.find((filter) => filter.field.name === field.name)?.value}
              options={references?.[field.name]}
            />
          ))}
          <div className="flex justify-end gap-2">
            <Button onClick={() => setIsOpen(false)}>{t('common.cancel')}</Button>
            <Button type="submit" variant="primary">
              {t('records.show')}
            </Button>
          </div>
        </form>
      </Dialog>
    </>
  )
}

function describe(value: FilterValue, text: (one: unknown) => string, t: (key: string) => string): string {
  if (value === null) return ''
  if (typeof value !== 'object') return text(value)
  if ('in' in value) return value.in.map(text).join(', ')
  if ('has' in value) return value.has
  if ('isEmpty' in value) return t(value.isEmpty ? 'records.no' : 'records.yes')
  if ('contains' in value) return value.contains
  const { gte, lte } = value as { gte?: unknown; lte?: unknown }
  return [gte === undefined ? '' : text(gte), '–', lte === undefined ? '' : text(lte)].join(' ').trim()
}

const isDated = ({ kind }: FieldFacts) => kind === 'date' || kind === 'moment'

/** What a form says of a field; undefined when it asks nothing. */
function wanted(field: NamedField, told: (name: string) => string, language: string): FilterValue | undefined {
  const said = told(field.name).trim()
  const kind = filterKind(field.kind)
  if (kind === 'range') {
    const end = (part: string) => {
      const held = told(`${field.name}.${part}`).trim()
      if (held === '') return undefined
      if (field.kind === 'moment') {
        const day = new Date(`${held}T${part === 'gte' ? '00:00:00.000' : '23:59:59.999'}`)
        return Number.isNaN(day.getTime()) ? undefined : day.toISOString()
      }
      return isDated(field) ? held : (typedValue(field, held, language) as number)
    }
    const [gte, lte] = [end('gte'), end('lte')]
    return gte === undefined && lte === undefined
      ? undefined
      : { ...(gte !== undefined && { gte }), ...(lte !== undefined && { lte }) }
  }
  if (said === '') return undefined
  if (kind === 'is') return said === 'yes'
  if (kind === 'filled') return { isEmpty: said === 'no' }
  if (kind === 'oneOf') return { in: [said] }
  if (kind === 'has') return { has: said }
  return kind === 'same' ? said : { contains: said }
}

interface FilterControlProps {
  field: NamedField
  value: FilterValue | undefined
  options: References[string] | undefined
}

function FilterControl({ field, value, options }: FilterControlProps) {
  const { t, i18n } = useTranslation('kit')
  const { name } = field
  const label = fieldLabel(field)
  const kind = filterKind(field.kind)
  const is = (value ?? {}) as { gte?: unknown; lte?: unknown; in?: string[]; has?: string; contains?: string }
  if (kind === 'range') {
    const held = (end: unknown) =>
      end === undefined
        ? ''
        : isDated(field)
          ? String(end).slice(0, 10)
          : (heldOf(field, end, i18n.language) ?? String(end))
    return (
      <fieldset className="grid grid-cols-2 gap-3">
        <legend className="pb-1.5 text-sm font-medium">{label}</legend>
        {(['gte', 'lte'] as const).map((part) => (
          <TextField
            key={part}
            name={`${name}.${part}`}
            type={isDated(field) ? 'date' : 'text'}
            inputMode={isDated(field) || field.kind === 'duration' ? undefined : 'decimal'}
            label={t(part === 'gte' ? 'records.from' : 'records.to')}
            defaultValue={held(is[part])}
          />
        ))}
      </fieldset>
    )
  }
  const any = { value: '', label: t('records.any') }
  if (kind === 'is' || kind === 'filled') {
    const both = [
      { value: 'yes', label: t('records.yes') },
      { value: 'no', label: t('records.no') },
    ]
    return (
      <Select
        name={name}
        label={label}
        options={[any, ...both]}
        defaultValue={value === undefined ? '' : writeFilter(field, value)}
      />
    )
  }
  if (kind === 'oneOf' || kind === 'same') {
    const given =
      options ?? (field.options ?? []).map((one) => ({ value: one.value, label: optionLabel(field, one.value) }))
    const chosen = typeof value === 'string' ? value : (is.in?.[0] ?? '')
    return <Select name={name} label={label} options={[any, ...given]} defaultValue={chosen} />
  }
  return (
    <TextField
      name={name}
      label={label}
      maxLength={200}
      placeholder={kind === 'contains' ? t('records.contains') : undefined}
      defaultValue={is.contains ?? is.has ?? ''}
    />
  )
}
