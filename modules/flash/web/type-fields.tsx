import { Button, controlClass, IconButton } from '@atrium/web/kit'
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTexts } from './texts.ts'
import type { TypeDraft } from './type-draft.ts'

type Fields = TypeDraft['fields']

interface FieldListProps {
  fields: Fields
  onFields: (fields: Fields) => void
  onRename: (at: number, name: string) => void
  onRemove: (at: number) => void
}

/** The fields of a note type, in their order. */
export function FieldList({ fields, onFields, onRename, onRemove }: FieldListProps) {
  const { t } = useTexts()
  const list = useRef<HTMLUListElement>(null)
  const move = (at: number, by: number) => {
    const next = [...fields]
    next.splice(at + by, 0, ...next.splice(at, 1))
    onFields(next)
  }
  const add = () => {
    let number = fields.length + 1
    const isTaken = (name: string) => fields.some((field) => field.name === name)
    while (isTaken(t('types.field', { number }))) number += 1
    onFields([...fields, { id: crypto.randomUUID(), name: t('types.field', { number }), from: null }])
    requestAnimationFrame(() => [...(list.current?.querySelectorAll('input') ?? [])].at(-1)?.select())
  }
  return (
    <section aria-label={t('types.fields')} className="flex flex-col gap-2">
      <div className="flex items-center gap-2">
        <h2 className="me-auto text-base">{t('types.fields')}</h2>
        <Button size="sm" icon={<Plus aria-hidden className="size-4" />} disabled={fields.length >= 100} onClick={add}>
          {t('types.addField')}
        </Button>
      </div>
      <ul ref={list} className="flex flex-col gap-2">
        {fields.map((field, at) => (
          <li key={field.id} className="flex items-center gap-1">
            <FieldName
              name={field.name}
              label={t('types.fieldName', { number: at + 1 })}
              onName={(name) => onRename(at, name)}
            />
            <IconButton
              label={t('types.up', { name: field.name })}
              icon={<ArrowUp />}
              disabled={at === 0}
              onClick={() => move(at, -1)}
            />
            <IconButton
              label={t('types.down', { name: field.name })}
              icon={<ArrowDown />}
              disabled={at === fields.length - 1}
              onClick={() => move(at, 1)}
            />
            <IconButton
              label={t('types.removeField', { name: field.name })}
              icon={<Trash2 />}
              disabled={fields.length === 1}
              onClick={() => onRemove(at)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Takes its name when it is left or Enter is pressed: half a name is no name for the templates. */
function FieldName({ name, label, onName }: { name: string; label: string; onName: (name: string) => void }) {
  const [text, setText] = useState(name)
  useEffect(() => setText(name), [name])
  const keep = () => {
    const wanted = text.trim()
    if (wanted !== '' && wanted !== name) onName(wanted)
    else setText(name)
  }
  return (
    <input
      aria-label={label}
      value={text}
      maxLength={200}
      className={`${controlClass} h-9 min-w-0 flex-1 px-3`}
      onChange={(event) => setText(event.target.value)}
      onBlur={keep}
      onKeyDown={(event) => event.key === 'Enter' && keep()}
    />
  )
}
