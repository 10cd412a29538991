import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { labelOf } from '../../records/field-label.ts'
import { IconButton } from '../../ui/button.tsx'
import { Switch, TextArea, TextField } from '../../ui/field.tsx'

const LONG = 80 // characters from which a text gets several lines

type Group = Record<string, unknown>
const isGroup = (value: unknown): value is Group => typeof value === 'object' && value !== null && !Array.isArray(value)

interface InputEditorProps {
  value: Group
  onChange: (value: Group) => void
}

/** What an action is about to do, as fields that can be changed. Each keeps its kind: a number stays a number. */
export function InputEditor({ value, onChange }: InputEditorProps) {
  return (
    <div className="flex flex-col gap-3">
      {Object.entries(value).map(([name, field]) => (
        <ValueEditor
          key={name}
          label={labelOf(name)}
          value={field}
          onChange={(next) => onChange({ ...value, [name]: next })}
        />
      ))}
    </div>
  )
}

interface ValueEditorProps {
  label: string
  value: unknown
  onChange: (value: unknown) => void
}

function ValueEditor({ label, value, onChange }: ValueEditorProps) {
  const { t } = useTranslation('seats')
  if (typeof value === 'boolean') return <Switch label={label} checked={value} onChange={onChange} />
  if (typeof value === 'number')
    return (
      <TextField
        type="number"
        step="any"
        inputMode="decimal"
        label={label}
        defaultValue={String(value)}
        onChange={({ target }) => {
          if (Number.isFinite(target.valueAsNumber)) onChange(target.valueAsNumber)
        }}
      />
    )
  if (Array.isArray(value) && value.every((one) => typeof one === 'string'))
    return (
      <TextArea
        label={label}
        help={t('value.lines')}
        value={value.join('\n')}
        onChange={({ target }) => onChange(target.value === '' ? [] : target.value.split('\n'))}
      />
    )
  if (Array.isArray(value)) return <ListEditor label={label} values={value} onChange={onChange} />
  if (isGroup(value))
    return (
      <fieldset className="min-w-0 border-s-2 border-line ps-3">
        <legend className="mb-2 text-sm font-medium">{label}</legend>
        <InputEditor value={value} onChange={onChange} />
      </fieldset>
    )
  const text = value === null || value === undefined ? '' : String(value)
  // What had no value, and gets none, stays without.
  const change = (next: string) => onChange(next === '' && typeof value !== 'string' ? value : next)
  if (/^\d{4}-\d{2}-\d{2}$/.test(text))
    return <TextField type="date" label={label} value={text} onChange={({ target }) => change(target.value)} />
  if (text.length > LONG || text.includes('\n'))
    return <TextArea label={label} dir="auto" value={text} onChange={({ target }) => change(target.value)} />
  return <TextField label={label} dir="auto" value={text} onChange={({ target }) => change(target.value)} />
}

interface ListEditorProps {
  label: string
  values: readonly unknown[]
  onChange: (values: unknown[]) => void
}

/** Things one below the other; each can be left out. */
function ListEditor({ label, values, onChange }: ListEditorProps) {
  const { t } = useTranslation('seats')
  const count = values.length
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-sm font-medium">{label}</legend>
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
    </fieldset>
  )
}
