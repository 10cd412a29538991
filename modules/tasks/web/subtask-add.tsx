import { Button, controlClass, useAction } from '@atrium/web/kit'
import { type FormEvent, useState } from 'react'
import type tasks from '../module.ts'
import type { TaskRow as Task } from '../records.ts'
import { useTexts } from './texts.ts'

/** One line for the parts of a task, one after the other; Escape ends it. */
export function SubtaskAdd({ task, onClose }: { task: Task; onClose: () => void }) {
  const { t } = useTexts()
  const [title, setTitle] = useState('')
  const add = useAction<typeof tasks, 'add'>('tasks', 'add')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (title.trim() && !add.isPending) add.mutate({ title, parent: task.id }, { onSuccess: () => setTitle('') })
  }
  return (
    <form
      onSubmit={submit}
      className="my-1 flex gap-2"
      style={{ marginInlineStart: `${(task.depth + 1) * 1.5 + 0.5}rem` }}
    >
      <input
        // biome-ignore lint/a11y/noAutofocus: it was just asked for
        autoFocus
        value={title}
        onChange={({ target }) => setTitle(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.preventDefault()
          onClose()
        }}
        aria-label={t('subtasks.of', { title: task.title })}
        placeholder={t('subtasks.of', { title: task.title })}
        maxLength={1000}
        className={`${controlClass} h-9 min-w-0 px-2.5`}
      />
      <Button type="submit" size="sm" className="h-9" loading={add.isPending}>
        {t('add')}
      </Button>
      <Button size="sm" variant="ghost" className="h-9" onClick={onClose}>
        {t('form.cancel')}
      </Button>
    </form>
  )
}
