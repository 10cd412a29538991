import type { HeldFile } from '@atrium/contract/files'
import { timeOf } from '@atrium/domain/dates/local-time'
import { ApiError, Button, FileField, Select, sentenceFor, TextArea, TextField, useAction } from '@atrium/web/kit'
import { type FormEvent, type KeyboardEvent, useId, useState } from 'react'
import { ATTACHMENTS } from '../attachments.ts'
import type tasks from '../module.ts'
import type { TaskRow as Task } from '../records.ts'
import { editableRecurrence } from '../recurrence-said.ts'
import { dayHere } from './due-label.ts'
import { RepeatField } from './repeat-field.tsx'
import { useTexts } from './texts.ts'
import { useProjects } from './use-projects.ts'
import { useTeammates, withHolder } from './use-teammates.ts'

interface Draft {
  title: string
  notes: string
  day: string
  time: string
  project: string
  section: string
  assignee: string
  contexts: string
  priority: string
  recurrence: string
  files: HeldFile[]
}

const draftOf = (task: Task): Draft => ({
  title: task.title,
  notes: task.notes,
  day: task.due?.slice(0, 10) ?? '',
  time: (task.due && timeOf(task.due)) ?? '',
  project: task.project ?? '',
  section: task.section ?? '',
  assignee: task.assignee ?? '',
  contexts: task.contexts.join(' '),
  priority: task.priority ?? '',
  recurrence: task.recurrence ? editableRecurrence(task.recurrence) : '',
  files: task.files ?? [],
})

/** The project is sent only where it is another; the section stands in the project. */
const placeOf = (draft: Draft, task: Task) => {
  const project = draft.project.trim() || null
  const isSame = project === task.project
  // A subtask stands where its task does.
  const section = task.parent === null ? draft.section || null : task.section
  return { ...(!isSame && { project }), ...(isSame && section !== task.section && { section }) }
}

/** The recurrence is shown in words, and sent only when the words were changed. */
const changeOf = (draft: Draft, task: Task) => ({
  ...placeOf(draft, task),
  assignee: draft.assignee || null,
  title: draft.title,
  notes: draft.notes,
  due: draft.day === '' ? null : draft.time === '' ? draft.day : `${draft.day}T${draft.time.slice(0, 5)}`,
  contexts: draft.contexts.split(/[\s,]+/).filter(Boolean),
  priority: draft.priority || null,
  // what never had any is left as it is
  files: draft.files.length > 0 || task.files ? draft.files : undefined,
  recurrence: draft.recurrence === draftOf(task).recurrence ? undefined : draft.recurrence.trim() || null,
})

/** Edits a task in its place. Ctrl/Cmd+Enter saves, Escape gives up; nothing typed is lost on an error. */
export function TaskEditor({ task, onClose }: { task: Task; onClose: () => void }) {
  const { t } = useTexts()
  const projects = useProjects()
  const people = useTeammates()
  const names = useId()
  const [draft, setDraft] = useState(() => draftOf(task))
  const [version, setVersion] = useState(task.version)
  const save = useAction<typeof tasks, 'change'>('tasks', 'change')
  /** Files are on their way. */
  const [isSending, setIsSending] = useState(false)
  const [isTooSoon, setIsTooSoon] = useState(false)
  const field = (name: Exclude<keyof Draft, 'files'>) => ({
    name,
    value: draft[name],
    onChange: (event: { target: { value: string } }) => setDraft({ ...draft, [name]: event.target.value }),
  })

  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    setIsTooSoon(isSending)
    if (isSending) return
    save.mutate(
      { id: task.id, version, ...changeOf(draft, task) },
      {
        onSuccess: onClose,
        onError: (error) => {
          const current = error instanceof ApiError && error.code === 'conflict' ? error.details?.current : undefined
          if (current) setVersion((current as Task).version)
        },
      },
    )
  }
  const onKey = (event: KeyboardEvent) => {
    // A dialog that was opened from here has keys of its own.
    if (event.nativeEvent.isComposing || !event.currentTarget.contains(event.target as Node)) return
    if (event.key === 'Escape') onClose()
    else if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) submit()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const today = dayHere()
  const isConflict = save.error instanceof ApiError && save.error.code === 'conflict'
  const error = save.error ? (isConflict ? t('form.conflict') : sentenceFor(save.error)) : undefined
  const sections = projects.find(({ name }) => name === draft.project.trim())?.sections ?? []
  const letters = [...new Set(['', 'A', 'B', 'C', draft.priority])]
  const priorityNames: Record<string, string> = {
    '': t('form.none'),
    A: t('form.high'),
    B: t('form.medium'),
    C: t('form.low'),
  }

  return (
    <form
      onSubmit={submit}
      onKeyDown={onKey}
      aria-label={t('edit')}
      className="my-1 flex flex-col gap-3 rounded-lg border border-line bg-surface p-4"
    >
      <TextField label={t('form.title')} error={error} maxLength={1000} autoFocus {...field('title')} />
      <div className="grid grid-cols-2 gap-3 md:grid-cols-4">
        <TextField label={t('form.day')} type="date" {...field('day')} />
        <TextField label={t('form.time')} type="time" disabled={draft.day === ''} {...field('time')} />
        <Select
          label={t('form.priority')}
          options={letters.map((value) => ({ value, label: priorityNames[value] ?? value }))}
          {...field('priority')}
        />
        <TextField label={t('form.project')} maxLength={60} list={names} autoComplete="off" {...field('project')} />
        <datalist id={names}>
          {projects.map(({ id, name, archived }) => !archived && <option key={id} value={name} />)}
        </datalist>
        {task.parent === null && sections.length > 0 && (
          <Select
            label={t('section.name')}
            options={[
              { value: '', label: t('section.none') },
              ...sections.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            {...field('section')}
          />
        )}
        {people && (
          <Select
            label={t('form.assignee')}
            options={[
              { value: '', label: t('form.nobody') },
              ...withHolder(people, task.assignee, t('form.formerMember')),
            ]}
            {...field('assignee')}
          />
        )}
        <TextField
          label={t('form.contexts')}
          help={t('form.contextsHelp')}
          className="col-span-2"
          {...field('contexts')}
        />
        <RepeatField
          value={draft.recurrence}
          day={draft.day || today}
          onChange={(recurrence) => setDraft((now) => ({ ...now, recurrence }))}
        />
      </div>
      <TextArea label={t('form.notes')} maxLength={20_000} {...field('notes')} />
      <FileField
        place={{ module: 'tasks', collection: 'tasks', field: 'files' }}
        label={t('form.files')}
        limits={ATTACHMENTS}
        value={draft.files}
        onChange={(files) => setDraft((now) => ({ ...now, files }))}
        onBusy={setIsSending}
        {...(isTooSoon && isSending && { error: t('form.sending') })}
      />
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>{t('form.cancel')}</Button>
        <Button type="submit" variant="primary" loading={save.isPending}>
          {t('form.save')}
        </Button>
      </div>
    </form>
  )
}
