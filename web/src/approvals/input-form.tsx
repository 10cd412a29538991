import { Plus, X } from 'lucide-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { said } from '../i18n/said.ts'
import { labelOf } from '../records/field-label.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { type Group, type InputSchema, isGroup, type Refusals, refusalAt, resolved, shapeOf } from './input-schema.ts'
import { ValueControl } from './value-control.tsx'

interface InputFormProps {
  value: Group
  onChange: (value: Group) => void
  /** What the action takes; without it each field is shown by its value. */
  schema?: InputSchema | undefined
  /** Where its references lead. */
  root?: InputSchema | undefined
  refusals?: Refusals
  /** The place of this group in the whole input. */
  path?: string
}

/**
 * What an action is about to do, as fields that can be changed. Each keeps its kind: a number stays a number, and is NaN while what
 * is typed is none. What may be given and was not stands behind "More fields".
 */
export function InputForm({ value, onChange, schema, root = schema, refusals = {}, path = '' }: InputFormProps) {
  const { t } = useTranslation('approvals')
  const properties = schema?.properties ?? {}
  // As it was at first: a field that is emptied, or written for the first time, stays where the person is writing in it.
  const [{ given, others }] = useState(() => placesOf(value, schema))
  const [isOpen, setIsOpen] = useState(false)
  const fieldOf = (name: string) => {
    const place = path ? `${path}.${name}` : name
    return (
      <ValueEditor
        key={name}
        label={said(properties[name]?.title ?? labelOf(name))}
        value={value[name]}
        schema={resolved(properties[name], root)}
        root={root}
        isNeeded={!schema || (schema.required ?? []).includes(name)}
        refusals={refusals}
        path={place}
        onChange={(next) => onChange(withValue(value, name, next))}
      />
    )
  }
  const isRefused = others.some((name) => refusalAt(refusals, path ? `${path}.${name}` : name, true) !== undefined)
  return (
    <div className="flex flex-col gap-3">
      {(given.length > 0 ? given : others).map(fieldOf)}
      {given.length > 0 && others.length > 0 && (
        <details open={isOpen || isRefused} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
          <summary className="w-fit cursor-pointer rounded-md py-1 text-muted hover:text-ink touch:py-2.5">
            {t('moreFields')}
          </summary>
          <div className="mt-2 flex flex-col gap-3">{others.map(fieldOf)}</div>
        </details>
      )}
    </div>
  )
}

function placesOf(value: Group, schema: InputSchema | undefined) {
  const names = [...new Set([...Object.keys(schema?.properties ?? {}), ...Object.keys(value)])]
  const isGiven = (name: string) => value[name] !== undefined || (schema?.required ?? []).includes(name)
  return { given: names.filter(isGiven), others: names.filter((name) => !isGiven(name)) }
}

const withValue = (group: Group, name: string, next: unknown): Group => {
  if (next !== undefined) return { ...group, [name]: next }
  const { [name]: _, ...rest } = group
  return rest
}

interface ValueEditorProps {
  label: string
  value: unknown
  schema: InputSchema | undefined
  root: InputSchema | undefined
  /** Taken away it is refused; what is not needed is then left out. */
  isNeeded: boolean
  refusals: Refusals
  path: string
  onChange: (value: unknown) => void
}

function ValueEditor({ label, value, schema, root, isNeeded, refusals, path, onChange }: ValueEditorProps) {
  // Its control stays the same while it is written in: another one would have neither the focus nor what is half typed.
  const [shape] = useState(() => shapeOf(schema, value))
  const common = { label, refusals, path, root }
  if (shape.kind === 'group')
    return (
      <FieldGroup label={label} error={refusalAt(refusals, path, false)} className="border-s-2 border-line ps-3">
        <InputForm value={isGroup(value) ? value : {}} schema={shape.schema} {...{ root, refusals, path, onChange }} />
      </FieldGroup>
    )
  if (shape.kind === 'list')
    return (
      <ListEditor
        {...common}
        values={Array.isArray(value) ? value : []}
        items={resolved(shape.items, root)}
        onChange={(next) => onChange(next.length === 0 && !isNeeded ? undefined : next)}
      />
    )
  return (
    <ValueControl
      {...{ label, value, isNeeded, onChange, shape }}
      help={schema?.description}
      error={refusalAt(refusals, path, true)}
    />
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
  items: InputSchema | undefined
  root: InputSchema | undefined
  refusals: Refusals
  path: string
  onChange: (values: unknown[]) => void
}

/** Things one below the other; each can be left out, and others put beside them where it is known what they are. */
function ListEditor({ label, values, items, root, refusals, path, onChange }: ListEditorProps) {
  const { t } = useTranslation('approvals')
  const count = values.length
  const isOfGroups = items !== undefined && shapeOf(items, undefined).kind === 'group'
  const list = useRef<HTMLUListElement>(null)
  const leaveOut = (at: number) => {
    onChange(values.filter((_, index) => index !== at))
    list.current?.focus() // the button that was used is gone
  }
  return (
    <FieldGroup label={label} error={refusalAt(refusals, path, false)}>
      <ul ref={list} tabIndex={-1} className="flex flex-col gap-3 outline-offset-4">
        {values.map((one, at) => {
          const position = { position: at + 1, count }
          const put = (next: unknown) => onChange(values.map((other, index) => (index === at ? next : other)))
          const place = `${path}.${at}`
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: an entry is its place in the list
            <li key={`${count}-${at}`} className="flex items-start gap-2 border-s-2 border-line ps-3">
              <div className="min-w-0 flex-1">
                {isGroup(one) ? (
                  <InputForm
                    value={one}
                    schema={isOfGroups ? items : undefined}
                    {...{ root, refusals }}
                    path={place}
                    onChange={put}
                  />
                ) : (
                  <ValueEditor
                    label={t('value.item', position)}
                    value={one}
                    schema={items}
                    isNeeded
                    {...{ root, refusals }}
                    path={place}
                    onChange={put}
                  />
                )}
              </div>
              {count > 1 && (
                <IconButton size="sm" label={t('value.remove', position)} icon={<X />} onClick={() => leaveOut(at)} />
              )}
            </li>
          )
        })}
      </ul>
      {isOfGroups && (
        <Button
          size="sm"
          variant="ghost"
          className="mt-2"
          icon={<Plus className="size-4" />}
          onClick={() => onChange([...values, {}])}
        >
          {t('value.add')}
        </Button>
      )}
    </FieldGroup>
  )
}
