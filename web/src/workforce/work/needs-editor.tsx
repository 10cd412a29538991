import { isOpenTask, type Task } from '@atrium/contract/workforce-work'
import { X } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/button.tsx'
import { Select } from '../../ui/field.tsx'

interface NeedsEditorProps {
  /** Ids of tasks that must be done first. */
  value: readonly string[]
  onChange: (value: string[]) => void
  tasks: readonly Pick<Task, 'id' | 'title' | 'status'>[]
  /** The task itself, which cannot wait for itself. */
  except?: string
  error?: string
}

/** Other open tasks that come first: chosen one by one, taken out again. */
export function NeedsEditor({ value, onChange, tasks, except, error }: NeedsEditorProps) {
  const { t } = useTranslation('seats')
  const place = useRef<HTMLDivElement>(null)
  const open = tasks.filter(({ id, status }) => isOpenTask(status) && id !== except && !value.includes(id))
  const titleOf = (id: string) => tasks.find((task) => task.id === id)?.title ?? t('newTask.otherTask')
  const remove = (id: string) => {
    onChange(value.filter((one) => one !== id))
    requestAnimationFrame(() => place.current?.querySelector('select')?.focus())
  }
  return (
    <div ref={place} className="flex min-w-0 flex-col gap-2">
      <Select
        label={t('newTask.needs')}
        error={error}
        value=""
        disabled={open.length === 0 && value.length === 0}
        onChange={({ target }) => target.value && onChange([...value, target.value])}
        options={[
          { value: '', label: t(open.length === 0 ? 'newTask.noOther' : 'newTask.addNeed') },
          ...open.map(({ id, title }) => ({ value: id, label: title })),
        ]}
      />
      {value.length > 0 && (
        <ul aria-label={t('newTask.needs')} className="flex flex-wrap gap-1.5">
          {value.map((id) => (
            <li key={id} className="flex max-w-full items-center gap-1 rounded-md bg-active ps-2 text-sm">
              <bdi className="min-w-0 truncate" title={titleOf(id)}>
                {titleOf(id)}
              </bdi>
              <IconButton
                size="sm"
                label={t('newTask.removeNeed', { title: titleOf(id) })}
                icon={<X />}
                onClick={() => remove(id)}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
