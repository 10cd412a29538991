import { Comments, Dialog, RecordForm, Select, useAction } from '@atrium/web/kit'
import { useState } from 'react'
import type tasks from '../module.ts'
import { collections, Task, type TaskRow } from '../records.ts'
import { editableRecurrence } from '../recurrence-said.ts'
import { dayHere } from './due-label.ts'
import { prioritiesWith, taskLabels } from './field-labels.ts'
import { RepeatField } from './repeat-field.tsx'
import { useTexts } from './texts.ts'
import { useProjects } from './use-projects.ts'
import { useTeammates, withHolder } from './use-teammates.ts'

/** What is asked of a person, in this order. */
const asked = [
  ...(['title', 'due', 'priority', 'projectId', 'section', 'assignee'] as const),
  ...(['contexts', 'recurrence', 'notes', 'files'] as const),
]
const Asked = {
  ...collections.tasks,
  schema: Task.pick(Object.fromEntries(asked.map((name) => [name, true])) as Record<(typeof asked)[number], true>),
}

/** The form of a task; the recurrence is shown in words. What is as it was is not sent: what others change meanwhile stays. */
export function TaskEditor({ task, onClose }: { task: TaskRow; onClose: () => void }) {
  const { t } = useTexts()
  const projects = useProjects()
  const people = useTeammates()
  const [begun] = useState<Record<string, unknown> & TaskRow>(() => ({
    ...task,
    recurrence: task.recurrence && editableRecurrence(task.recurrence),
    files: task.files ?? [],
  }))
  const save = useAction<typeof tasks, 'change'>('tasks', 'change', { fields: taskLabels() })
  const sectionsOf = (project: unknown) => projects.find(({ id }) => id === project)?.sections ?? []
  const submit = async (value: Record<string, unknown>) => {
    const isSame = (name: string) => JSON.stringify(value[name] ?? null) === JSON.stringify(begun[name] ?? null)
    const isIn = sectionsOf(value.projectId).some(({ id }) => id === value.section)
    const isMoved = !isSame('projectId') && !isIn
    const change = asked.filter((name) => name in value && !isSame(name) && !(name === 'section' && isMoved))
    const said = Object.fromEntries(change.map((name) => [name, value[name]]))
    if (change.length > 0) await save.mutateAsync({ id: begun.id, version: begun.version, ...said })
    onClose()
  }
  return (
    <Dialog open size="lg" title={t('edit')} onOpenChange={(open) => open || onClose()}>
      <RecordForm
        collection={Asked}
        place={{ module: 'tasks', collection: 'tasks' }}
        value={begun}
        fields={asked.filter((name) => name !== 'assignee' || people)}
        references={{
          priority: prioritiesWith(begun.priority),
          projectId: projects
            .filter(({ id, archived }) => !archived || id === begun.projectId)
            .map(({ id, name }) => ({ value: id, label: name })),
          ...(people && { assignee: withHolder(people, begun.assignee, t('form.formerMember')) }),
        }}
        controls={{
          // A subtask stands where its task does.
          section: ({ value, onChange, ...own }, { projectId }) =>
            begun.parent === null && sectionsOf(projectId).length > 0 ? (
              <Select
                {...own}
                value={value}
                options={[
                  { value: '', label: t('section.none') },
                  ...sectionsOf(projectId).map(({ id, name }) => ({ value: id, label: name })),
                ]}
                onChange={({ target }) => onChange(target.value)}
              />
            ) : null,
          recurrence: (own, { due }) => <RepeatField {...own} day={String(due || dayHere()).slice(0, 10)} />,
        }}
        submit={t('form.save')}
        onCancel={onClose}
        onSubmit={submit}
      />
      <Comments module="tasks" collection="tasks" id={task.id} />
    </Dialog>
  )
}
