import type { Org, SeatAtWork } from '@atrium/contract/workforce-seats'
import type { Task } from '@atrium/contract/workforce-work'
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { said } from '../../i18n/said.ts'
import { api } from '../../platform/api.ts'
import { useSession } from '../../platform/session.ts'
import { uuid } from '../../platform/uuid.ts'
import { Select, TextArea, TextField } from '../../ui/field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { isPerson, useAssignees } from './assignees.ts'
import { CriteriaEditor } from './criteria-editor.tsx'
import { refusalsOf } from './field-refusals.ts'
import { faultsIn, fieldsIn, sentInput } from './input-fields.ts'
import { NeedsEditor } from './needs-editor.tsx'
import {
  dropNewTask,
  keepNewTask,
  microsOf,
  type NewTaskDraft,
  type NewTaskStart,
  readNewTask,
  taskOf,
} from './new-task-draft.ts'
import { PlaybookFields, useFaultWords } from './playbook-form.tsx'
import { useDoing } from './use-doing.ts'
import { useAgent } from './work-queries.ts'

interface NewTaskFormProps {
  id: string
  start: NewTaskStart
  seats: readonly SeatAtWork[]
  people: Org['people']
  tasks: readonly Task[]
  onMade: (task: Task) => void
  onSending: (isSending: boolean) => void
}

/** Sentences by field; those of the playbook's own begin with `input.`. */
type Faults = Readonly<Record<string, string>>

