import { X } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { said } from '../../i18n/said.ts'
import { labelOf } from '../../records/field-label.ts'
import { IconButton } from '../../ui/button.tsx'
import { Switch, TextArea, TextField } from '../../ui/field.tsx'

const LONG = 80 // characters from which a text gets several lines

type Group = Record<string, unknown>
const isGroup = (value: unknown): value is Group => typeof value === 'object' && value !== null && !Array.isArray(value)

interface InputEditorProps {
  value: Group
  onChange: (value: Group) => void
  /** What was refused, by name. */
  errors?: Readonly<Record<string, string>>
}

/**
 * What an action is about to do, as fields that can be changed. Each keeps its kind: a number stays a number, and is NaN
 * while what is typed is none.
 */
export function InputEditor({ value, onChange, errors = {} }: InputEditorProps) {
  return (
    <div className="flex flex-col gap-3">
      {Object.entries(value).map(([name, field]) => (
        <ValueEditor
          key={name}
          label={labelOf(name)}
          value={field}
          error={errors[name]}
          onChange={(next) => onChange({ ...value, [name]: next })}
        />
      ))}
    </div>
  )
}

/** Whether a number was taken away and none put in its place: so it cannot be sent. */
export const lacksNumber = (value: unknown): boolean =>
  typeof value === 'object' && value !== null ? Object.values(value).some(lacksNumber) : Number.isNaN(value)

interface ValueEditorProps {
  label: string
  value: unknown
  onChange: (value: unknown) => void
  error?: string
}

function ValueEditor({ label, value, onChange, error }: ValueEditorProps) {
  const { t } = useTranslation('seats')
  if (typeof value === 'boolean')
    return <Switch label={label} help={error && said(error)} checked={value} onChange={onChange} />
  if (typeof value === 'number')
    return (
      <TextField
        type="number"
        step="any"
        inputMode="decimal"
        label={label}
        error={Number.isNaN(value) ? t('inputs.number') : error}
        // The field keeps what is typed: half a number is none, and must not be taken away.
        defaultValue={Number.isNaN(value) ? '' : String(value)}
        onChange={({ target }) => onChange(target.valueAsNumber)}
      />
    )
  if (Array.isArray(value) && value.every((one) => typeof one === 'string'))
    return (
      <TextArea
        label={label}
        error={error}
        help={t('value.lines')}
        value={value.join('\n')}
        onChange={({ target }) => onChange(target.value === '' ? [] : target.value.split('\n'))}
      />
    )
  if (Array.isArray(value)) return <ListEditor label={label} values={value} onChange={onChange} error={error} />
  if (isGroup(value))
    return (
      <FieldGroup label={label} error={error} className="border-s-2 border-line ps-3">
        <InputEditor value={value} onChange={onChange} />
      </FieldGroup>
    )
  const text = value === null || value === undefined ? '' : String(value)
  // What had no value, and gets none, stays without.
  const change = (next: string) => onChange(next === '' && typeof value !== 'string' ? value : next)
  if (/^\d{4}-\d{2}-\d{2}$/.test(text))
    return (
      <TextField type="date" label={label} error={error} value={text} onChange={({ target }) => change(target.value)} />
    )
  if (text.length > LONG || text.includes('\n'))
    return (
      <TextArea label={label} error={error} dir="auto" value={text} onChange={({ target }) => change(target.value)} />
    )
  return (
    <TextField label={label} error={error} dir="auto" value={text} onChange={({ target }) => change(target.value)} />
  )
}

interface GroupProps {
  label: string
  error: string | undefined
  className?: string
  children: ReactNode
}

/** Several fields with one name, and what was refused of them together. */
function FieldGroup({ label, error, className = '', children }: GroupProps) {
  const id = useId()
  return (
    <fieldset
      tabIndex={error ? -1 : undefined}
      aria-invalid={error ? true : undefined}
      aria-describedby={error && id}
      className={`min-w-0 ${className}`}
    >
      <legend className="mb-2 text-sm font-medium">{label}</legend>
      {error && (
        <p id={id} role="alert" className="mb-2 text-sm text-danger-ink">
          {said(error)}
        </p>
      )}
      {children}
    </fieldset>
  )
}

interface ListEditorProps {
  label: string
  values: readonly unknown[]
  onChange: (values: unknown[]) => void
  error: string | undefined
}

/** Things one below the other; each can be left out. */
function ListEditor({ label, values, onChange, error }: ListEditorProps) {
  const { t } = useTranslation('seats')
  const count = values.length
  return (
    <FieldGroup label={label} error={error}>
      <ul className="flex flex-col gap-3">
        {values.map((one, at) => {
          const place = { position: at + 1, count }
          const put = (next: unknown) => onChange(values.map((other, index) => (index === at ? next : other)))
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: an entry is its place in the list
            <li key={`${count}-${at}`} className="flex items-start gap-2 border-s-2 border-line ps-3">
              <div className="min-w-0 flex-1">
                {isGroup(one) ? (
                  <InputEditor value={one} onChange={put} />
                ) : (
                  <ValueEditor label={t('value.item', place)} value={one} onChange={put} />
                )}
              </div>
              {count > 1 && (
                <IconButton
                  size="sm"
                  label={t('value.remove', place)}
                  icon={<X />}
                  onClick={() => onChange(values.filter((_, index) => index !== at))}
                />
              )}
            </li>
          )
        })}
      </ul>
    </FieldGroup>
  )
}
