import type { TaskDetails } from '@atrium/contract/workforce-work'
import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { said } from '../../i18n/said.ts'
import { api } from '../../platform/api.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextArea, TextField } from '../../ui/field.tsx'
import { CriteriaEditor } from './criteria-editor.tsx'
import { refusalsOf } from './field-refusals.ts'
import { faultsIn, fieldsIn, sentInput } from './input-fields.ts'
import { PlaybookFields, useFaultWords } from './playbook-form.tsx'
import { useDoing } from './use-doing.ts'
import { useAgent } from './work-queries.ts'

interface EditTaskDialogProps {
  task: TaskDetails
  open: boolean
  onClose: () => void
}

const FORM = 'edit-task'
const known = { title: 'title', brief: 'brief', criteria: 'criteria' }

/** Title, brief, criteria and the playbook's input of a task. */
export function EditTaskDialog({ task, open, onClose }: EditTaskDialogProps) {
  const { t } = useTranslation('seats')
  const [isSending, setIsSending] = useState(false)
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || onClose()}
      size="lg"
      title={t('taskPage.edit')}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" form={FORM} variant="primary" loading={isSending}>
            {t('common.save')}
          </Button>
        </>
      }
    >
      {open && <EditTaskForm task={task} onSaved={onClose} onSending={setIsSending} />}
    </Dialog>
  )
}

interface EditTaskFormProps {
  task: TaskDetails
  onSaved: () => void
  onSending: (isSending: boolean) => void
}

function EditTaskForm({ task, onSaved, onSending }: EditTaskFormProps) {
  const { t } = useTranslation('seats')
  const words = useFaultWords()
  const [values, setValues] = useState({
    title: task.title,
    brief: task.brief,
    criteria: task.criteria.map(({ criterion }) => criterion),
    input: task.input,
  })
  const [faults, setFaults] = useState<Record<string, string>>({})
  const agent = useAgent(task.playbook ? task.seat?.agentKey : undefined)
  const playbook = agent.data?.playbooks.find(({ id }) => id === task.playbook)
  const fields = playbook ? fieldsIn(playbook.input) : []
  const save = useDoing({
    act: () =>
      api.patch(`/api/workforce/tasks/${encodeURIComponent(task.id)}`, {
        version: task.version,
        title: values.title,
        brief: values.brief,
        criteria: values.criteria.filter((one) => one.trim() !== ''),
        ...(playbook && { input: sentInput(fields, values.input) }),
      }),
    tellFailure: false,
    onDone: onSaved,
  })
  const submit = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault()
    const found = Object.fromEntries(
      Object.entries(faultsIn(fields, values.input)).map(([name, fault]) => [`input.${name}`, words(fault)]),
    )
    if (values.title.trim() === '') found.title = t('newTask.titleNeeded')
    setFaults(found)
    if (save.isPending || Object.keys(found).length > 0) return
    onSending(true)
    save.mutate(undefined, {
      onError: (error) =>
        setFaults(
          refusalsOf(
            error,
            known,
            fields.map(({ name }) => name),
          ),
        ),
      onSettled: () => onSending(false),
    })
  }
  const inputFaults = Object.fromEntries(
    Object.entries(faults).flatMap(([name, fault]) => (name.startsWith('input.') ? [[name.slice(6), fault]] : [])),
  )
  return (
    <form
      id={FORM}
      noValidate
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event)
      }}
      className="flex flex-col gap-5"
    >
      <TextField
        label={t('newTask.what')}
        error={faults.title}
        maxLength={200}
        dir="auto"
        value={values.title}
        onChange={({ target }) => setValues({ ...values, title: target.value })}
      />
      {fields.length > 0 && (
        <div className="flex flex-col gap-4 border-s-2 border-line ps-4">
          <PlaybookFields
            fields={fields}
            value={values.input}
            onChange={(input) => setValues({ ...values, input })}
            errors={inputFaults}
          />
        </div>
      )}
      <TextArea
        label={t('newTask.brief')}
        error={faults.brief}
        maxLength={20_000}
        dir="auto"
        value={values.brief}
        onChange={({ target }) => setValues({ ...values, brief: target.value })}
      />
      <CriteriaEditor
        value={values.criteria}
        onChange={(criteria) => setValues({ ...values, criteria })}
        error={faults.criteria}
      />
      {faults.root && (
        <p role="alert" className="rounded-md bg-danger-soft px-3 py-2 text-sm text-danger-ink">
          {said(faults.root)}
        </p>
      )}
    </form>
  )
}