export function NewTaskForm({ id, start, seats, people, tasks, onMade, onSending }: NewTaskFormProps) {
  const { t } = useTranslation('seats')
  const words = useFaultWords()
  const { userId } = useSession()
  const form = useRef<HTMLFormElement>(null)
  const attempt = useRef({ of: '', id: '' })
  const [kept, setDraft] = useState(() => readNewTask(start))
  const [faults, setFaults] = useState<Faults>({})
  const assignees = useAssignees(seats, people)
  // Whoever a kept draft was for may have left meanwhile.
  const draft = assignees.some(({ value }) => value === kept.assignee) ? kept : { ...kept, assignee: '' }
  const isForPerson = isPerson(draft.assignee)
  const seat = seats.find((one) => one.id === draft.assignee)
  const agent = useAgent(seat?.agentKey)
  const playbooks = agent.data?.playbooks ?? []
  const playbook = playbooks.find((one) => one.id === draft.playbook)
  const fields = playbook ? fieldsIn(playbook.input) : []
  const title = draft.title ?? (playbook ? said(playbook.title) : '')
  const criteria = draft.criteria ?? playbook?.criteria.map(said) ?? []

  const change = (part: Partial<NewTaskDraft>) => {
    const next = { ...draft, ...part }
    setDraft(next)
    keepNewTask(next, start.parent)
    // What is being changed is no longer what was refused.
    const changed = Object.keys(part)
    setFaults((before) =>
      Object.fromEntries(Object.entries(before).filter(([name]) => !changed.includes(name.split('.')[0] ?? name))),
    )
  }
  const make = useDoing({
    act: () => {
      const task = taskOf(draft, {
        title,
        input: sentInput(fields, draft.input),
        parentId: start.parent ?? null,
        userId,
      })
      // The same task sent again, because its answer was lost, is the same attempt.
      const of = JSON.stringify(task)
      if (attempt.current.of !== of) attempt.current = { of, id: uuid() }
      return api.post<Task>('/api/workforce/tasks', { ...task, attempt: attempt.current.id })
    },
    tellFailure: false,
    onDone: (task) => {
      dropNewTask(start.parent)
      onMade(task)
    },
  })
  const show = (next: Faults) => {
    setFaults(next)
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
  }
  const submit = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (make.isPending) return
    const own = faultsIn(fields, draft.input)
    const found: Record<string, string> = Object.fromEntries(
      Object.entries(own).map(([name, fault]) => [`input.${name}`, words(fault)]),
    )
    if (title.trim() === '') found.title = t('newTask.titleNeeded')
    if (!isForPerson && Number.isNaN(microsOf(draft.budget))) found.budget = t('newTask.budgetWrong')
    if (Object.keys(found).length > 0) show(found)
    else make.mutate(undefined, { onError: (error) => show(refusalsOf(error, known, inputNames)) })
  }
  const inputNames = fields.map(({ name }) => name)
  const isSending = make.isPending
  useEffect(() => onSending(isSending), [isSending, onSending])

  const inputFaults = Object.fromEntries(
    Object.entries(faults).flatMap(([name, fault]) =>
      name.startsWith('input.') ? [[name.slice('input.'.length), fault]] : [],
    ),
  )
  return (
    <form
      ref={form}
      id={id}
      noValidate
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event)
      }}
      className="flex flex-col gap-5"
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          label={t('newTask.assignee')}
          error={faults.assignee}
          value={draft.assignee}
          onChange={({ target }) => change({ assignee: target.value, playbook: '', input: {}, criteria: null })}
          options={assignees}
          help={seat && seat.missing.length > 0 ? seat.missing.map(said).join(' ') : undefined}
        />
        {seat && playbooks.length > 0 && (
          <Select
            label={t('newTask.playbook')}
            error={faults.playbook}
            value={draft.playbook}
            onChange={({ target }) => change({ playbook: target.value, input: {}, criteria: null })}
            options={[
              { value: '', label: t('newTask.seatChooses') },
              ...playbooks.map((one) => ({ value: one.id, label: said(one.title) })),
            ]}
            help={playbook ? said(playbook.summary) : t('newTask.seatChoosesText')}
          />
        )}
        {seat && agent.isPending && <Skeleton className="h-16 w-full self-end" />}
      </div>
      <TextField
        label={t('newTask.what')}
        error={faults.title}
        maxLength={200}
        dir="auto"
        required
        value={title}
        onChange={({ target }) => change({ title: target.value })}
      />
      {fields.length > 0 && (
        <div className="flex flex-col gap-4 border-s-2 border-line ps-4">
          <PlaybookFields
            key={`${draft.assignee} ${draft.playbook}`}
            fields={fields}
            value={draft.input}
            onChange={(input) => change({ input })}
            errors={inputFaults}
          />
        </div>
      )}
      <TextArea
        label={t('newTask.brief')}
        help={isForPerson ? undefined : t('newTask.briefHelp')}
        error={faults.brief}
        maxLength={20_000}
        dir="auto"
        value={draft.brief}
        onChange={({ target }) => change({ brief: target.value })}
      />
      <CriteriaEditor
        value={criteria}
        onChange={(next) => change({ criteria: next })}
        help={isForPerson ? undefined : t('newTask.criteriaHelp')}
        error={faults.criteria}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          type="date"
          label={t('newTask.due')}
          error={faults.dueOn}
          value={draft.dueOn}
          onChange={({ target }) => change({ dueOn: target.value })}
        />
        {!isForPerson && (
          <TextField
            label={t('newTask.budget')}
            help={t('newTask.budgetHelp')}
            error={faults.budget}
            inputMode="decimal"
            value={draft.budget}
            onChange={({ target }) => change({ budget: target.value })}
          />
        )}
        <NeedsEditor value={draft.needs} onChange={(needs) => change({ needs })} tasks={tasks} error={faults.needs} />
        <Select
          label={t('newTask.begin')}
          value={draft.isBacklog ? 'backlog' : 'todo'}
          onChange={({ target }) => change({ isBacklog: target.value === 'backlog' })}
          options={[
            { value: 'todo', label: t(isForPerson ? 'task.states.todo' : 'newTask.atOnce') },
            { value: 'backlog', label: t(isForPerson ? 'task.states.backlog' : 'newTask.later') },
          ]}
        />
      </div>
      {faults.root && (
        <p role="alert" className="rounded-md bg-danger-soft px-3 py-2 text-sm text-danger-ink">
          {said(faults.root)}
        </p>
      )}
      <p className="text-xs text-muted">{t('newTask.kept')}</p>
    </form>
  )
}

/** The contract's names of the fields, and the form's. */
const known: Readonly<Record<string, string>> = {
  title: 'title',
  brief: 'brief',
  criteria: 'criteria',
  dueOn: 'dueOn',
  needs: 'needs',
  playbook: 'playbook',
  budgetMicros: 'budget',
  seatId: 'assignee',
  userId: 'assignee',
}
