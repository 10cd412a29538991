import { type MemoryItem, MemoryText } from '@atrium/contract/profile'
import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, IconButton } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { FormError } from './form-parts.tsx'
import { useFormats } from './format.ts'
import { Row } from './panel.tsx'
import { useSettingsForm } from './use-settings-form.ts'

interface MemoryRowProps {
  item: MemoryItem
  onEdit: (text: string) => Promise<void>
  onDelete: () => void
}

/** One thing that is remembered, edited in its place. */
export function MemoryRow({ item, onEdit, onDelete }: MemoryRowProps) {
  const { t } = useTranslation('settings')
  const { day } = useFormats()
  const [editing, setEditing] = useState(false)
  if (editing) {
    return (
      <li className="py-3">
        <EditForm
          text={item.text}
          onCancel={() => setEditing(false)}
          onSave={async (text) => {
            await onEdit(text)
            setEditing(false)
          }}
        />
      </li>
    )
  }
  return (
    <Row
      title={
        <span dir="auto" className="min-w-0 font-normal break-words">
          {item.text}
        </span>
      }
      text={t('made', { day: day(item.createdAt) })}
    >
      <IconButton label={t('editNamed', { name: item.text })} icon={<Pencil />} onClick={() => setEditing(true)} />
      <IconButton label={t('deleteNamed', { name: item.text })} icon={<Trash2 />} onClick={onDelete} />
    </Row>
  )
}

function EditForm({
  text,
  onSave,
  onCancel,
}: {
  text: string
  onSave: (text: string) => Promise<void>
  onCancel: () => void
}) {
  const { t } = useTranslation('settings')
  const { field, formProps, isSubmitting, rootError } = useSettingsForm({
    schema: MemoryText,
    values: { text },
    save: (values) => onSave(values.text),
  })
  return (
    <form
      {...formProps}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onCancel()
        else formProps.onKeyDown(event)
      }}
      className="flex flex-col gap-3"
    >
      <TextField label={t('memory.edit')} autoFocus autoComplete="off" dir="auto" {...field('text')} />
      <FormError>{rootError}</FormError>
      <div className="flex gap-2">
        <Button size="sm" type="submit" variant="primary" loading={isSubmitting}>
          {t('common.save')}
        </Button>
        <Button size="sm" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
      </div>
    </form>
  )
}
